"""Network addresses from which a user has signed in, because a club behind one address brings new
phones.
"""

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


def client_network(request: HttpRequest) -> str:
    """Return the client's address, or its network where one subscriber has many addresses
    (IPv6).
    """
    return str(get_ip(request))


def is_known_network(request: HttpRequest) -> bool:
    """Return whether a user has signed in from this network within the last 30 days."""
    return bool(cache.get(_name(request)))


def count_known_network_attempt(request: HttpRequest, username: str) -> bool:
    """Count one more attempt from this network and return whether it is within the limits.

    There is a limit for this account and one for all accounts together; a successful sign-in is
    subtracted again.
    """
    here = f"{client_network(request)} {User.normalize_username(username)}"
    usages = [_counted(request, "at_home_account", here), _counted(request, "at_home", None)]
    request.tries_at_home = usages  # type: ignore[attr-defined]
    return None not in usages


def _counted(request: HttpRequest, action: str, key: str | None) -> RateLimitUsage | None:
    usage: RateLimitUsage | None = consume(request, app="allauth.account", action=action, key=key)
    return usage


@receiver(user_logged_in)
def _came_in(request: Any, **_more: Any) -> None:
    # A test or a command signs in without an address.
    if request is None or not request.META.get("REMOTE_ADDR"):
        return
    for usage in getattr(request, "tries_at_home", ()):
        # The sign-in succeeded, so it was no guess.
        if usage:
            usage.rollback()
    try:
        cache.set(_name(request), True, REMEMBERED)
    except PermissionDenied:
        # The proxy did not pass on the address.
        return


def _name(request: HttpRequest) -> str:
    # An address can reveal where a user lives; its digest cannot without the site's key.
    return f"home:{salted_hmac('tarokk_club.homes', client_network(request)).hexdigest()[:32]}"
