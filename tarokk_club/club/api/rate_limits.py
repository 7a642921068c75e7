"""Rate limits of API requests, and the response headers that report them.

The headers are those of the IETF draft “RateLimit header fields for HTTP”.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase

from tarokk_club.accounts.allauth_internals import RateLimitUsage, ratelimit
from tarokk_club.club.writing.errors import TooManyError

MINUTE = 60


@dataclass(frozen=True, slots=True)
class RateLimitState:
    """The state of one rate limit.

    most: the maximum number of requests in a window.
    window: the length of the window, in seconds.
    left: the number of remaining requests.
    reset: the number of seconds until the oldest counted request leaves the window.
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
        request,
        app="tarokk_club",
        action=action,
        key=key,
        config=settings.SITE_RATE_LIMITS,
        limit_get=True,
    )
    request.rate_limits = [*getattr(request, "rate_limits", ()), _build_limit_state(action, usage)]  # type: ignore[attr-defined]
    if usage is None:
        raise TooManyError(MINUTE)


def _build_limit_state(action: str, usage: RateLimitUsage | None) -> RateLimitState:
    rate = ratelimit.parse_rate(settings.SITE_RATE_LIMITS[action])
    window = int(rate.duration)
    if usage is None or not usage.usage:
        return RateLimitState(action, rate.amount, window, 0, window)
    # The library stores the newest request first.
    history: list[float] = cache.get(usage.usage[0].cache_key, [])
    oldest = history[-1] if history else time.time()
    reset = max(1, round(oldest + window - time.time()))
    return RateLimitState(action, rate.amount, window, max(rate.amount - len(history), 0), reset)


def add_rate_limit_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    """Add the rate limit headers of all limits counted for the request."""
    states: list[RateLimitState] = getattr(request, "rate_limits", [])
    if states:
        policy = (f'"{state.name}";q={state.most};w={state.window}' for state in states)
        left = (f'"{state.name}";r={state.left};t={state.reset}' for state in states)
        response.headers["RateLimit-Policy"] = ", ".join(policy)
        response.headers["RateLimit"] = ", ".join(left)
