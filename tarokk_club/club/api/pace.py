"""How often clients may ask, and the headers that tell them what is left.

The headers are those of the IETF draft “RateLimit header fields for HTTP”.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase

from tarokk_club.accounts.allauth_internals import RateLimitUsage, ratelimit
from tarokk_club.club.writing.errors import TooManyError

MINUTE = 60
# High for keys, as a script may read a whole season at once; low for anonymous clients.
PACE = {
    "score": "60/m/ip",
    "unknown_key": "30/m/ip",
    "key": "600/m/key",
    "key_writes": "120/m/key",
    "public": "120/m/ip",
}


@dataclass(frozen=True, slots=True)
class Pace:
    """The state of one limit.

    most: requests within a window of this many seconds.
    left: requests that are left in it.
    reset: seconds until one more is possible, or until all are.
    """

    name: str
    most: int
    window: int
    left: int
    reset: int


def count_request(request: HttpRequest, action: str, *, key: str | None = None) -> None:
    """Count one more request of this kind, and note what is left for the headers.

    key: what the count is for; by default the client's address.
    Raise TooManyError if it exceeds the limit.
    """
    usage = ratelimit.consume(
        request, app="tarokk_club", action=action, key=key, config=PACE, limit_get=True
    )
    request.paces = [*getattr(request, "paces", ()), _pace(action, usage)]  # type: ignore[attr-defined]
    if usage is None:
        raise TooManyError(MINUTE)


def _pace(action: str, usage: RateLimitUsage | None) -> Pace:
    rate = ratelimit.parse_rate(PACE[action])
    window = int(rate.duration)
    if usage is None or not usage.usage:
        return Pace(action, rate.amount, window, 0, window)
    # Newest first, as the library keeps them.
    history: list[float] = cache.get(usage.usage[0].cache_key, [])
    oldest = history[-1] if history else time.time()
    reset = max(1, round(oldest + window - time.time()))
    return Pace(action, rate.amount, window, max(rate.amount - len(history), 0), reset)


def add_pace_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    """Add the limits that were counted for this request to its response."""
    paces: list[Pace] = getattr(request, "paces", [])
    if paces:
        policy = (f'"{one.name}";q={one.most};w={one.window}' for one in paces)
        left = (f'"{one.name}";r={one.left};t={one.reset}' for one in paces)
        response.headers["RateLimit-Policy"] = ", ".join(policy)
        response.headers["RateLimit"] = ", ".join(left)
