"""Random legal hands of Magas tarokk, and of Zebi with its own tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from scoring.core.game import Game
from scoring.core.table import Table
from scoring.games.hungarian.seats import Sides, split_into_sides
from scoring.games.hungarian.tables import BANDS, RANKS, SUITS, Figure
from scoring.games.magas import MAGAS
from scoring.games.magas.tables import FIGURES
from scoring.games.paskievics.tables import FIGURES as COMMON
from support.strategies.paskievics import played_hands, unplayed_hands, void_hands
from support.strategies.pruning import pruned

_EMPTY = {"all": "opponents", "none": "declarer", "split": None}


def hands(table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for legal hand events."""
    return hands_with(table, FIGURES, MAGAS)


@st.composite
def hands_with(
    draw: st.DrawFn, table: Table, figures: Mapping[str, Figure], game: Game[Any, Any]
) -> dict[str, Any]:
    """Draw a legal hand event of the game; five of seven are played."""
    kind = draw(st.sampled_from(("played",) * 5 + ("void", "short")))
    if kind == "void":
        return draw(void_hands(table))
    if kind == "short":
        return draw(unplayed_hands(table))
    raw = draw(played_hands(table, COMMON))
    if raw.get("outcome") == "passed_out":
        return raw
    sides = split_into_sides(table, raw["declarer"], raw["partner"])
    empty = _EMPTY[BANDS[raw["result"]].tricks if "result" in raw else raw["tricks"]]
    everybody = sides.ours + sides.theirs
    if draw(st.booleans()):
        by = draw(st.sampled_from(everybody))
        raw["sas_ultimo"] = {"by": by, "made": sides.find_side(by) != empty and draw(st.booleans())}
    raw |= draw(first_tricks(sides, empty))
    rows = [row for key, row in figures.items() if key not in COMMON]
    raw["announced"] += draw(st.lists(_draw_announcement(rows, table, sides, empty), max_size=5))
    return pruned(raw, table, game)


@st.composite
def first_tricks(draw: st.DrawFn, sides: Sides, empty: str | None) -> dict[str, Any]:
    """Draw silent figures of the first trick."""
    raw: dict[str, Any] = {}
    cards = draw(st.lists(st.sampled_from(("pagat", "sas")), unique=True))
    if cards:
        raw["facan"] = []
    for card in cards:
        by = draw(st.sampled_from(sides.ours + sides.theirs))
        made = sides.find_side(by) != empty and draw(st.booleans())
        raw["facan"].append({"card": card, "by": by, "made": made})
    if draw(st.integers(0, 3)) == 0:
        side = draw(st.sampled_from(("declarer", "opponents")))
        raw["paros_facan"] = {"by": side, "made": side != empty and draw(st.booleans())}
    return raw


@st.composite
def _draw_announcement(
    draw: st.DrawFn, rows: list[Figure], table: Table, sides: Sides, empty: str | None
) -> dict[str, Any]:
    """Draw an announcement of a figure that Paskievics does not have."""
    row = draw(st.sampled_from(rows))
    by = draw(st.sampled_from(sides.ours + sides.theirs))
    raw: dict[str, Any] = {"figure": row.key, "by": by}
    raw["kontra"] = draw(st.integers(0, table.rules.max_kontra))
    if row.voidable and draw(st.booleans()):
        raw["void"] = True
    elif row.has_result:
        raw["made"] = sides.find_side(by) != empty and draw(st.booleans())
    if row.suited:
        raw["suit"] = draw(st.sampled_from(SUITS))
    if row.ranked:
        raw["rank"] = draw(st.sampled_from(sorted(RANKS)))
    return raw
