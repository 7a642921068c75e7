"""The look of the site: its brightness, and the thumb it is laid out for."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Theme(TextChoices):
    """The brightness of the site; the value is a CSS class of the page."""

    SYSTEM = "system", _("As the device has it")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")
    CONTRAST = "contrast", _("High contrast")


class HandSide(TextChoices):
    """The hand that holds the phone and whose thumb taps; left is a CSS class of the page."""

    RIGHT = "right", _("The right one")
    LEFT = "left", _("The left one")


@dataclass(frozen=True, slots=True)
class Look:
    """The choices that affect the look of every page."""

    theme: Theme = Theme.SYSTEM
    hand_side: HandSide = HandSide.RIGHT

    @property
    def classes(self) -> str:
        """Return the CSS classes that make the first frame of a page already correct."""
        mirrored = self.hand_side is HandSide.LEFT
        return f"{self.theme.value} left" if mirrored else self.theme.value
