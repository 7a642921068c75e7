"""The appearance of the site: its colours, and a layout for the left or right hand."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Theme(TextChoices):
    """The colours of the site; the value is a CSS class of the page."""

    SYSTEM = "system", _("Same as the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")
    CONTRAST = "contrast", _("High contrast")


class HandSide(TextChoices):
    """The hand with which the user taps; LEFT is also a CSS class of the page."""

    RIGHT = "right", _("The right one")
    LEFT = "left", _("The left one")


@dataclass(frozen=True, slots=True)
class Appearance:
    """The choices of a user that affect the look of every page."""

    theme: Theme = Theme.SYSTEM
    hand_side: HandSide = HandSide.RIGHT

    @property
    def classes(self) -> str:
        """The CSS classes of the page, set by the server so that the first frame is correct."""
        mirrored = self.hand_side is HandSide.LEFT
        return f"{self.theme.value} left" if mirrored else self.theme.value
