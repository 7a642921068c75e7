"""A hand in the making: what the deal moved, what is still at stake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from scoring.core.game import Check, Preview, Stake
from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.core.schema import RECORD_SCHEMA
from scoring.core.table import Table, TableOf
from scoring.games.romanian.figures import Fact
from scoring.games.romanian.pay import Payments
from scoring.games.romanian.pool import deal_lines
from scoring.games.romanian.record import Michi, Played, Record, read
from scoring.games.romanian.rules import FamilyRules
from scoring.games.romanian.score import pay_between_sides, score
from scoring.games.romanian.sides import sides_of
from scoring.games.romanian.tables import TRICKS, Tables

Own = TypeVar("Own", bound=FamilyRules)


def preview(
    raw: Mapping[str, Any], table: TableOf[Own], *, tables: Tables, check: Check[Own, Record]
) -> Preview:
    """What the unfinished hand `raw` moves already, and its best and worst.

    These are given once declarer and contract are known; the tricks of a michi-michi pay at once.

    While the partner is not named (no key "partner"; null is alone) a stake holds the declarer's
    share alone, for two against two, and does not add up to zero. The pool is not in the stakes:
    `pool_at_deal` tells it.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """
    problems: list[Problem] = []
    reader = Reader(raw, problems)
    reader.get("type")
    reader.get("note")
    record = read(reader, tables=tables)
    if record is not None:
        problems += check(record, table, schema=RECORD_SCHEMA)
        if not problems:
            return Preview(tuple(score(record, table, tables=tables).lines), (), complete=True)
    faults = tuple(problem for problem in problems if problem.code != "missing")
    if isinstance(record, Michi) and all(_unfinished(problem) for problem in faults):
        return Preview(tuple(score(record, table, tables=tables).lines), (), complete=False)
    stakes: tuple[Stake, ...] = ()
    if isinstance(record, Played) and not faults:
        told = not tables.called_king or "partner" in raw
        stakes = (
            _stake("stake_best", record, table, tables, told=told),
            _stake("stake_worst", record, table, tables, told=told),
        )
    return Preview(tuple(deal_lines(table)), faults, complete=False, stakes=stakes)


def _unfinished(problem: Problem) -> bool:
    """Tricks of a michi-michi that are still to be played are no fault yet."""
    return problem.code == "ro.tricks_wrong" and problem.values["taken"] < TRICKS


def _stake(code: str, record: Played, table: Table, tables: Tables, *, told: bool) -> Stake:
    sides = sides_of(table.seats, record.declarer, partner=record.partner)
    pay = Payments([], sides, table.multiplier, solo=record.contract == "solo")
    lucky = DECLARER if code == "stake_best" else OPPONENTS
    said_by_lucky = [said for said in record.announced if sides.of(said.by) == lucky]
    facts = {said.figure: Fact(lucky, by=said.by) for said in said_by_lucky}
    pay_between_sides(record, facts, tables, pay, won=lucky == DECLARER)
    weights = sides.weights if told else {record.declarer: 1}
    return Stake(code, {player: weight * pay.total for player, weight in weights.items()})
