"""Payments for honours drawn from the talon."""

from __future__ import annotations

from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.hungarian.record import TalonHonour
from scoring.games.hungarian.tables import (
    TALON_POINTS,
)


def build_talon_line(item: TalonHonour, table: Table) -> Line:
    """Return the line in which a player pays the dealer for an honour drawn from the talon.

    Source: scoring/RULEBOOK.md, section 1, option `talon_honours_to_dealer`.
    """
    factors = [TALON_POINTS[item.card], 2 if item.late else 1, table.multiplier]
    amount = factors[0] * factors[1] * factors[2]
    return Line(
        item="talon_honours",
        code="hu.talon_late" if item.late else "hu.talon",
        values={
            "player": item.player,
            "dealer": table.dealer,
            "card": f"card.{item.card}",
            "sum": factors,
        },
        points={item.player: -amount, table.dealer: amount},
        by=item.player,
    )
