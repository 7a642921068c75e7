"""One session: who sits where, which game under which rules, at which stake."""

import uuid
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.core.game import AnyGame
from scoring.core.options import HouseRules, read_rules, rules_to_dict
from scoring.core.problem import Problem, RefusedError
from scoring.core.replay import open_table
from scoring.core.schema import RULES_SCHEMA
from scoring.core.table import Table
from scoring.document import Head
from scoring.games import GAMES
from tarokk_club.club.models.people import Club, Season, User

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from tarokk_club.club.models.hands import Change, Entry
    from tarokk_club.club.models.ledger import Balance, Booking
    from tarokk_club.club.models.seals import Statement


def nameless(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules without what people typed: the names of the club's own figures stay out of the
    chain of the history, as every free text does.
    """
    own = rules.get("own_figures")
    if not own:
        return rules
    bare = [{key: value for key, value in one.items() if key != "name"} for one in own]
    return {**rules, "own_figures": bare}


class UnderRules:
    """What is played under the frozen rules of one game."""

    game: Any
    rules: Any

    @property
    def played_game(self) -> AnyGame:
        """The game with its functions."""
        return GAMES[self.game]

    def frozen_rules(self) -> HouseRules:
        """The house rules as the game's own frozen value."""
        problems: list[Problem] = []
        game = self.played_game
        rules = read_rules(game.rules, game.presets, self.rules, problems)
        if problems:
            raise RefusedError(problems)
        return rules


class RuleSet(UnderRules, models.Model):
    """The house rules of a game as the club plays it, under the club's own name for them.

    A session begun with them keeps a frozen copy: nothing here is looked at again once it runs.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="rule_sets")
    name = models.CharField(_("name"), max_length=80)
    game = models.CharField(_("game"), max_length=30)
    rules = models.JSONField(_("house rules"))
    rules_preset = models.CharField(max_length=40, blank=True)
    rules_version = models.PositiveSmallIntegerField(default=RULES_SCHEMA)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("set of house rules")
        verbose_name_plural = _("sets of house rules")
        ordering: ClassVar = ["made_at", "id"]

    def __str__(self) -> str:
        return self.name


class Session(UnderRules, models.Model):
    """A table of one evening. Rules and stake are frozen in it; the row's version counts its
    writes.

    seats: ids of the players in playing order before the first deal; season, version, closed,
    hands_count, statements_count, last_hand_at and mayor are derived when something is written, and
    audited.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="sessions")
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="sessions"
    )
    date = models.DateField(_("date"))
    table_name = models.CharField(_("name of the table"), max_length=80, blank=True)
    game = models.CharField(_("game"), max_length=30)
    rules = models.JSONField(_("house rules"))
    rules_preset = models.CharField(max_length=40, blank=True)
    rules_version = models.PositiveSmallIntegerField(default=RULES_SCHEMA)
    # A decimal number with a point, as in the session document; empty where nobody plays for money.
    per_point = models.CharField(_("stake per point"), max_length=20, blank=True)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    seats = models.JSONField(_("seats"))
    first_dealer = models.UUIDField(_("first dealer"))
    version = models.PositiveIntegerField(default=0)
    closed = models.BooleanField(_("closed"), default=False)
    binned_at = models.DateTimeField(_("in the bin since"), null=True, blank=True)
    hands_count = models.PositiveIntegerField(default=0)
    statements_count = models.PositiveIntegerField(default=0)
    last_hand_at = models.DateTimeField(null=True, blank=True)
    # Who wears the hat after the last hand; empty where nobody lost the XXI.
    mayor = models.UUIDField(null=True, blank=True)
    created_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="sessions_made"
    )
    created_at = models.DateTimeField()

    if TYPE_CHECKING:
        entries: "RelatedManager[Entry]"
        changes: "RelatedManager[Change]"
        bookings: "RelatedManager[Booking]"
        balances: "RelatedManager[Balance]"
        statements: "RelatedManager[Statement]"

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        indexes: ClassVar = [models.Index(fields=["club", "-date"], name="session_by_date")]

    def __str__(self) -> str:
        return f"{self.date} {self.table_name}".strip()

    @property
    def has_fines(self) -> bool:
        """Whether the game knows fines."""
        return self.played_game.fine is not None

    @property
    def has_pots(self) -> bool:
        """Whether there is a pot under the house rules of the session."""
        return bool(self.opening().pots)

    def opening(self) -> Table:
        """The table before the first deal."""
        seats = tuple(self.seats)
        return open_table(self.played_game, self.frozen_rules(), seats, str(self.first_dealer))

    def take(self, head: Head) -> None:
        """Fill the fields that a document's head decides; its players must be ids.

        Date and title are checked before.
        """
        if head.day:
            self.date = head.day
        self.table_name = head.title or ""
        self.game = head.game.key
        self.rules = rules_to_dict(head.rules)
        self.rules_version = RULES_SCHEMA
        self.rules_preset = head.preset or ""
        self.per_point = head.stake.per_point if head.stake else ""
        self.currency = head.stake.currency if head.stake else ""
        self.seats = list(head.players)
        self.first_dealer = uuid.UUID(head.dealer)

    def facts(self) -> dict[str, Any]:
        """What was decided about the session, without free text: the history keeps it."""
        return {
            "game": self.game,
            "date": self.date.isoformat(),
            "rules": nameless(self.rules),
            "rules_preset": self.rules_preset,
            "rules_version": self.rules_version,
            "per_point": self.per_point,
            "currency": self.currency,
            "seats": list(self.seats),
            "first_dealer": str(self.first_dealer),
        }
