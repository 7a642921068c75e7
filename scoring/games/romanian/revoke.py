"""The effect of a revoke: the offender's side cannot win, and the offender pays all its losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.core.accounts import split_evenly
from scoring.core.posting import DECLARER, Line, sum_points
from scoring.games.romanian.sides import Sides


def build_revoke_line(offender: str, sides: Sides, lines: Sequence[Line], *, total: int) -> Line:
    """Return the line that corrects the payments of a hand for the revoke of `offender`.

    lines: the payments between the sides.
    total: points that each opponent has paid (+) or received (-).

    Source: scoring/RULEBOOK.md, section 4, "Revoke"; S2.
    """
    side = sides.find_side(offender)
    gained = total if side == DECLARER else -total
    values: dict[str, Any] = {"player": offender}
    points: dict[str, int] = {}
    if gained >= 0:
        code = "ro.revoke_nobody_pays" if gained else "ro.revoke_even"
        points = {player: -amount for player, amount in sum_points(lines).items() if amount}
    else:
        partners = [player for player in sides.list_members(side) if player != offender]
        code = "ro.revoke_pays" if partners else "ro.revoke_alone"
        owed = sum_points(lines)
        points = {player: -owed[player] for player in partners}
        if partners:
            values["amount"] = sum(points.values())
            points[offender] = -values["amount"]
    return Line("revoke", code, values, points, side=side, by=offender)


def split_pool_payment(
    amount: int, sides: Sides, *, side: str, offender: str | None
) -> dict[str, int]:
    """Return the points that each player of `side` receives (+) from the pool or pays (-) into it.

    The players share the amount, except that an `offender` of that side makes the whole payment.

    Source: scoring/RULEBOOK.md, section 4, "Revoke" (the pool likewise).
    """
    if amount < 0 and offender is not None and sides.find_side(offender) == side:
        return {offender: amount}
    return split_evenly(amount, sides.list_members(side))
