"""Play a whole session and write it as a session document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import Any

from scoring.core.events import read_event
from scoring.core.game import Game
from scoring.core.problem import RefusedError
from scoring.core.replay import apply_event, open_table
from scoring.core.table import Table, count_hands_left
from scoring.document import FORMAT, VERSION, read_head
from scoring.games import GAMES
from tools.demo.dealt import DealtHand

# Game to the function that deals and plays a hand, from the module with the game's name.
DEALS: Mapping[str, Callable[[Table, Random], DealtHand]] = MappingProxyType(
    {
        key: import_module(f"tools.demo.{key}").deal
        for key, game in GAMES.items()
        if game.info.offered
    }
)
# Void hands do not move the deal, so the hands after notice need a limit.
MAX_HANDS_AFTER_NOTICE = 60


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """The plan of a session.

    hands: number of hands before notice.
    rules: house rules as in a session document.
    stake: stake as in a session document.
    auctions: share of hands whose auction is recorded, 0 to 1.
    finished: whether the session is closed at the end.
    joins: number of hands after which a player joins, and the player.
    leaves: number of hands after which a player leaves, if enough others stay.
    adjustment_note: note of an adjustment in the middle of the session, "" for none.
    notice: whether a player gives notice at the end.
    dealer: first dealer, "" for a random one.
    """

    game: str
    players: tuple[str, ...]
    hands: int
    rules: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    day: date | None = None
    stake: Mapping[str, str] | None = None
    auctions: float = 0.3
    finished: bool = True
    joins: tuple[int, str] | None = None
    leaves: int | None = None
    adjustment_note: str = ""
    notice: bool = False
    dealer: str = ""


@dataclass(slots=True)
class _SessionBuilder:
    """The events of a session so far, and the table after them."""

    game: Game[Any, Any]
    table: Table
    totals: dict[str, int]
    events: list[dict[str, Any]] = field(default_factory=list)

    def add(self, raw: dict[str, Any]) -> None:
        """Add an event.

        Raise RefusedError if the scorer refuses the event.
        """
        step = apply_event(self.game, self.table, read_event(self.game, raw))
        if step.problems:
            raise RefusedError(list(step.problems), len(self.events) + 1, raw["type"])
        for line in step.lines:
            for account, points in line.points.items():
                self.totals[account] = self.totals.get(account, 0) + points
        self.table = step.after
        self.events.append(raw)

    def find_poorest_player(self) -> str:
        """Return the seated player with the fewest points."""
        return min(self.table.seats, key=lambda player: self.totals.get(player, 0))


def play_session(plan: SessionPlan, *, rng: Random) -> dict[str, Any]:
    """Play a session and return its document, which depends only on the plan and `rng`.

    Raise RefusedError if the scorer refuses an event, which is a bug of the scorer or the player.
    """
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": plan.game,
        "rules": dict(plan.rules),
        "players": list(plan.players),
        "dealer": plan.dealer or rng.choice(plan.players),
    }
    if plan.title:
        document["title"] = plan.title
    if plan.day:
        document["date"] = plan.day.isoformat()
    if plan.stake:
        document["stake"] = dict(plan.stake)
    document["events"] = []
    head = read_head(document)
    table = open_table(head.game, head.rules, head.players, head.dealer)
    builder = _SessionBuilder(head.game, table, {})
    for number in range(plan.hands):
        _add_events_before_hand(plan, builder, number, rng)
        _add_hand(plan, builder, rng)
    if plan.notice:
        _add_hands_after_notice(plan, builder, rng)
    if plan.finished:
        builder.add({"type": "end"})
    document["events"] = builder.events
    return document


def _add_hand(
    plan: SessionPlan, builder: _SessionBuilder, rng: Random, *, notice: bool = False
) -> None:
    """Deal, play and add a hand.

    notice: whether the player with the fewest points gives notice first, if the skiz was dealt.
    """
    dealt = DEALS[plan.game](builder.table, rng)
    if notice and dealt.skiz_holder:
        builder.add(
            {"type": "notice", "player": builder.find_poorest_player(), "skiz": dealt.skiz_holder}
        )
    for raw in dealt.events_before:
        builder.add(raw)
    if rng.random() >= plan.auctions:
        dealt.event.pop("auction", None)
    builder.add(dealt.event)


def _add_hands_after_notice(plan: SessionPlan, builder: _SessionBuilder, rng: Random) -> None:
    """Give notice and add the remaining hands, until the holder of the skiz has dealt once more."""
    for _ in range(MAX_HANDS_AFTER_NOTICE):
        if count_hands_left(builder.table) == (0, 0):
            return
        _add_hand(plan, builder, rng, notice=builder.table.notice is None)


def _add_events_before_hand(
    plan: SessionPlan, builder: _SessionBuilder, number: int, rng: Random
) -> None:
    """Add the player who joins or leaves before a hand, and the adjustment.

    number: number of the hand, from 0.
    """
    seats = builder.table.seats
    if plan.joins and plan.joins[0] == number and len(seats) < builder.game.most:
        builder.add({"type": "join", "player": plan.joins[1], "after": rng.choice(seats)})
    if plan.leaves == number and len(seats) > builder.game.fewest:
        builder.add({"type": "leave", "player": builder.find_poorest_player()})
    if plan.adjustment_note and number == plan.hands // 2:
        giver, receiver = rng.sample(builder.table.seats, 2)
        points = rng.randint(1, 5)
        builder.add(
            {
                "type": "adjust",
                "points": {giver: -points, receiver: points},
                "note": plan.adjustment_note,
            }
        )
