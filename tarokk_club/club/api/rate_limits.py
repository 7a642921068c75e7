"""Rate limits of the API, and their response headers.

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
# High for keys, as a script may read a whole season; low for anonymous clients.
PACE = {
    "score": "60/m/ip",
    "unknown_key": "30/m/ip",
    "key": "600/m/key",
    "key_writes": "120/m/key",
    "public": "120/m/ip",
}


@dataclass(frozen=True, slots=True)
class Pace:
    """The state of one rate limit.

    most: the maximum number of requests in a window.
    window: the length of the window, in seconds.
    left: the number of remaining requests.
    reset: the number of seconds until the next counted request leaves the window.
    """

    name: str
    most: int
    window: int
    left: int
    reset: int


def count_request(request: HttpRequest, action: str, *, key: str | None = None) -> None:
    """Count a request, and store the state of the limit on it for the headers.

    key: the key of the count; the client's IP address by default.
    Raise TooManyError if the limit is exceeded.
    """
    usage = ratelimit.consume(
        request, app="tarokk_club", action=action, key=key, config=PACE, limit_get=True
    )
    request.paces = [*getattr(request, "paces", ()), _build_pace(action, usage)]  # type: ignore[attr-defined]
    if usage is None:
        raise TooManyError(MINUTE)


def _build_pace(action: str, usage: RateLimitUsage | None) -> Pace:
    rate = ratelimit.parse_rate(PACE[action])
    window = int(rate.duration)
    if usage is None or not usage.usage:
        return Pace(action, rate.amount, window, 0, window)
    # The library stores the newest request first.
    history: list[float] = cache.get(usage.usage[0].cache_key, [])
    oldest = history[-1] if history else time.time()
    reset = max(1, round(oldest + window - time.time()))
    return Pace(action, rate.amount, window, max(rate.amount - len(history), 0), reset)


def add_pace_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    """Add the rate limit headers of all limits counted for the request."""
    paces: list[Pace] = getattr(request, "paces", [])
    if paces:
        policy = (f'"{pace.name}";q={pace.most};w={pace.window}' for pace in paces)
        left = (f'"{pace.name}";r={pace.left};t={pace.reset}' for pace in paces)
        response.headers["RateLimit-Policy"] = ", ".join(policy)
        response.headers["RateLimit"] = ", ".join(left)
