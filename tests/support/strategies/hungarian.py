"""Fixed tables and hands of Hungarian tarokk, for tests that read like sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.core.events import read_event
from scoring.core.game import Game
from scoring.core.options import read_rules
from scoring.core.posting import Line, sum_points
from scoring.core.problem import Problem, RefusedError
from scoring.core.replay import apply_event, open_table
from scoring.core.table import Table
from scoring.games.paskievics import PASKIEVICS

PLAYERS = ("Anna", "Béla", "Csaba", "Dóra", "Emil")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a hand.

    net: account to its points.
    after: table after the hand.
    """

    lines: tuple[Line, ...]
    net: dict[str, int]
    after: Table


def table_of(
    *, game: Game[Any, Any] = PASKIEVICS, players: int = 4, dealer: str = "Dóra", **rules: Any
) -> Table:
    """Return a new table with these house rules."""
    problems: list[Problem] = []
    chosen = read_rules(game.rules, game.presets, rules, problems)
    assert not problems, problems
    return open_table(game, chosen, PLAYERS[:players], dealer)


def hand(**changes: Any) -> dict[str, Any]:
    """Return a hand: three, won with 50 points by Anna with Csaba.

    changes: keys to replace, None to remove.
    """
    raw = {
        "type": "hand",
        "declarer": "Anna",
        "bid": "three",
        "partner": "Csaba",
        "declarer_points": 50,
        **changes,
    }
    return {key: item for key, item in raw.items() if item is not None}


def announced(figure: str, by: str = "Anna", kontra: int = 0) -> dict[str, Any]:
    """Return an announcement as JSON."""
    return {"figure": figure, "by": by, "kontra": kontra}


def faults(raw: dict[str, Any], table: Table, game: Game[Any, Any] = PASKIEVICS) -> list[Problem]:
    """Return the problems of the hand at this table."""
    try:
        return list(apply_event(game, table, read_event(game, raw)).problems)
    except RefusedError as refused:
        return refused.problems


def score(raw: dict[str, Any], table: Table, game: Game[Any, Any] = PASKIEVICS) -> Result:
    """Score a hand that must have no problems."""
    step = apply_event(game, table, read_event(game, raw))
    assert not step.problems, step.problems
    return Result(step.lines, sum_points(step.lines), step.after)


def value(raw: dict[str, Any], table: Table, game: Game[Any, Any] = PASKIEVICS) -> int:
    """Return the points that each of the two opponents pays, negative if they are paid."""
    return -score(raw, table, game).net["Béla"]


def after(raw: dict[str, Any], table: Table, game: Game[Any, Any] = PASKIEVICS) -> Table:
    """Return the table after the hand."""
    return score(raw, table, game).after
