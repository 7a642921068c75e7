"""Arbiters and drawn rounds of tournaments, and manual changes of the seats."""

import uuid
from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import User
from tarokk_club.club.models.tournaments import Tournament
from tarokk_club.club.values.draws import SeatChangeKind

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class Arbiter(models.Model):
    """A person who may direct one tournament until it ends, independent of any role in its club.

    user: None until the invitation is accepted.
    user_name: the username of an invited person from another club; "" for members.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="arbiters")
    user = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="arbiter_of")
    user_name = models.CharField(max_length=80, blank=True, default="")
    made_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="arbiters_named"
    )
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("arbiter")
        verbose_name_plural = _("arbiters")
        ordering: ClassVar = ["made_at", "id"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.user_id}"


class DrawnRound(models.Model):
    """The draw of a round, without the manual seat changes, which are stored separately.

    draw: the number of the draw, as a round may be drawn several times.
    kind: the method of the draw; "final" if players are seated by rank.
    seed: the random seed; "" if players are seated by rank.
    tables: the ids of the players at each table.
    out: the ids of the players who sit out.
    published_at: when its tables were started; None while only the organisers can see it.
    dropped_at: when the round was taken back; None if it counts.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="drawn_rounds")
    round = models.PositiveSmallIntegerField()
    draw = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=10)
    seed = models.CharField(max_length=80, blank=True, default="")
    date = models.DateField()
    tables = models.JSONField(default=list)
    out = models.JSONField(default=list)
    drawn_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="rounds_drawn"
    )
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        changes: "RelatedManager[SeatChange]"

    class Meta:
        verbose_name = _("drawn round")
        verbose_name_plural = _("drawn rounds")
        ordering: ClassVar = ["round", "drawn_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "round"],
                condition=models.Q(dropped_at=None),
                name="drawn_round_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round}"


class SeatChange(models.Model):
    """A manual change of the seats of a drawn round; the row remains after an undo.

    player: the id of the player to swap, replace or give a fixed table.
    other: the id of the other player or the substitute; None for a fixed table.
    table: the number of the fixed table; None for the other kinds.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    drawn = models.ForeignKey(DrawnRound, models.CASCADE, related_name="changes")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="seat_changes")
    kind = models.CharField(max_length=10, choices=SeatChangeKind.choices)
    player = models.UUIDField()
    other = models.UUIDField(null=True, blank=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="seat_changes"
    )
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="seat_changes_undone"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("change of seats")
        verbose_name_plural = _("changes of seats")
        ordering: ClassVar = ["made_at", "id"]

    def __str__(self) -> str:
        return f"{self.drawn_id} {self.kind}"
