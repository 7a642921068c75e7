"""What follows from the records: bookings and balances, replaced whenever the records change."""

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.core.posting import Line
from tarokk_club.club.models.hands import Entry
from tarokk_club.club.models.people import Player
from tarokk_club.club.models.sessions import Session


class Booking(models.Model):
    """What one live entry moved.

    number: of the hand, or None; kind: the outcome of a hand, else the type of the event; net:
    points by account (+ receives), everybody at the table included and pots as `pot:name`; pots:
    their content afterwards.
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


def row_of(line: Line) -> list[Any]:
    """A line as it is stored."""
    return [
        line.item,
        line.code,
        dict(line.values),
        dict(line.points),
        line.figure,
        line.announced,
        line.kontra,
        line.side,
        line.by,
    ]


def line_of(row: list[Any]) -> Line:
    """A stored line as a value."""
    item, code, values, points, figure, announced, kontra, side, by = row
    return Line(item, code, values, points, figure, announced, kontra, side, by)
