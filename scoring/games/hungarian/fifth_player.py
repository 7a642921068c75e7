"""The share of the dealer, who sits out as the fifth player, in the payments of a hand."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.core.accounts import split_evenly
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.hungarian.seats import Sides, find_player_sitting_out


def build_dealer_lines(lines: Sequence[Line], table: Table, sides: Sides) -> list[Line]:
    """Return at most one line, in which the dealer who sits out wins or loses like an opponent.

    A line without a side is a payment between players, in which the dealer has no share.

    Source: scoring/RULEBOOK.md, section 1, option `dealer_shares`, and "Fine points".
    """
    dealer = find_player_sitting_out(table)
    if dealer is None or not table.rules.dealer_shares:
        return []
    opponent = sides.theirs[0]
    # A void figure, whose card the other side holds, has a line of no points.
    total = -sum(line.points.get(opponent, 0) for line in lines if line.side is not None)
    if total == 0:
        return []
    code = "hu.dealer_pays" if total > 0 else "hu.dealer_receives"
    values = {"dealer": dealer, "amount": abs(total)}
    points = {**split_evenly(total, sides.ours), dealer: -total}
    return [Line("dealer_share", code, values, points, by=dealer)]
