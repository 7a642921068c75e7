"""Random rules, tables and sessions of any game, for the tests that all games share."""

from __future__ import annotations

import importlib
from typing import Any

from hypothesis import strategies as st

from scoring.core import options
from scoring.core.events import read_event
from scoring.core.game import Game
from scoring.core.replay import Step, apply_event, open_table
from scoring.core.table import Table

NAMES = ("Anna", "Béla", "Csaba", "Dóra", "Emil")
_WORTH = st.none() | st.integers(0, 40)
OWN = st.lists(
    st.fixed_dictionaries(
        {
            "key": st.sampled_from(("pheasant", "hat_2", "x")),
            "name": st.sampled_from(("Fácán", "The 100% hat", "own:x")),
            "silent": _WORTH,
            "announced": _WORTH,
        }
    ),
    max_size=2,
    unique_by=lambda figure: figure["key"],
)
PAIR = st.tuples(st.integers(0, 60), st.integers(0, 90)).map(list)


def hands(table: Table, game: Game[Any, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return the game's strategy for legal hands at `table`."""
    module = importlib.import_module(f"support.strategies.{game.key}")
    strategy: st.SearchStrategy[dict[str, Any]] = module.hands(table)
    return strategy


def _values(item: options.Option) -> st.SearchStrategy[Any]:
    if item.kind == options.FLAG:
        return st.booleans()
    if item.kind == options.CHOICE:
        return st.sampled_from(item.choices)
    if item.kind == options.WHOLE:
        lowest, highest = item.choices or (0, 50)
        return st.integers(lowest, highest)
    if item.kind == options.SUBSET:
        return st.lists(st.sampled_from(item.choices), unique=True)
    if item.kind == options.OWN:
        return OWN
    if item.kind == options.PAIR:
        return PAIR
    return st.none() | st.fixed_dictionaries(dict.fromkeys(item.choices, PAIR))


@st.composite
def rules(draw: st.DrawFn, game: Game[Any, Any]) -> Any:
    """Draw house rules: a preset with some options changed, without contradictions."""
    raw: dict[str, Any] = {}
    if game.presets:
        raw["preset"] = draw(st.sampled_from(sorted(game.presets)))
    known = options.list_options(game.rules)
    for item in draw(
        st.lists(st.sampled_from(known), max_size=4, unique_by=lambda each: each.name)
    ):
        raw[item.name] = draw(_values(item))
    problems: list[Any] = []
    found = options.read_rules(game.rules, game.presets, raw, problems)
    assert not problems
    if game.check_rules(found):
        return options.read_rules(game.rules, game.presets, {}, problems)
    return found


@st.composite
def tables(draw: st.DrawFn, game: Game[Any, Any]) -> Table:
    """Draw a new table with random rules, players and dealer."""
    size = draw(st.integers(game.fewest, game.most))
    players = NAMES[:size]
    return open_table(game, draw(rules(game)), players, draw(st.sampled_from(players)))


@st.composite
def evenings(draw: st.DrawFn, game: Game[Any, Any], longest: int = 6) -> list[Step]:
    """Draw a few legal hands in a row, as scored steps."""
    table = draw(tables(game))
    steps: list[Step] = []
    for _ in range(draw(st.integers(1, longest))):
        raw = draw(hands(table, game))
        step = apply_event(game, table, read_event(game, raw))
        assert not step.problems, (raw, step.problems)
        steps.append(step)
        table = step.after
    return steps
