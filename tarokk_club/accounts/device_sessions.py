"""The devices on which an account has signed in, where guesses from elsewhere cannot lock it out.

Each device has a signed cookie with a random number and, for each account, a digest that reveals
nothing without the site's key.
"""

import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from tarokk_club.club.models import User

GetResponse = Callable[[HttpRequest], HttpResponseBase]
SALT = "tarokk_club.devices"
# Several members may sign in on one tablet of the club.
MOST_ACCOUNTS = 8


def find_known_device_id(request: HttpRequest, username: str) -> str:
    """Return an id for this device and account, or "" if its cookie lacks the account."""
    device, digests = _read_cookie(request)
    digest = _digest_username(username)
    return f"{device}:{digest}" if digest in digests else ""


def is_known_device(request: HttpRequest) -> bool:
    """Return whether any account has signed in on this device, as its cookie says."""
    return bool(_read_cookie(request)[1])


def compute_device_fingerprint(request: HttpRequest) -> str:
    """Return an id for this browser; "" if it has neither a device cookie nor a session.

    It differs between the browsers of one user. With a device cookie, it stays the same after
    signing out.
    """
    device, _digests = _read_cookie(request)
    session: Any = getattr(request, "session", None)
    seed = device or getattr(session, "session_key", None) or ""
    return salted_hmac(f"{SALT}.mark", seed).hexdigest()[:32] if seed else ""


def remember_devices(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: a sign-in marks the device as known, a sign-out clears its cache.

    The cache is cleared only over https, and the storage with it if the form requests that.
    """

    def remember_device(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        username = getattr(request, "signed_in_name", "")
        if username:
            remember_account(response, request, username)
        # Browsers accept this header only over https, and log a warning elsewhere.
        if getattr(request, "signed_out", False) and settings.HTTPS:
            # Storage may hold unsent hands, also of other users; only the page knows if it is
            # empty.
            cleared = '"cache", "storage"' if "wipe" in request.POST else '"cache"'
            response.headers["Clear-Site-Data"] = cleared
        return response

    return remember_device


@receiver(user_logged_in)
def _note_sign_in(request: Any, user: User, **_more: Any) -> None:
    request.signed_in_name = user.username


@receiver(user_logged_out)
def _note_sign_out(request: Any, **_more: Any) -> None:
    request.signed_out = True


def _read_cookie(request: HttpRequest) -> tuple[str, list[str]]:
    cookie = request.get_signed_cookie(
        settings.DEVICE_COOKIE_NAME,
        default="",
        salt=SALT,
        max_age=settings.DEVICE_COOKIE_AGE,
    )
    device, _, digests = (cookie or "").partition(":")
    return device, digests.split(".") if digests else []


def remember_account(response: HttpResponseBase, request: HttpRequest, username: str) -> None:
    """Add the digest of this account to the device cookie.

    The cookie holds the digests of the last MOST_ACCOUNTS accounts that signed in.
    """
    device, digests = _read_cookie(request)
    digest = _digest_username(username)
    remembered = [digest, *(earlier for earlier in digests if earlier != digest)][:MOST_ACCOUNTS]
    response.set_signed_cookie(
        settings.DEVICE_COOKIE_NAME,
        f"{device or secrets.token_hex(8)}:{'.'.join(remembered)}",
        salt=SALT,
        max_age=settings.DEVICE_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _digest_username(username: str) -> str:
    return salted_hmac(SALT, User.normalize_username(username)).hexdigest()[:16]
