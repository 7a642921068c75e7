"""The ways to draw the seats of a tournament, publish its rounds and carry results into a final."""

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


class Publishing(TextChoices):
    """The time at which players see the pairings of a drawn round."""

    AT_ONCE = "at_once", _("As soon as the round is drawn")
    WHEN_READY = "when_ready", _("When an organiser or an arbiter publishes them")


class SeatChangeKind(TextChoices):
    """The kind of a manual change to the seats of a drawn round."""

    SWAP = "swap", _("Two players swapped")
    TABLE = "table", _("Fixed table")
    SUBSTITUTE = "substitute", _("Substitute")


class Carry(TextChoices):
    """The share of the results of the earlier rounds that counts in a final."""

    ALL = "all", _("Everything")
    HALF = "half", _("Half of it")
    NONE = "none", _("Nothing")


CARRIED: Mapping[str, Fraction] = MappingProxyType(
    {Carry.ALL: Fraction(1), Carry.HALF: Fraction(1, 2), Carry.NONE: Fraction(0)}
)
