"""Pages behind a link: nobody learns from them which links there are, and nobody can guess long."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from tarokk_club.accounts.allauth_internals import ratelimit
from tarokk_club.club.pages.loaders import Answer, public
from tarokk_club.club.writing.errors import LinkGoneError
from tarokk_club.network import is_loopback, reachable_host

# Wrong links from one address; a whole club sits behind one.
GUESSES = {"link_guess": "20/m/ip", "founding_code": "10/m/ip", "newcomer": "30/5m/ip"}
MINUTE = 60


def behind_link(view: Callable[[HttpRequest, str], HttpResponseBase]) -> Answer:
    """A page that a link leads to: view(request, token), which raises LinkGoneError."""

    @wraps(view)
    def guarded(request: HttpRequest, token: str) -> HttpResponseBase:
        try:
            response = view(request, token)
        except LinkGoneError:
            # A good link is never refused: somebody at the same table may be guessing.
            if not may_guess(request):
                return too_many(request, seconds=MINUTE)
            response = gone(request)
        return unlisted(response)

    return public(guarded)


def gone(request: HttpRequest) -> HttpResponse:
    """The page of a link that was never made, or has ended; nobody learns which."""
    return render(request, "club/people/link_gone.html", status=404)


def unlisted(response: HttpResponseBase) -> HttpResponseBase:
    """The answer, with a header that asks search engines not to keep it."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return response


def too_many(request: HttpRequest, *, seconds: int) -> HttpResponse:
    """The page that asks for patience."""
    answer = render(request, "429.html", status=429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address to hand to another phone; never the one by which a machine calls itself."""
    address = request.build_absolute_uri(path)
    parts = urlsplit(address)
    if not is_loopback(parts.hostname or "") or is_loopback(settings.ENV.host):
        return address
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=reachable_host(settings.ENV.host) + port).geturl()


def is_for_this_machine(address: str) -> bool:
    """Whether another phone could not follow the address."""
    return is_loopback(urlsplit(address).hostname or "")


def may_guess(request: HttpRequest, *, action: str = "link_guess") -> bool:
    """Whether this address has guessed little lately; counts one more."""
    usage = ratelimit.consume(
        request,
        app="tarokk_club",
        action=action,
        config=GUESSES,
        limit_get=True,
    )
    return usage is not None
