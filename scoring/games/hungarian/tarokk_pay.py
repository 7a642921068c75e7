"""Payments for eight and nine tarokks."""

from __future__ import annotations

from scoring.core.posting import DECLARER, Line
from scoring.core.table import Table
from scoring.games.hungarian.record import Record, Tarokks
from scoring.games.hungarian.seats import Sides
from scoring.games.hungarian.tables import (
    TAROKK_FIGURES,
    TAROKK_POINTS,
)


def build_tarokk_lines(record: Record, table: Table, sides: Sides) -> list[Line]:
    """Return the lines for eight or nine tarokks, declared or claimed afterwards.

    Source: scoring/RULEBOOK.md, section 1, "Payment", option `tarokk_counts`.
    """
    pair = table.rules.tarokk_counts == "pair"
    return [
        _build_line_between_sides(item, table, sides)
        if pair and item.declared
        else _build_line_to_holder(item, table, sides)
        for item in record.tarokks
    ]


def _build_line_between_sides(item: Tarokks, table: Table, sides: Sides) -> Line:
    factors = [TAROKK_POINTS[item.count], table.multiplier]
    side = sides.find_side(item.player)
    ours = side == DECLARER
    amount = factors[0] * factors[1]
    return Line(
        item="tarokks",
        code="hu.tarokks_pair_from" if ours else "hu.tarokks_pair_to",
        values={"player": item.player, "count": item.count, "sum": factors},
        points=sides.compute_points(amount if ours else -amount),
        figure=TAROKK_FIGURES[item.count],
        announced=True,
        side=side,
        by=item.player,
    )


def _build_line_to_holder(item: Tarokks, table: Table, sides: Sides) -> Line:
    if item.declared:
        members = sides.ours + sides.theirs
        code = "hu.tarokks_declared"
    else:
        members = sides.ours if item.player in sides.ours else sides.theirs
        code = f"hu.tarokks_claimed_{len(members) - 1}"
    factors = [TAROKK_POINTS[item.count], table.multiplier]
    amount = factors[0] * factors[1]
    points = dict.fromkeys(members, -amount)
    points[item.player] = amount * (len(members) - 1)
    return Line(
        item="tarokks",
        code=code,
        values={"player": item.player, "count": item.count, "sum": factors},
        points=points,
        figure=TAROKK_FIGURES[item.count],
        announced=item.declared,
        by=item.player,
    )
