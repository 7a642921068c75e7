"""Small Danish tables and hands, and their payments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.events import read_event
from scoring.core.posting import Line
from scoring.core.problem import RefusedError
from scoring.core.replay import Step, apply_event, open_table
from scoring.core.table import Table
from scoring.games.danish import DANISH
from scoring.games.danish.rules import DanishRules

THREE = ("Anna", "Bo", "Cai")
FOUR = (*THREE, "Dan")
LAST = {"winner": "Bo", "with": "other"}
EVEN = {"Anna": 26, "Bo": 26, "Cai": 26}


def fresh(players: tuple[str, ...] = THREE, **rules: bool) -> Table:
    return open_table(DANISH, DanishRules(**rules), players, "Anna")


def running(
    players: tuple[str, ...] = THREE, *, pagat: int = 100, king: int = 130, **rules: bool
) -> Table:
    """Return a table after its first deal, with these pots."""
    return replace(fresh(players, **rules), founded=True, pots={"pagat": pagat, "king": king})


def play(table: Table, **raw: Any) -> Step:
    return apply_event(DANISH, table, read_event(DANISH, {"type": "hand", **raw}))


def plain(table: Table, **raw: Any) -> Step:
    """Play a hand, by default with an ordinary last trick and even card points."""
    return play(table, **{"last_trick": LAST, "card_points": EVEN, **raw})


def lines_of(step: Step, item: str) -> list[Line]:
    assert not step.problems
    return [line for line in step.lines if line.item == item]


def only(step: Step, item: str) -> dict[str, int]:
    (line,) = lines_of(step, item)
    return dict(line.points)


def items(step: Step) -> list[str]:
    return [line.item for line in step.lines]


def faults(step: Step) -> list[tuple[str, str]]:
    assert not step.lines
    return [(problem.code, problem.field) for problem in step.problems]


def shape_faults(**raw: Any) -> list[tuple[str, str]]:
    with pytest.raises(RefusedError) as refused:
        read_event(DANISH, {"type": "hand", **raw})
    return [(problem.code, problem.field) for problem in refused.value.problems]
