"""The ledger: postings and balances derived from the records, and replaced whenever these
change.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.core.posting import Line
from tarokk_club.club.models.hands import Entry
from tarokk_club.club.models.people import Player
from tarokk_club.club.models.sessions import Session

# Schema 1 stored lines as lists, and no state of the table afterwards.
SCHEMA = 2


class Booking(models.Model):
    """The posting of one entry that is not deleted.

    number: the number of the hand; None for other events.
    kind: the outcome of a hand, else the type of the event.
    net: points by account (+ receives), with everybody at the table; pots are `pot:name`.
    pots: the content of the pots afterwards.
    after: other state needed for the next deal; see `queries.booked`.
    lines: the explained lines, each with its fields by name.
    schema: the version in which `after` and `lines` were written.
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
        """The lines as the scorer returned them; sentences are generated on display."""
        return tuple(read_stored_line(row) for row in self.lines)


class Balance(models.Model):
    """The total of one player in one session.

    points: + receives.
    hands: hands played, without those sat out.
    """

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
    """Statistics of one session about its players and figures; see `queries.tallies` for the
    format.

    They contain player ids and no names, and are rebuilt with the postings.
    """

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="tally")
    facts = models.JSONField()

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")

    def __str__(self) -> str:
        return str(self.session_id)


_DEFAULTS = {"figure": None, "announced": None, "kontra": 0, "side": None, "by": None}
# Default of fields that have none, so that these are always stored.
_SAID = object()
_NAMES = tuple(one.name for one in fields(Line))


def row_of(line: Line) -> dict[str, Any]:
    """Return a line as it is stored: a mapping of its fields without empty ones."""
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


def read_stored_line(row: Mapping[str, Any] | list[Any]) -> Line:
    """Return the line of a stored row; a list is a row of the first schema."""
    return Line(*row) if isinstance(row, list) else Line(**row)


def list_of(row: Mapping[str, Any] | list[Any]) -> list[Any]:
    """Return a stored line as a list in the order of its fields.

    The archive of a club uses this format, under its own version number.
    """
    line = read_stored_line(row)
    return [getattr(line, name) for name in _NAMES]
