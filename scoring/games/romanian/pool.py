"""The pool: founded, paid into by the dealer, won or filled by an announced pagat ultimo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.accounts import pot_account, split
from scoring.core.posting import DECLARER, OPPONENTS, Line
from scoring.core.table import Table
from scoring.games.romanian.record import Announcement
from scoring.games.romanian.sides import Sides, other

POOL = "pool"
ACCOUNT = pot_account(POOL)


def pool_at_deal(table: Table) -> int:
    """What lies in the pool once the next hand is dealt, 0 without a pool.

    It is what an announced pagat ultimo wins now.

    Source: scoring/RULEBOOK.md, section 4, "Pool".
    """
    if POOL not in table.pots:
        return 0
    return (table.pots[POOL] or len(table.seats)) + 1


def deal_lines(table: Table) -> list[Line]:
    """What the deal moves: an empty pool is founded, the dealer puts in 1; nothing without a pool.

    Source: scoring/RULEBOOK.md, section 4, "Pool".
    """
    if POOL not in table.pots:
        return []
    lines = [] if table.pots[POOL] else [_foundation(table.seats)]
    dealer = table.dealer
    points = {dealer: -1, ACCOUNT: 1}
    lines.append(Line("dealer", "ro.dealer_pays", {"dealer": dealer}, points, by=dealer))
    return lines


def _foundation(seats: tuple[str, ...]) -> Line:
    points = {**dict.fromkeys(seats, -1), ACCOUNT: len(seats)}
    return Line("foundation", "ro.pool_foundation", {}, points)


def settle_pool(
    said: Announcement, sides: Sides, content: int, *, made: bool
) -> tuple[list[Line], int]:
    """Lines of an announced pagat ultimo and the pool's content after it.

    content: points in the pool before, at least 1.

    Source: scoring/RULEBOOK.md, section 4, "Pool", and "Fine points" (taken and refilled: not
    founded).
    """
    values: Mapping[str, Any]
    winner = DECLARER if made else OPPONENTS
    if said.kontra:
        step = f"kontra.ro.{said.kontra}"
        times = 1 << said.kontra
        values = {"amount": content, "step": step}
        taken = _take(said, sides, values, f"ro.pool_taken_kontra_{winner}", side=winner)
        values = {"sum": [content, times], "step": step}
        refill = _fill(said, sides, values, content * times, side=other(winner))
        return [taken, refill], content * times
    values = {"amount": content}
    if made:
        seats = (*sides.declarer, *sides.opponents)
        taken = _take(said, sides, values, "ro.pool_won", side=DECLARER)
        return [taken, _foundation(seats)], len(seats)
    return [_fill(said, sides, values, content, side=DECLARER)], 2 * content


def _take(
    said: Announcement, sides: Sides, values: Mapping[str, Any], code: str, *, side: str
) -> Line:
    content = values["amount"]
    points = {ACCOUNT: -content, **split(content, sides.members(side))}
    return _pool_line(said, code, values, points)


def _fill(
    said: Announcement, sides: Sides, values: Mapping[str, Any], amount: int, *, side: str
) -> Line:
    code = f"ro.pool_refilled_{side}" if said.kontra else "ro.pool_lost"
    points = {ACCOUNT: amount, **split(-amount, sides.members(side))}
    return _pool_line(said, code, values, points)


def _pool_line(
    said: Announcement, code: str, values: Mapping[str, Any], points: Mapping[str, int]
) -> Line:
    """Only the declarer announces a pagat ultimo, whoever then takes or fills the pool."""
    return Line(
        item="pool",
        code=code,
        values=values,
        points=points,
        figure=said.figure,
        announced=True,
        kontra=said.kontra,
        side=DECLARER,
        by=said.by,
    )
