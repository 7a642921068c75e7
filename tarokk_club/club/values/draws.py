"""The choices of a tournament for drawing seats, and for carrying results over into its final."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class DrawKind(TextChoices):
    """The way in which the seats of a round are drawn."""

    SCHEDULE = "schedule", _("All rounds at once")
    STANDINGS = "standings", _("By standings, round by round")
    LOT = "lot", _("By lot, round by round")


class Carry(TextChoices):
    """The share of the earlier rounds that counts in the final."""

    ALL = "all", _("Everything")
    HALF = "half", _("Half of it")
    NONE = "none", _("Nothing")


CARRIED: Mapping[str, Fraction] = MappingProxyType(
    {Carry.ALL: Fraction(1), Carry.HALF: Fraction(1, 2), Carry.NONE: Fraction(0)}
)
