"""The chosen appearance, read from the request and stored in a cookie."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from tarokk_club.club.values.theming import Appearance, HandSide, Theme


def read_appearance(request: HttpRequest) -> Appearance:
    """Return the appearance chosen in the account, else in this browser, else the default.

    Error pages use it too, so it makes no query; `use_account_preferences` has stored the account's
    choice on the request.
    """
    cookie = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return _choose_appearance((*getattr(request, "own_look", ()), *cookie.split("-")))


@lru_cache(maxsize=64)
def _choose_appearance(words: tuple[str, ...]) -> Appearance:
    # No theme has the name of a hand side, so the first valid value of each applies.
    themes = [word for word in words if word in Theme.values]
    sides = [word for word in words if word in HandSide.values]
    return Appearance(Theme([*themes, Theme.SYSTEM][0]), HandSide([*sides, HandSide.RIGHT][0]))


def set_appearance_cookie(response: HttpResponseBase, look: Appearance) -> None:
    """Set a cookie with the appearance, for pages without a signed-in user."""
    response.set_cookie(
        settings.THEME_COOKIE_NAME,
        f"{look.theme.value}-{look.hand_side.value}",
        max_age=settings.THEME_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
