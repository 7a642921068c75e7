"""The ledger: postings, balances and statistics, recomputed whenever the entries change."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.core.posting import Line
from tarokk_club.club.models.hands import Entry
from tarokk_club.club.models.people import Player
from tarokk_club.club.models.sessions import Session

# Schema 1 stored lines as lists and did not store the state of the table after the entry.
SCHEMA = 2


class Posting(models.Model):
    """The posting of one entry that is not deleted.

    number: the number of the hand; None for other events.
    kind: the outcome of a hand; the type of any other event.
    net: points of all players at the table and pots (`pot:name`), positive if received.
    pots: the content of the pots after the entry.
    after: the rest of the table's state after the entry, needed for the next deal.
    lines: the explained lines of the score, each with its fields by name.
    schema: the version of the format of `after` and `lines`.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="posting")
    session = models.ForeignKey(Session, models.CASCADE, related_name="postings")
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
        # The table keeps the name that earlier releases use.
        db_table = "club_booking"
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        indexes: ClassVar = [models.Index(fields=["session", "position"], name="booking_in_order")]

    def __str__(self) -> str:
        return f"{self.kind} {self.position}"

    def read_lines(self) -> tuple[Line, ...]:
        """Return the lines of the score; their text is generated on display."""
        return tuple(read_stored_line(row) for row in self.lines)


class Balance(models.Model):
    """The total of one player in one session.

    points: the points, positive if received.
    hands: the number of hands played; hands sat out are not counted.
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
    """The statistics of one session about its players and figures, rebuilt with the postings.

    See `session.queries.replay.tallies` for the format; it contains player ids and no names.
    """

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="tally")
    facts = models.JSONField()

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")

    def __str__(self) -> str:
        return str(self.session_id)


_DEFAULTS = {"figure": None, "announced": None, "kontra": 0, "side": None, "by": None}
# Marks a field without a default; it equals no value, so such a field is always stored.
_NO_DEFAULT = object()


def serialize_line(line: Line) -> dict[str, Any]:
    """Return the stored form of a line: its fields by name, without fields at their default."""
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
    return {name: value for name, value in row.items() if _DEFAULTS.get(name, _NO_DEFAULT) != value}


def read_stored_line(row: Mapping[str, Any] | list[Any]) -> Line:
    """Return the line of a stored row, which is a list in the first schema."""
    return Line(*row) if isinstance(row, list) else Line(**row)


def list_line_fields(row: Mapping[str, Any] | list[Any]) -> list[Any]:
    """Return a stored line as a list in the order of its fields.

    The archive of a club uses this format, under its own version number.
    """
    return list(read_stored_line(row))
