"""How the site looks: how bright, and for which thumb; as the device has it, or as was chosen."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _


class Theme(TextChoices):
    """How bright the site is; the value is a class of the page."""

    SYSTEM = "system", _("As the device has it")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")
    CONTRAST = "contrast", _("High contrast")


class HandSide(TextChoices):
    """The hand that holds the phone, and whose thumb taps; the left one is a class of the page."""

    RIGHT = "right", _("The right one")
    LEFT = "left", _("The left one")


@dataclass(frozen=True, slots=True)
class Look:
    """What can be chosen about the look of every page."""

    theme: Theme = Theme.SYSTEM
    hand_side: HandSide = HandSide.RIGHT

    @property
    def classes(self) -> str:
        """The classes by which the first frame of a page is right already."""
        mirrored = self.hand_side is HandSide.LEFT
        return f"{self.theme.value} left" if mirrored else self.theme.value


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
