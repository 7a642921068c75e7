"""Addresses from which somebody has signed in: a club, behind one address, brings new phones."""

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


def place_of(request: HttpRequest) -> str:
    """The address, or the network of it where one subscriber has many (IPv6)."""
    return str(get_ip(request))


def is_home(request: HttpRequest) -> bool:
    """Whether somebody signed in from here within a month."""
    return bool(cache.get(_name(request)))


def may_try_at_home(request: HttpRequest, username: str) -> bool:
    """Whether few tries were wrong here lately, for this account and in all; counts one more."""
    here = f"{place_of(request)} {User.normalize_username(username)}"
    usages = [_counted(request, "at_home_account", here), _counted(request, "at_home", None)]
    request.tries_at_home = usages  # type: ignore[attr-defined]
    return None not in usages


def _counted(request: HttpRequest, action: str, key: str | None) -> RateLimitUsage | None:
    usage: RateLimitUsage | None = consume(request, app="allauth.account", action=action, key=key)
    return usage


@receiver(user_logged_in)
def _came_in(request: Any, **_more: Any) -> None:
    # A test or a command signs in from nowhere.
    if request is None or not request.META.get("REMOTE_ADDR"):
        return
    for usage in getattr(request, "tries_at_home", ()):
        # The try was a good one, and no guess.
        if usage:
            usage.rollback()
    try:
        cache.set(_name(request), True, REMEMBERED)
    except PermissionDenied:
        # The proxy did not tell the address.
        return


def _name(request: HttpRequest) -> str:
    # An address says where somebody lives; the mark of it says nothing without the site's key.
    return f"home:{salted_hmac('tarokk_club.homes', place_of(request)).hexdigest()[:32]}"
