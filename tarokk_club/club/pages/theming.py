"""The chosen look: read from the request and stored in a cookie."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from tarokk_club.club.values.theming import HandSide, Look, Theme


def look_of(request: HttpRequest) -> Look:
    """Return the look chosen for the account, else the one chosen in this browser.

    It makes no query, because error pages use it too: `use_account_language` has stored the look
    on the request.
    """
    kept = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    # Themes and hand sides have no value in common: the first valid value of each applies.
    words = [*getattr(request, "own_look", ()), *kept.split("-")]
    themes = [word for word in words if word in Theme.values]
    sides = [word for word in words if word in HandSide.values]
    return Look(Theme([*themes, Theme.SYSTEM][0]), HandSide([*sides, HandSide.RIGHT][0]))


def remember_look(response: HttpResponseBase, look: Look) -> None:
    """Set a cookie with the look, for the pages on which nobody is signed in."""
    response.set_cookie(
        settings.THEME_COOKIE_NAME,
        f"{look.theme.value}-{look.hand_side.value}",
        max_age=settings.THEME_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
