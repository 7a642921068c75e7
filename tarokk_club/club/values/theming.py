"""How the site looks: how bright, and for which thumb."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import TextChoices
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
