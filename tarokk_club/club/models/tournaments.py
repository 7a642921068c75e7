"""Tournaments: settings, entrants, tables, charges, penalties and corrections."""

import uuid
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Count, Max, OuterRef, Q, Subquery, Sum
from django.utils.translation import gettext_lazy as _

from scoring.core.options import serialize_rules
from scoring.core.reader import RULES_SCHEMA
from scoring.document import Head, Stake
from tarokk_club.club.models.money import Charge
from tarokk_club.club.models.people import Club, Player, User
from tarokk_club.club.models.sessions import GameRulesMixin, Session
from tarokk_club.club.values.draws import Carry, DrawKind, Publishing
from tarokk_club.club.values.scales import LONGEST, Scale, parse_scale
from tarokk_club.club.values.table_points import Fifth, Reckoning
from tarokk_club.club.values.tournament_ties import parse_tie_breaks

if TYPE_CHECKING:
    import datetime

    from django.db.models.fields.related_descriptors import RelatedManager

    from tarokk_club.club.models.draws import Arbiter, DrawnRound


class Tournament(GameRulesMixin, models.Model):
    """A tournament, played in rounds of several tables under the same rules.

    turns: how often everybody deals in a round; 0 if the round is timed.
    minutes: the length of a round; 0 if the round is not timed.
    xxi_table: whether points for captured XXIs are counted in addition to the table points.
    check_in: whether only entrants who have arrived are drawn.
    schedule: all rounds drawn in advance, in the format of `StoredSchedule`.
    guarded: the number of rounds that stay locked because their result was final before.
    scale, scale_five, scale_three: the table points of each place; "" for the default.
    fifth: the table points of a fifth place if there is no scale.
    ties: the tie-breaks in their order; "" for the default.
    final_rounds: the number of rounds seated by rank, after `rounds`.
    team_best, club_best: how many members of a team or club count; 0 for all.
    publishing: whether players see a draw at once or after it is published.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    rounds = models.PositiveSmallIntegerField(default=1)
    turns = models.PositiveSmallIntegerField(default=0)
    minutes = models.PositiveSmallIntegerField(default=0)
    reckoning = models.CharField(max_length=10, choices=Reckoning.choices, default=Reckoning.TABLE)
    fifth = models.PositiveSmallIntegerField(choices=Fifth.choices, default=Fifth.FOUR)
    xxi_table = models.BooleanField(default=False)
    scale = models.CharField(max_length=LONGEST, blank=True, default="", db_default="")
    scale_five = models.CharField(max_length=LONGEST, blank=True, default="", db_default="")
    scale_three = models.CharField(max_length=LONGEST, blank=True, default="", db_default="")
    ties = models.CharField(max_length=80, blank=True, default="", db_default="")
    final_rounds = models.PositiveSmallIntegerField(default=0, db_default=0)
    carry = models.CharField(
        max_length=10, choices=Carry.choices, default=Carry.ALL, db_default=Carry.ALL.value
    )
    team_best = models.PositiveSmallIntegerField(default=0, db_default=0)
    club_best = models.PositiveSmallIntegerField(default=0, db_default=0)
    draw_kind = models.CharField(
        max_length=10,
        choices=DrawKind.choices,
        default=DrawKind.LOT,
        db_default=DrawKind.LOT.value,
    )
    publishing = models.CharField(
        max_length=10,
        choices=Publishing.choices,
        default=Publishing.AT_ONCE,
        db_default=Publishing.AT_ONCE.value,
    )
    check_in = models.BooleanField(default=False, db_default=False)
    schedule = models.JSONField(null=True, blank=True)
    game = models.CharField(_("game"), max_length=30)
    rules = models.JSONField(_("house rules"))
    rules_preset = models.CharField(max_length=40, blank=True)
    rules_version = models.PositiveSmallIntegerField(default=RULES_SCHEMA)
    per_point = models.CharField(_("stake per point"), max_length=20, blank=True)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    # The number of writes; polling pages detect changes by it.
    version = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()
    guarded = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)

    if TYPE_CHECKING:
        entrants: "RelatedManager[Entrant]"
        tables: "RelatedManager[TournamentTable]"
        charges: "RelatedManager[TournamentCharge]"
        penalties: "RelatedManager[Penalty]"
        corrections: "RelatedManager[TournamentCorrection]"
        arbiters: "RelatedManager[Arbiter]"
        drawn_rounds: "RelatedManager[DrawnRound]"

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering: ClassVar = ["-date", "-made_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def all_rounds(self) -> int:
        """The number of rounds including the final rounds."""
        return self.rounds + self.final_rounds

    @property
    def table_scale(self) -> Scale:
        """The table points of each place."""
        return parse_scale(self.scale, self.scale_five, self.scale_three, fifth=self.fifth)

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The tie-breaks in the order in which they apply."""
        return parse_tie_breaks(self.ties, self.reckoning)

    def find_last_round(self) -> int:
        """Return the number of the last started round, or 0.

        Tables whose session is in the bin are ignored.
        """
        tables = self.tables.filter(session__binned_at=None)
        last: int | None = tables.aggregate(last=Max("round"))["last"]
        return last or 0

    def has_begun(self) -> bool:
        """Return whether a round has begun, or is locked even if its tables are in the bin."""
        return self.guarded > 0 or self.find_last_round() > 0

    def is_over(self, *, last_round: int, open_tables: int) -> bool:
        """Return whether the last round has started and every table is closed.

        An open table prevents this even after its last hand, which can still be corrected.

        last_round: the number of the last round that has started.
        open_tables: the number of open tables.
        """
        return last_round >= self.all_rounds and not open_tables

    def is_final(self) -> bool:
        """Load the state of the tables, and return whether the tournament is over."""
        open_tables = Count("pk", filter=Q(session__closed=False))
        tables = self.tables.filter(session__binned_at=None).order_by()
        row = tables.aggregate(last=Max("round"), open=open_tables)
        return self.is_over(last_round=row["last"] or 0, open_tables=row["open"])

    def has_ended(self) -> bool:
        """Return whether the result of all planned rounds is final, or was final before."""
        return 0 < self.all_rounds <= self.guarded or self.is_final()

    def set_fields_from_head(self, head: Head) -> None:
        """Set the game, the rules and the stake from the head of a document, without saving."""
        self.game = head.game.key
        self.rules = serialize_rules(head.rules)
        self.rules_version = RULES_SCHEMA
        self.rules_preset = head.preset or ""
        self.per_point = head.stake.per_point if head.stake else ""
        self.currency = head.stake.currency if head.stake else ""

    def build_head(self, players: tuple[str, ...], *, title: str, day: "datetime.date") -> Head:
        """Return the head for the session of one table.

        The last player deals first, so that the first player leads.
        """
        return Head(
            game=self.played_game,
            rules=self.read_frozen_rules(),
            preset=self.rules_preset or None,
            players=players,
            dealer=players[-1],
            title=title,
            day=day,
            stake=Stake(self.currency, self.per_point) if self.per_point else None,
            events=[],
        )


