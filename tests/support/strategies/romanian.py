"""Random legal hands of Romanian tarok; Taper uses these strategies with its own tables."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from scoring.core.table import Table
from scoring.games.romanian.tables import TABLES, TRICKS, Tables
from support.deals.romanian import deal_hand


def hands(table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for legal hand events."""
    others = [surrendered(table), michi(table) if table.rules.all_pass == "michi" else passed_out()]
    return st.one_of(played(table, TABLES), played(table, TABLES), abandoned(), *others)


def abandoned() -> st.SearchStrategy[dict[str, Any]]:
    return st.just({"type": "hand", "outcome": "abandoned"})


def passed_out() -> st.SearchStrategy[dict[str, Any]]:
    return st.just({"type": "hand", "outcome": "passed_out"})


@st.composite
def michi(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    takers = draw(st.lists(st.sampled_from(table.seats), min_size=TRICKS, max_size=TRICKS))
    taken = {player: takers.count(player) for player in table.seats if player in takers}
    return {"type": "hand", "outcome": "michi", "tricks_taken": taken}


@st.composite
def surrendered(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    return {
        "type": "hand",
        "outcome": "surrendered",
        "declarer": draw(st.sampled_from(table.seats)),
        **draw(_contract(table, TABLES).filter(lambda one: one["contract"] != "solo")),
        "honour_held": draw(st.booleans()),
    }


def offered(table: Table, tables: Tables) -> list[str]:
    """Return the contracts that the house rules allow."""
    by_option = {"unu": table.rules.unu, "trei": getattr(table.rules, "trei", True)}
    return [key for key in tables.contracts if by_option.get(key, True)]


@st.composite
def _contract(draw: st.DrawFn, table: Table, tables: Tables) -> dict[str, Any]:
    contract = draw(st.sampled_from(offered(table, tables)))
    level = draw(st.integers(1, tables.contracts[contract].levels))
    return {"contract": contract} | ({"level": level} if level > 1 else {})


@st.composite
def played(draw: st.DrawFn, table: Table, tables: Tables) -> dict[str, Any]:
    """Draw a hand that was dealt and played out."""
    rng = Random(draw(st.integers(0, 2**48)))
    first = draw(st.sampled_from(table.seats))
    return deal_hand(rng, list(table.seats), first, offered(table, tables))
