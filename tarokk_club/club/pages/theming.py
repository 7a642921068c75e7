"""The look that was chosen: read from the request, remembered in the browser."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from tarokk_club.club.values.theming import HandSide, Look, Theme


def look_of(request: HttpRequest) -> Look:
    """What was chosen by the person, else in this browser.

    A page about a fault must not ask the book who is there: `own_language` has looked it up.
    """
    kept = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    # No word is both: the first of each kind is the one that counts.
    words = [*getattr(request, "own_look", ()), *kept.split("-")]
    themes = [word for word in words if word in Theme.values]
    sides = [word for word in words if word in HandSide.values]
    return Look(Theme([*themes, Theme.SYSTEM][0]), HandSide([*sides, HandSide.RIGHT][0]))


def remember_look(response: HttpResponseBase, look: Look) -> None:
    """Let the browser keep the choice, for the pages on which nobody is signed in."""
    response.set_cookie(
        settings.THEME_COOKIE_NAME,
        f"{look.theme.value}-{look.hand_side.value}",
        max_age=settings.THEME_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
