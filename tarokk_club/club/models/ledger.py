"""What follows from the records: bookings and balances, replaced whenever the records change."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.core.posting import Line
from tarokk_club.club.models.hands import Entry
from tarokk_club.club.models.people import Player
from tarokk_club.club.models.sessions import Session

# 1: lines as lists, nothing about the table afterwards.
SCHEMA = 2


class Booking(models.Model):
    """What one live entry moved.

    number: of the hand, or None; kind: the outcome of a hand, else the type of the event; net:
    points by account (+ receives), everybody at the table included and pots as `pot:name`; pots:
    their content afterwards; after: what else the next deal needs to know, see `queries.booked`;
    lines: each with its fields by name; schema: which version of the two wrote the row.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="booking")
    session = models.ForeignKey(Session, models.CASCADE, related_name="bookings")
    position = models.PositiveIntegerField()
    number = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=20)
    dealer = models.UUIDField()
    multiplier = models.PositiveBigIntegerField()
    net = models.JSONField()
    pots = models.JSONField()
    lines = models.JSONField()
    after = models.JSONField(null=True)
    schema = models.PositiveSmallIntegerField(default=SCHEMA)

    class Meta:
        verbose_name = _("booking")
        verbose_name_plural = _("bookings")
        indexes: ClassVar = [models.Index(fields=["session", "position"], name="booking_in_order")]

    def __str__(self) -> str:
        return f"{self.kind} {self.position}"

    def explained(self) -> tuple[Line, ...]:
        """The lines as the scorer gave them; the sentences are made when somebody reads them."""
        return tuple(line_of(row) for row in self.lines)


class Balance(models.Model):
    """The total of one player in one session. points: + receives; hands: played, not sat out."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="balances")
    player = models.ForeignKey(Player, models.PROTECT, related_name="balances")
    points = models.BigIntegerField()
    hands = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("balance")
        verbose_name_plural = _("balances")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "player"],
                name="balance_once",
                violation_error_message=_("This player has a total in this session already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.points:+d}"


class Tally(models.Model):
    """What one session tells of its players and figures; see `queries.tallies` for its shape.

    Player ids and no names; made again with the bookings.
    """

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="tally")
    facts = models.JSONField()

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")

    def __str__(self) -> str:
        return str(self.session_id)


_DEFAULTS = {"figure": None, "announced": None, "kontra": 0, "side": None, "by": None}
# Of the fields that always say something.
_SAID = object()
_NAMES = tuple(one.name for one in fields(Line))


def row_of(line: Line) -> dict[str, Any]:
    """A line as it is stored: every field by its name, what says nothing left out."""
    row = {
        "item": line.item,
        "code": line.code,
        "values": dict(line.values),
        "points": dict(line.points),
        "figure": line.figure,
        "announced": line.announced,
        "kontra": line.kontra,
        "side": line.side,
        "by": line.by,
    }
    return {name: value for name, value in row.items() if _DEFAULTS.get(name, _SAID) != value}


def line_of(row: Mapping[str, Any] | list[Any]) -> Line:
    """A stored line as a value; a list is one of the first schema."""
    return Line(*row) if isinstance(row, list) else Line(**row)


def list_of(row: Mapping[str, Any] | list[Any]) -> list[Any]:
    """A stored line as a list in the order of its fields: so it stands in the archive of a club,
    which has a version of its own.
    """
    line = line_of(row)
    return [getattr(line, name) for name in _NAMES]
