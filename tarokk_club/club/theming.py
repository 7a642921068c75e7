"""How bright the site is: as the device has it, or as was chosen."""

from __future__ import annotations

from django.conf import settings
from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _


class Theme(TextChoices):
    """A look of the site; the value is the class of the page."""

    SYSTEM = "system", _("As the device has it")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")
    CONTRAST = "contrast", _("High contrast")


def theme_of(request: HttpRequest) -> Theme:
    """What was chosen by the person, else in this browser.

    A page about a fault must not ask the book who is there: `own_language` has looked it up.
    """
    chosen = getattr(request, "own_theme", "") or request.COOKIES.get(settings.THEME_COOKIE_NAME)
    return Theme(chosen) if chosen in Theme.values else Theme.SYSTEM


def remember_theme(response: HttpResponseBase, theme: Theme) -> None:
    """Let the browser keep the choice, for the pages on which nobody is signed in."""
    response.set_cookie(
        settings.THEME_COOKIE_NAME,
        theme.value,
        max_age=settings.THEME_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
