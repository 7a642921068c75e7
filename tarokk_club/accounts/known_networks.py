"""The networks from which users have signed in; many phones of a club share one."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tarokk_club.accounts.allauth_internals import RateLimitUsage, consume, get_ip
from tarokk_club.club.models import User

REMEMBERED = 30 * 24 * 3600


def find_client_network(request: HttpRequest) -> str:
    """Return the client's IPv4 address, or its network for IPv6.

    A subscriber of IPv6 has many addresses in one network.
    """
    return str(get_ip(request))


def is_known_network(request: HttpRequest) -> bool:
    """Return whether a user has signed in from this network within the last 30 days."""
    return bool(cache.get(_build_cache_key(request)))


def count_known_network_attempt(request: HttpRequest, username: str) -> bool:
    """Count an attempt from this network; return whether it is within the limits.

    One limit is for this account, another for all accounts together. A successful sign-in
    cancels its attempt.
    """
    network_and_user = f"{find_client_network(request)} {User.normalize_username(username)}"
    usages = [
        _count_attempt(request, "at_home_account", network_and_user),
        _count_attempt(request, "at_home", None),
    ]
    request.tries_at_home = usages  # type: ignore[attr-defined]
    return None not in usages


def _count_attempt(request: HttpRequest, action: str, key: str | None) -> RateLimitUsage | None:
    usage: RateLimitUsage | None = consume(request, app="allauth.account", action=action, key=key)
    return usage


@receiver(user_logged_in)
def _note_sign_in(request: Any, **_more: Any) -> None:
    # A test or a command signs in without an address.
    if request is None or not request.META.get("REMOTE_ADDR"):
        return
    for usage in getattr(request, "tries_at_home", ()):
        # The sign-in succeeded, so it was no guess.
        if usage:
            usage.rollback()
    try:
        cache.set(_build_cache_key(request), True, REMEMBERED)
    except PermissionDenied:
        # The proxy did not pass on the address.
        return


def _build_cache_key(request: HttpRequest) -> str:
    # An address can reveal where a user lives; its digest cannot, without the site's key.
    return f"home:{salted_hmac('tarokk_club.homes', find_client_network(request)).hexdigest()[:32]}"
