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
from scoring.core.replay import apply, open_table
from scoring.core.table import Table, hands_left
from scoring.document import FORMAT, VERSION, read_head
from scoring.games import GAMES
from tools.demo.dealt import Dealt

# Who deals and plays each game, in the module that bears its name.
DEALS: Mapping[str, Callable[[Table, Random], Dealt]] = MappingProxyType(
    {
        key: import_module(f"tools.demo.{key}").deal
        for key, game in GAMES.items()
        if game.lore.offered
    }
)
# Void hands are dealt again by the same player; this keeps an evening after a notice finite.
LONGEST_NOTICE = 60


@dataclass(frozen=True, slots=True)
class Evening:
    """What a session is to be.

    hands: how many, some more when notice is given to end it; rules, stake: as in the document;
    auctions: the share of hands whose auction is recorded; finished: closed at the end; joins:
    (after so many hands, who); leaves: after so many hands one gets up, if enough stay; adjusted:
    the note of an adjustment in mid-session; notice: one gives notice after the last of `hands`;
    dealer: who deals first, "" where the lot decides.
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
    """The events so far and the table after them."""

    game: Game[Any, Any]
    table: Table
    totals: dict[str, int]
    events: list[dict[str, Any]] = field(default_factory=list)

    def add(self, raw: dict[str, Any]) -> None:
        step = apply(self.game, self.table, read_event(self.game, raw))
        if step.problems:
            raise RefusedError(list(step.problems), len(self.events) + 1, raw["type"])
        for line in step.lines:
            for account, points in line.points.items():
                self.totals[account] = self.totals.get(account, 0) + points
        self.table = step.after
        self.events.append(raw)

    def poorest(self) -> str:
        """Who sits there with the least points."""
        return min(self.table.seats, key=lambda player: self.totals.get(player, 0))


def evening(plan: Evening, *, rng: Random) -> dict[str, Any]:
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
        _run_out(plan, book, rng)
    if plan.finished:
        book.add({"type": "end"})
    document["events"] = book.events
    return document


def _play(plan: Evening, book: _Book, rng: Random, *, notice: bool = False) -> None:
    """One deal; notice: the poorest gives notice before it, if somebody gets the skiz."""
    dealt = DEALS[plan.game](book.table, rng)
    if notice and dealt.skiz:
        book.add({"type": "notice", "player": book.poorest(), "skiz": dealt.skiz})
    for raw in dealt.before:
        book.add(raw)
    if rng.random() >= plan.auctions:
        dealt.event.pop("auction", None)
    book.add(dealt.event)


def _run_out(plan: Evening, book: _Book, rng: Random) -> None:
    """The skiz deals and does not deal: play on until it would be his turn a second time."""
    for _ in range(LONGEST_NOTICE):
        if hands_left(book.table) == (0, 0):
            return
        _play(plan, book, rng, notice=book.table.notice is None)


def _between(plan: Evening, book: _Book, number: int, rng: Random) -> None:
    """What happens at the table before hand `number`, from 0."""
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
