"""Shared code of the pages behind secret links, with a limit on guessed tokens."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from tarokk_club.accounts.allauth_internals import ratelimit
from tarokk_club.club.pages.loaders import View, public
from tarokk_club.club.writing.errors import LinkGoneError
from tarokk_club.http.error_pages import render_error
from tarokk_club.network import find_reachable_host, is_loopback

MINUTE = 60


def require_valid_link(view: Callable[[HttpRequest, str], HttpResponseBase]) -> View:
    """Decorate `view(request, token)` so that an invalid token gets the 404 page of links.

    The view raises LinkGoneError for an invalid token; too many of them get a 429. Everybody may
    use the page, but search engines must not index it.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, token: str) -> HttpResponseBase:
        try:
            response = view(request, token)
        except LinkGoneError:
            # Only invalid links are limited, as another user of the network may be guessing.
            if not count_guess(request):
                return render_too_many(request, seconds=MINUTE)
            response = render_link_gone(request)
        return forbid_indexing(response)

    return public(wrapper)


def render_link_gone(request: HttpRequest) -> HttpResponse:
    """Return the 404 page for links that never existed or have ended, without revealing which."""
    return render_error(request, 404, text="link_gone")


def forbid_indexing(response: HttpResponseBase) -> HttpResponseBase:
    """Add the header that forbids search engines from indexing, and return the response."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return response


def render_too_many(request: HttpRequest, *, seconds: int) -> HttpResponse:
    """Return the 429 page with the number of seconds to wait."""
    response = render_error(request, 429)
    response.headers["Retry-After"] = str(seconds)
    return response


def build_absolute_url(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of a path for other devices.

    A loopback host is replaced by the host under which the site can be reached, if there is one.
    """
    address = request.build_absolute_uri(path)
    parts = urlsplit(address)
    if not is_loopback(parts.hostname or "") or is_loopback(settings.ENV.host):
        return address
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=find_reachable_host(settings.ENV.host) + port).geturl()


def is_local_only(address: str) -> bool:
    """Return whether the URL only works on this machine."""
    return is_loopback(urlsplit(address).hostname or "")


def count_guess(request: HttpRequest, *, action: str = "link_guess") -> bool:
    """Count a guess from this address or network, and return whether it is within the limit."""
    usage = ratelimit.consume(
        request,
        app="tarokk_club",
        action=action,
        config=settings.SITE_RATE_LIMITS,
        limit_get=True,
    )
    return usage is not None
