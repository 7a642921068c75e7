"""Random legal hands of Danish tarok, each played out."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from scoring.core.table import Table
from support.deals.danish import deal_hand

SEEDS = st.integers(0, 2**48)
REASONS = st.sampled_from(({}, {"reason": "wrong_deal"}, {"reason": "no_trumps"}))


def playing(table: Table) -> list[str]:
    """Return the three active players: of four, all but the one opposite the dealer."""
    seats = list(table.seats)
    if len(seats) == 4:
        del seats[(seats.index(table.dealer) + 2) % 4]
    return seats


@st.composite
def hands(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    """Draw a legal hand event with any outcome."""
    players = playing(table)
    outcome = draw(st.sampled_from(["played"] * 6 + ["misdeal", "abandoned"]))
    raw: dict[str, Any] = {"type": "hand", "outcome": outcome}
    if outcome == "misdeal":
        raw |= draw(REASONS)
        return raw | ({"player": draw(st.sampled_from(players))} if draw(st.booleans()) else {})
    played = deal_hand(Random(draw(SEEDS)), players, table.dealer, count=table.rules.count)
    if outcome == "played":
        return played
    begun = played["in_play"][: draw(st.integers(0, 3))]
    return raw | {"declarations": played["declarations"], "in_play": begun}