class Entrant(models.Model):
    """A player who takes part in a tournament.

    full_name: whether guest pages of the tournament may show the full name.
    team, club_name: the team and the club that the player represents; "" for none.
    gone: whether the player left during the tournament; the results played still count.
    fixed_table: the number of the table at which the player always sits; None for any.
    rating: the player's rating at entry; None if unknown.
    reduced: whether the player pays the reduced fee.
    arrived_at: when the player was checked in; None before.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entered")
    full_name = models.BooleanField(
        _("full name on the tournament's guest page"),
        default=False,
        db_default=False,
    )
    team = models.CharField(max_length=80, blank=True, default="", db_default="")
    club_name = models.CharField(max_length=80, blank=True, default="", db_default="")
    gone = models.BooleanField(default=False, db_default=False)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    rating = models.PositiveIntegerField(null=True, blank=True)
    reduced = models.BooleanField(default=False, db_default=False)
    arrived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entered_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.player_id}"


class TournamentTable(models.Model):
    """A session that is a table of a round; a session in the bin does not count."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="tables")
    session = models.OneToOneField(Session, models.PROTECT, related_name="tournament_table")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("table of a tournament")
        verbose_name_plural = _("tables of tournaments")
        ordering: ClassVar = ["round", "number", "id"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round}/{self.number}"


class TournamentCharge(models.Model):
    """The link between a tournament and the charge of an entry fee or prize."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="charges")
    charge = models.OneToOneField(Charge, models.PROTECT, related_name="tournament_charge")

    class Meta:
        verbose_name = _("tournament charge")
        verbose_name_plural = _("tournament charges")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.charge_id}"


class Penalty(models.Model):
    """A penalty of a player with its reason; the row remains if the penalty is revoked.

    round: the number of the round; None if the penalty does not concern a single round.
    half_points: table points, counted in halves.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="penalties")
    player = models.ForeignKey(Player, models.PROTECT, related_name="penalties")
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    half_points = models.PositiveSmallIntegerField(default=0)
    points = models.PositiveIntegerField(default=0)
    reason = models.TextField(_("reason"), blank=True)
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="penalties_made"
    )
    made_at = models.DateTimeField()
    back_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="penalties_taken_back"
    )
    back_at = models.DateTimeField(null=True, blank=True)
    back_reason = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering: ClassVar = ["made_at", "id"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.player_id} {self.worth} {self.points}"

    @property
    def worth(self) -> Fraction:
        """The table points deducted."""
        return Fraction(self.half_points, 2)


class TournamentCorrection(models.Model):
    """A change of the settings or entrants after the result was final, with its reason.

    name_before, name_after: the old and the new name; both "" if it was not changed.
    before, after: the other changed settings, by field.
    entered, left: the ids of the players entered or removed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="corrections")
    name_before = models.CharField(max_length=80, blank=True, default="")
    name_after = models.CharField(max_length=80, blank=True, default="")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    entered = models.JSONField(default=list)
    left = models.JSONField(default=list)
    reason = models.TextField(_("reason"))
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="tournament_corrections"
    )
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("correction of a final result")
        verbose_name_plural = _("corrections of final results")
        ordering: ClassVar = ["made_at", "id"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.made_at}"


def build_version_sum_subquery(tournament: str) -> Subquery:
    """Return a subquery for the sum of the versions of a tournament's sessions.

    Every recorded hand changes the sum, so polling pages detect changes by it.

    tournament: the name of the outer query's field with the tournament.
    """
    tables = TournamentTable.objects.filter(tournament=OuterRef(tournament)).order_by()
    summed = tables.values("tournament").annotate(sum=Sum("session__version"))
    return Subquery(summed.values("sum"))
