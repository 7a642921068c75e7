"""The pool: payments at the deal, and winning or filling it by an announced pagat ultimo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.accounts import name_pot_account
from scoring.core.posting import DECLARER, OPPONENTS, Line, compute_kontra_factor
from scoring.core.table import Table
from scoring.games.romanian.record import Announcement
from scoring.games.romanian.revoke import split_pool_payment
from scoring.games.romanian.sides import Sides, find_opposing_side

POOL = "pool"
ACCOUNT = name_pot_account(POOL)


def compute_pool_at_deal(table: Table) -> int:
    """Return the content of the pool after the next deal, 0 without a pool.

    An announced pagat ultimo wins this amount.

    Source: scoring/RULEBOOK.md, section 4, "Pool".
    """
    if POOL not in table.pots:
        return 0
    return table.pots[POOL] + _compute_foundation(table) + 1


def _compute_foundation(table: Table) -> int:
    """Return the points that all players together owe the pool: 0 unless it is new or empty."""
    return len(table.seats) if not table.founded or not table.pots[POOL] else 0


def build_deal_lines(table: Table) -> list[Line]:
    """Return the lines for the deal: players fill an empty pool, and the dealer pays 1.

    Source: scoring/RULEBOOK.md, section 4, "Pool".
    """
    if POOL not in table.pots:
        return []
    lines = [_build_foundation_line(table.seats)] if _compute_foundation(table) else []
    dealer = table.dealer
    points = {dealer: -1, ACCOUNT: 1}
    lines.append(Line("dealer", "ro.dealer_pays", {"dealer": dealer}, points, by=dealer))
    return lines


def _build_foundation_line(seats: tuple[str, ...]) -> Line:
    points = {**dict.fromkeys(seats, -1), ACCOUNT: len(seats)}
    return Line("foundation", "ro.pool_foundation", {}, points)


def build_pool_lines(
    announcement: Announcement,
    sides: Sides,
    content: int,
    *,
    made: bool,
    offender: str | None = None,
) -> tuple[list[Line], int]:
    """Return the lines for an announced pagat ultimo, and the content of the pool after it.

    content: points in the pool before it, at least 1.
    offender: player who revoked in this hand, and whose side takes nothing from the pool.

    Source: scoring/RULEBOOK.md, section 4, "Pool" and "Revoke", and "Fine points" (taken and
    refilled: not founded).
    """
    winner = DECLARER if made else OPPONENTS
    barred = offender is not None and sides.find_side(offender) == winner
    if barred and made:
        return [], content
    lines = []
    values: dict[str, Any] = {"amount": content}
    if announcement.kontra:
        values["step"] = f"kontra.ro.{announcement.kontra}"
    if (made or announcement.kontra) and not barred:
        code = f"ro.pool_taken_kontra_{winner}" if announcement.kontra else "ro.pool_won"
        points = split_pool_payment(content, sides, side=winner, offender=offender)
        lines.append(_build_pool_line(announcement, code, values, points))
    if made and not announcement.kontra:
        seats = (*sides.declarer, *sides.opponents)
        return [*lines, _build_foundation_line(seats)], len(seats)
    filled = _build_pool_payment_line(
        announcement, sides, content, offender, loser=find_opposing_side(winner)
    )
    return [*lines, filled], filled.points[ACCOUNT] + (0 if lines else content)


def _build_pool_payment_line(
    announcement: Announcement, sides: Sides, content: int, offender: str | None, *, loser: str
) -> Line:
    """Return the line in which the losers pay the content of the pool again, times any kontra."""
    times = compute_kontra_factor(announcement.kontra)
    points = split_pool_payment(-content * times, sides, side=loser, offender=offender)
    if not announcement.kontra:
        return _build_pool_line(announcement, "ro.pool_lost", {"amount": content}, points)
    values = {"sum": [content, times], "step": f"kontra.ro.{announcement.kontra}"}
    return _build_pool_line(announcement, f"ro.pool_refilled_{loser}", values, points)


def _build_pool_line(
    announcement: Announcement, code: str, values: Mapping[str, Any], points: Mapping[str, int]
) -> Line:
    """Return a line of the pool; only the declarer's side can announce pagat ultimo."""
    return Line(
        item="pool",
        code=code,
        values=values,
        points={ACCOUNT: -sum(points.values()), **points},
        figure=announcement.figure,
        announced=True,
        kontra=announcement.kontra,
        side=DECLARER,
        by=announcement.by,
    )
