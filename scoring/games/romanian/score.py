"""Scoring of a hand of Romanian tarok or Taper, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.doubled_rounds import Doubling, extend_round
from scoring.core.posting import DECLARER, OPPONENTS, Line, Scored, compute_kontra_factor
from scoring.core.table import Table, TableChange, advance_table
from scoring.core.translation_marks import name_multiplier
from scoring.games.romanian.figures import (
    Fact,
    add_figure_payments,
    add_taroace_payments,
    collect_facts,
    is_fulfilled,
)
from scoring.games.romanian.payment_lines import PaymentPurpose, Payments
from scoring.games.romanian.pool import (
    ACCOUNT,
    POOL,
    build_deal_lines,
    build_pool_lines,
    compute_pool_at_deal,
)
from scoring.games.romanian.record import Michi, Played, Record, Surrendered
from scoring.games.romanian.revoke import build_revoke_line
from scoring.games.romanian.sides import split_into_sides
from scoring.games.romanian.tables import GAME, NO_HONOUR, Tables


def score_hand(record: Record, table: Table, *, tables: Tables) -> Scored:
    """Return the lines of a faultless `record` and the table after it.

    Source: scoring/RULEBOOK.md, sections 4 and 5.
    """
    lines = build_deal_lines(table)
    pool = compute_pool_at_deal(table)
    doubling = table.doubling
    if isinstance(record, Played):
        pool, doubling = _score_played_hand(record, table, tables, lines)
    elif isinstance(record, Surrendered):
        doubling = doubling.advance_one_hand()
        _score_surrendered_hand(record, table, tables, lines)
    elif isinstance(record, Michi):
        lines.append(_build_michi_line(record, table.multiplier))
        pool += lines[-1].points[ACCOUNT]
        doubling = extend_round(doubling.advance_one_hand(), tables.radler)
    elif record.outcome == "passed_out":
        lines.append(Line("passed_out", "ro.passed_out", {"hands": tables.radler}, {}))
        doubling = extend_round(doubling, tables.radler)
    else:
        lines.append(Line("abandoned", "ro.abandoned", {}, {}))
    pots = {POOL: pool} if POOL in table.pots else {}
    change = TableChange(deal_passes=True, pots=pots, doubling=doubling)
    named_lines = name_multiplier(lines, table.multiplier, "round.radler")
    return Scored(tuple(named_lines), advance_table(table, change))


def _build_michi_line(record: Michi, rate: int) -> Line:
    points = {player: -rate * tricks for player, tricks in record.taken}
    return Line("michi", "ro.michi", {"rate": rate}, {**points, ACCOUNT: -sum(points.values())})


def _score_surrendered_hand(
    record: Surrendered, table: Table, tables: Tables, lines: list[Line]
) -> None:
    sides = split_into_sides(table.seats, record.declarer, partner=None)
    payments = Payments(lines, sides, table.multiplier, solo=False)
    value = tables.contracts[record.contract].value
    values: dict[str, Any] = {"declarer": record.declarer, "level": record.level}
    values["contract"] = f"contract.{record.contract}"
    purpose = PaymentPurpose("surrender", OPPONENTS, record.declarer, GAME)
    payments.add(purpose, "ro.surrender", [-value, record.level], values)
    if not record.honour_held:
        purpose = PaymentPurpose("surrender_no_honour", OPPONENTS, record.declarer)
        payments.add(purpose, "ro.surrender_no_honour", [-NO_HONOUR], {"declarer": record.declarer})


def _score_played_hand(
    record: Played, table: Table, tables: Tables, lines: list[Line]
) -> tuple[int, Doubling]:
    sides = split_into_sides(table.seats, record.declarer, partner=record.partner)
    payments = Payments(lines, sides, table.multiplier, solo=record.contract == "solo")
    facts = collect_facts(record, sides)
    won = (record.declarer_points or 0) >= tables.needed
    between = len(lines)
    add_payments_between_sides(record, facts, tables, payments, won=won)
    if record.revoke is not None:
        lines.append(build_revoke_line(record.revoke, sides, lines[between:], total=payments.total))
    doubling = table.doubling.advance_one_hand()
    if payments.total == 0 and table.rules.hep_hep and record.revoke is None:
        lines.append(Line("hep_hep", "ro.hep_hep", {"hands": tables.radler}, {}))
        doubling = extend_round(doubling, tables.radler)
    pool = compute_pool_at_deal(table)
    for announcement in record.announced:
        if announcement.figure == "pagat_ultimo" and POOL in table.pots:
            made = is_fulfilled(announcement, facts.get("pagat_ultimo"), DECLARER)
            moved, pool = build_pool_lines(
                announcement, sides, pool, made=made, offender=record.revoke
            )
            lines += moved
    return pool, doubling


def add_payments_between_sides(
    record: Played, facts: Mapping[str, Fact], tables: Tables, payments: Payments, *, won: bool
) -> None:
    """Add the payments for the game (unless a valat replaces it), figures and taroace.

    won: whether the declarer won the game.

    Source: scoring/RULEBOOK.md, section 4, and "Fine points" (a valat made cancels the game).
    """
    if "valat" not in facts:
        _add_game_payment(record, tables, payments, won=won)
    add_figure_payments(record.announced, facts, tables, payments)
    if record.declarations:
        add_taroace_payments(record.declarations, tables, payments)


def _add_game_payment(record: Played, tables: Tables, payments: Payments, *, won: bool) -> None:
    value = tables.contracts[record.contract].value
    kontra, level = record.kontra_game, record.level
    code = ("ro.solo_" if payments.solo else "ro.game_") + ("won" if won else "lost")
    values: dict[str, Any] = {"contract": f"contract.{record.contract}", "level": level}
    values["points"] = record.declarer_points
    if kontra:
        code += "_kontra"
        values["step"] = f"kontra.ro.{kontra}"
    times = level if kontra or not won else 1
    purpose = PaymentPurpose(
        GAME, DECLARER if won else OPPONENTS, record.declarer, GAME, kontra=kontra
    )
    payments.add(
        purpose, code, [value if won else -value, times, compute_kontra_factor(kontra)], values
    )
