"""The ultimo pot: payments for void hands and for announced pagát ultimos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.accounts import name_pot_account, split_evenly
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.hungarian.played_hand import PlayedHand
from scoring.games.hungarian.seats import order_side_from
from scoring.games.hungarian.tables import (
    PAGAT_ULTIMO,
    POT_LIMIT,
    VOID_TO_POT,
)

ULTIMO = "ultimo"
POT = name_pot_account(ULTIMO)


def build_void_pot_line(table: Table) -> Line:
    """Return the line in which everybody at the table pays into the pot for a void hand.

    Source: scoring/RULEBOOK.md, section 1, "Ultimo pot".
    """
    points = dict.fromkeys(table.seats, -VOID_TO_POT)
    points[POT] = VOID_TO_POT * len(table.seats)
    return Line("pot", "hu.pot_void", {"amount": VOID_TO_POT}, points)


def build_pot_lines(hand: PlayedHand, table: Table) -> tuple[list[Line], Mapping[str, int]]:
    """Return the lines of announced pagát ultimos that move the pot, and the pots after them.

    Source: scoring/RULEBOOK.md, section 1, "Ultimo pot", and "Fine points".
    """
    pots = table.pots
    if ULTIMO not in pots or not hand.announced:
        return [], pots
    content, lines = pots[ULTIMO], []
    for item, side in hand.announced:
        amount = min(content, POT_LIMIT[len(table.seats)])
        if item.figure != PAGAT_ULTIMO or amount == 0:
            continue
        made = hand.made.get(PAGAT_ULTIMO) == side
        received = amount if made else -amount
        content -= received
        points = {
            **split_evenly(received, order_side_from(table, hand.sides, item.by)),
            POT: -received,
        }
        code = "hu.pot_won" if made else "hu.pot_doubled"
        values: dict[str, Any] = {"by": item.by, "amount": amount}
        lines.append(
            Line(
                item="pot",
                code=code,
                values=values,
                points=points,
                figure=PAGAT_ULTIMO,
                announced=True,
                kontra=item.kontra,
                side=side,
                by=item.by,
            )
        )
    return lines, {**pots, ULTIMO: content}
