"""Random legal hands of Illustrated tarokk: those of Paskievics with the added figures."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scoring.core.table import Table
from scoring.games.hungarian.seats import Sides, split_into_sides
from scoring.games.hungarian.tables import BANDS, SUITS
from scoring.games.illustrated import ILLUSTRATED
from scoring.games.illustrated.tables import ADDED
from scoring.games.paskievics.tables import FIGURES as PASKIEVICS_FIGURES
from support.strategies.paskievics import played_hands, unplayed_hands, void_hands
from support.strategies.pruning import pruned

_EMPTY = {"all": "opponents", "none": "declarer", "split": None}


@st.composite
def hands(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    """Draw a legal hand event; five of seven are played."""
    kind = draw(st.sampled_from(("played",) * 5 + ("void", "short")))
    if kind == "void":
        return draw(void_hands(table))
    if kind == "short":
        return draw(unplayed_hands(table))
    raw = draw(played_hands(table, PASKIEVICS_FIGURES))
    if raw.get("outcome") == "passed_out":
        return raw
    sides = split_into_sides(table, raw["declarer"], raw["partner"])
    empty = _EMPTY[BANDS[raw["result"]].tricks if "result" in raw else raw["tricks"]]
    if table.rules.sas and draw(st.booleans()):
        by = draw(st.sampled_from(sides.ours + sides.theirs))
        pagat_won = raw.get("pagat_ultimo", {}).get("made")
        made = sides.find_side(by) != empty and not pagat_won and draw(st.booleans())
        raw["sas_ultimo"] = {"by": by, "made": made}
    added = draw(st.lists(_added(table, sides, empty), max_size=4))
    raw["announced"] += added
    return pruned(raw, table, ILLUSTRATED)


@st.composite
def _added(draw: st.DrawFn, table: Table, sides: Sides, empty: str | None) -> dict[str, Any]:
    """Draw an announcement of an added figure that the rules allow."""
    rows = [row for row in ADDED.values() if row.rule is None or getattr(table.rules, row.rule)]
    row = draw(st.sampled_from(rows))
    by = draw(st.sampled_from(sides.ours + sides.theirs))
    raw: dict[str, Any] = {"figure": row.key, "by": by}
    raw["kontra"] = draw(st.integers(0, table.rules.max_kontra))
    if row.has_result:
        raw["made"] = sides.find_side(by) != empty and draw(st.booleans())
    if row.suited:
        raw["suit"] = draw(st.sampled_from(SUITS))
    return raw
