"""A table of Romanian tarok or Taper, and the hands of its tests."""

from __future__ import annotations

from typing import Any

from scoring.core.events import read_event
from scoring.core.game import Game
from scoring.core.posting import sum_points
from scoring.core.problem import RefusedError
from scoring.core.replay import Step, apply_event, open_table
from scoring.core.table import Table
from scoring.games.romanian import ROMANIAN

PLAYERS = ("Ana", "Bogdan", "Carmen", "Dan")
BESIDE = ("foundation", "dealer", "pool")  # items that are not paid between the sides


def table_of(game: Game[Any, Any] = ROMANIAN, **rules: Any) -> Table:
    """Return a new table at which the last player deals."""
    players = PLAYERS[: game.fewest]
    return open_table(game, game.rules(**rules), players, players[-1])


def play(raw: dict[str, Any], at: Table | None = None, game: Game[Any, Any] = ROMANIAN) -> Step:
    """Score a hand that must have no problems."""
    step = apply_event(game, at or table_of(game), read_event(game, {"type": "hand", **raw}))
    assert step.problems == ()
    return step


def faults(
    raw: dict[str, Any], at: Table | None = None, game: Game[Any, Any] = ROMANIAN
) -> dict[str, str]:
    """Return the field and the code of each problem of the hand."""
    try:
        step = apply_event(game, at or table_of(game), read_event(game, {"type": "hand", **raw}))
    except RefusedError as refused:
        return {problem.field: problem.code for problem in refused.problems}
    return {problem.field: problem.code for problem in step.problems}


def net_between(
    raw: dict[str, Any], at: Table | None = None, game: Game[Any, Any] = ROMANIAN
) -> dict[str, int]:
    """Return the points of each player without the pool."""
    return sum_points([line for line in play(raw, at, game).lines if line.item not in BESIDE])


def value(raw: dict[str, Any], at: Table | None = None) -> int:
    """Return the points that Ana's side wins, two against two, without the pool."""
    net = net_between(raw, at)
    won = net["Ana"]
    assert net == {"Ana": won, "Carmen": won, "Bogdan": -won, "Dan": -won}
    return won


def announcement(figure: str, by: str, kontra: int = 0) -> dict[str, Any]:
    """Return an announcement."""
    return {"figure": figure, "by": by, "kontra": kontra}


DOI: dict[str, Any] = {
    "declarer": "Ana",
    "contract": "doi",
    "called": "hearts",
    "partner": "Carmen",
}
WON, LOST = {"declarer_points": 36}, {"declarer_points": 35}
ALL: dict[str, Any] = {"tricks": "all", "declarer_points": 70}
NONE: dict[str, Any] = {"tricks": "none", "declarer_points": 0}
OURS: dict[str, dict[str, Any]] = {
    "trula": {"trula": "declarer"},
    "toti_regii": {"toti_regii": "declarer"},
    "luna_prinsa": {"luna_prinsa": {"by": "Carmen", "from": "Dan"}},
    "pagat_ultimo": {"pagat_ultimo": {"by": "Ana", "made": True}},
    "rege_ultimo": {"rege_ultimo": {"made": True}},
}
THEIRS: dict[str, dict[str, Any]] = {
    "trula": {"trula": "opponents"},
    "toti_regii": {"toti_regii": "opponents"},
    "luna_prinsa": {"luna_prinsa": {"by": "Dan", "from": "Ana"}},
    "pagat_ultimo": {"pagat_ultimo": {"by": "Dan", "made": True}},
}
PAGAT: dict[str, Any] = {**DOI, **WON, "announced": [announcement("pagat_ultimo", "Ana")]}
MADE: dict[str, Any] = {"pagat_ultimo": {"by": "Ana", "made": True}}
MICHI: dict[str, Any] = {"outcome": "michi", "tricks_taken": {"Ana": 7, "Dan": 5}}
SURRENDER: dict[str, Any] = {"outcome": "surrendered", "declarer": "Ana", "contract": "doi"}
