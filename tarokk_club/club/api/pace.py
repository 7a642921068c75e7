"""How often a programme may ask: by address while nobody is known, by key afterwards."""

from __future__ import annotations

from django.http import HttpRequest

from tarokk_club.accounts.allauth_internals import ratelimit
from tarokk_club.club.writing.errors import TooManyError

MINUTE = 60
# A key may be used by a script that reads a whole season at once; strangers share what is left.
PACE = {"score": "60/m/ip", "unknown_key": "30/m/ip", "key": "600/m/key", "key_writes": "120/m/key"}


def count(request: HttpRequest, action: str, *, key: str | None = None) -> None:
    """Count one more. Raises TooManyError where it was one too many."""
    usage = ratelimit.consume(
        request, app="tarokk_club", action=action, key=key, config=PACE, limit_get=True
    )
    if usage is None:
        raise TooManyError(MINUTE)
