"""A whole session as a session document, hand after hand."""

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
from tools.demo.dealt import Dealt

# The function that deals and plays each game, in the module of that name.
DEALS: Mapping[str, Callable[[Table, Random], Dealt]] = MappingProxyType(
    {
        key: import_module(f"tools.demo.{key}").deal
        for key, game in GAMES.items()
        if game.lore.offered
    }
)
# Void hands do not move the deal; this limit ends a session after notice.
LONGEST_NOTICE = 60


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """The plan of a session.

    hands: number of hands, exceeded if notice is given.
    rules: as in the session document.
    stake: as in the session document.
    auctions: share of hands whose auction is recorded, 0 to 1.
    finished: whether the session is closed at the end.
    joins: number of hands after which a player joins, and the player.
    leaves: number of hands after which a player leaves, if enough others stay.
    adjusted: note of an adjustment in the middle of the session, "" for none.
    notice: whether a player gives notice after the last of `hands`.
    dealer: the first dealer, "" for a random one.
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
    adjusted: str = ""
    notice: bool = False
    dealer: str = ""


@dataclass(slots=True)
class _Book:
    """The events so far and the state of the table after them."""

    game: Game[Any, Any]
    table: Table
    totals: dict[str, int]
    events: list[dict[str, Any]] = field(default_factory=list)

    def add(self, raw: dict[str, Any]) -> None:
        step = apply_event(self.game, self.table, read_event(self.game, raw))
        if step.problems:
            raise RefusedError(list(step.problems), len(self.events) + 1, raw["type"])
        for line in step.lines:
            for account, points in line.points.items():
                self.totals[account] = self.totals.get(account, 0) + points
        self.table = step.after
        self.events.append(raw)

    def poorest(self) -> str:
        """Return the seated player with the fewest points."""
        return min(self.table.seats, key=lambda player: self.totals.get(player, 0))


def play_session(plan: SessionPlan, *, rng: Random) -> dict[str, Any]:
    """Return the session document of a session; the same plan and random numbers give the same
    document.

    Raise RefusedError if the scorer refuses what was dealt and played, which is a bug in either
        of the two.
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
    book = _Book(head.game, table, {})
    for number in range(plan.hands):
        _between(plan, book, number, rng)
        _play(plan, book, rng)
    if plan.notice:
        _play_after_notice(plan, book, rng)
    if plan.finished:
        book.add({"type": "end"})
    document["events"] = book.events
    return document


def _play(plan: SessionPlan, book: _Book, rng: Random, *, notice: bool = False) -> None:
    """Deal and add one hand.

    notice: if a player has the skiz, the player with the fewest points gives notice before the
        hand.
    """
    dealt = DEALS[plan.game](book.table, rng)
    if notice and dealt.skiz:
        book.add({"type": "notice", "player": book.poorest(), "skiz": dealt.skiz})
    for raw in dealt.before:
        book.add(raw)
    if rng.random() >= plan.auctions:
        dealt.event.pop("auction", None)
    book.add(dealt.event)


def _play_after_notice(plan: SessionPlan, book: _Book, rng: Random) -> None:
    """Play on after notice until no hands are left: the holder of the skiz deals once, but not a
    second time.
    """
    for _ in range(LONGEST_NOTICE):
        if count_hands_left(book.table) == (0, 0):
            return
        _play(plan, book, rng, notice=book.table.notice is None)


def _between(plan: SessionPlan, book: _Book, number: int, rng: Random) -> None:
    """Add the events before hand `number`, counted from 0: joins, leaves and adjustments."""
    seats = book.table.seats
    if plan.joins and plan.joins[0] == number and len(seats) < book.game.most:
        book.add({"type": "join", "player": plan.joins[1], "after": rng.choice(seats)})
    if plan.leaves == number and len(seats) > book.game.fewest:
        book.add({"type": "leave", "player": book.poorest()})
    if plan.adjusted and number == plan.hands // 2:
        giver, receiver = rng.sample(book.table.seats, 2)
        points = rng.randint(1, 5)
        book.add(
            {
                "type": "adjust",
                "points": {giver: -points, receiver: points},
                "note": plan.adjusted,
            }
        )
