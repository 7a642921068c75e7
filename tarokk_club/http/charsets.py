"""Everything is said in UTF-8: a request in another charset is refused before anybody reads it.

Some charsets that Python knows are no text at all, and break Django before any middleware is asked.
"""

import codecs
from contextlib import suppress
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.utils.http import parse_header_parameters

# What the request is told for `middleware.limits`, which refuses it in the person's language.
ODD = "tarokk_club.odd_charset"
_READ = {"utf-8", "ascii"}


class ClubRequest(WSGIRequest):
    """Reads address and form in UTF-8, whatever charset the request claims."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        """Take the kind of the body; what is odd about it is remembered for a readable refusal."""
        try:
            kind, more = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except ValueError:
            # Longer than any kind of body is called.
            kind, more = "", {"charset": ""}
        self.content_type, self.content_params = kind, more
        if not _is_read(more.get("charset")):
            meta[ODD] = True


def _is_read(charset: str | None) -> bool:
    with suppress(LookupError, ValueError):
        return charset is None or codecs.lookup(charset).name in _READ
    return False
