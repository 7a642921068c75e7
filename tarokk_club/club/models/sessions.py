"""Sessions with their rules and stake, and the saved rule sets of a club."""

import json
import uuid
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.core.game import AnyGame
from scoring.core.options import HouseRules, read_rules, serialize_rules
from scoring.core.problem import Problem, RefusedError
from scoring.core.reader import RULES_SCHEMA
from scoring.core.replay import open_table
from scoring.core.table import Table
from scoring.document import Head, Stake
from scoring.games import GAMES
from tarokk_club.club.models.people import Club, Season, User

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from tarokk_club.club.models.confirmations import Confirmation
    from tarokk_club.club.models.hands import Change, Entry
    from tarokk_club.club.models.ledger import Balance, Posting


def strip_figure_names(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules without the names of the club's own figures.

    The hash chain of the history must not contain free text.
    """
    club_figures = rules.get("own_figures")
    if not club_figures:
        return rules
    bare = [
        {key: value for key, value in figure.items() if key != "name"} for figure in club_figures
    ]
    return {**rules, "own_figures": bare}


@lru_cache(maxsize=256)
def _read_rules_json(game_key: str, rules_json: str) -> HouseRules:
    # Cached, because every page of a session reads its rules, and clubs play by few.
    problems: list[Problem] = []
    game = GAMES[game_key]
    rules = read_rules(game.rules, game.presets, json.loads(rules_json), problems)
    if problems:
        raise RefusedError(problems)
    return rules


class GameRulesMixin:
    """A mixin for models that store a game and its rules."""

    game: Any
    rules: Any

    @property
    def played_game(self) -> AnyGame:
        """The game that the key in `game` refers to."""
        return GAMES[self.game]

    def read_frozen_rules(self) -> HouseRules:
        """Return the stored rules as house rules of the game.

        Raise RefusedError if the stored rules cannot be read.
        """
        return _read_rules_json(self.game, json.dumps(self.rules))


class RuleSet(GameRulesMixin, models.Model):
    """House rules of a club for one game, saved under a name.

    Sessions store a copy of the rules, so changes to this row do not affect them.
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


class Session(GameRulesMixin, models.Model):
    """A table on one evening, with its own copy of the rules and the stake.

    version: the number of the last line of its history.
    seats: the ids of the players in playing order at the first deal.

    Every write derives season, version, closed, hands_count, statements_count, last_hand_at and
    mayor, and the audit verifies them.
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
    # A decimal number with a point, as in the session document; empty without a stake.
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
    # The player who wears the hat after the last hand; None if nobody lost the XXI.
    mayor = models.UUIDField(null=True, blank=True)
    created_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="sessions_made"
    )
    created_at = models.DateTimeField()

    if TYPE_CHECKING:
        entries: "RelatedManager[Entry]"
        changes: "RelatedManager[Change]"
        postings: "RelatedManager[Posting]"
        balances: "RelatedManager[Balance]"
        confirmations: "RelatedManager[Confirmation]"

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        indexes: ClassVar = [
            models.Index(fields=["club", "-date"], name="session_by_date"),
            # Every page of a club counts its open sessions, and few sessions are open.
            models.Index(
                fields=["club", "-date", "-created_at"],
                name="open_session_by_date",
                condition=models.Q(binned_at=None, closed=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.table_name}".strip()

    @property
    def stake(self) -> Stake | None:
        """The money per point; None if the session is played for points only."""
        return Stake(self.currency, self.per_point) if self.per_point else None

    @property
    def read_only_reason(self) -> str:
        """The problem code if nothing can be entered in the session, else ""."""
        if self.binned_at:
            return "session_binned"
        if self.club.suspended_at:
            return "club_suspended"
        return "session_closed" if self.closed else ""

    @property
    def has_fines(self) -> bool:
        """Whether fines exist in the game."""
        return self.played_game.fine is not None

    @property
    def has_pots(self) -> bool:
        """Whether the house rules of the session have a pot."""
        return bool(self.build_opening_table().pots)

    def build_opening_table(self) -> Table:
        """Return the table before the first deal."""
        seats = tuple(self.seats)
        return open_table(self.played_game, self.read_frozen_rules(), seats, str(self.first_dealer))

    def set_fields_from_head(self, head: Head) -> None:
        """Set the fields of the session from the head of a document, without saving.

        head: its players must be ids, and its date and title valid; without a date, that of the
            session stays.
        """
        if head.day:
            self.date = head.day
        self.table_name = head.title or ""
        self.game = head.game.key
        self.rules = serialize_rules(head.rules)
        self.rules_version = RULES_SCHEMA
        self.rules_preset = head.preset or ""
        self.per_point = head.stake.per_point if head.stake else ""
        self.currency = head.stake.currency if head.stake else ""
        self.seats = list(head.players)
        self.first_dealer = uuid.UUID(head.dealer)

    def serialize_settings(self) -> dict[str, Any]:
        """Return the settings of the session for its history, without free text."""
        return {
            "game": self.game,
            "date": self.date.isoformat(),
            "rules": strip_figure_names(self.rules),
            "rules_preset": self.rules_preset,
            "rules_version": self.rules_version,
            "per_point": self.per_point,
            "currency": self.currency,
            "seats": list(self.seats),
            "first_dealer": str(self.first_dealer),
        }
