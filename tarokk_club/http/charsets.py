"""UTF-8 for all requests: a request in another charset is refused before its body is read.

Some charsets that Python knows are not text encodings, and would break Django before any middleware
runs.
"""

import codecs
from contextlib import suppress
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.utils.http import parse_header_parameters

# The META key that makes `middleware.enforce_limits` refuse the request in the user's language.
ODD = "tarokk_club.odd_charset"
_READ = {"utf-8", "ascii"}


class ClubRequest(WSGIRequest):
    """A request whose URL and form are decoded as UTF-8, whatever charset it declares."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        """Parse the Content-Type; flag an unsupported charset in META for a later refusal."""
        try:
            kind, more = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except ValueError:
            # Longer than any real content type.
            kind, more = "", {"charset": ""}
        self.content_type, self.content_params = kind, more
        if not _is_supported(more.get("charset")):
            meta[ODD] = True


def _is_supported(charset: str | None) -> bool:
    with suppress(LookupError, ValueError):
        return charset is None or codecs.lookup(charset).name in _READ
    return False
