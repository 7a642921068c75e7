"""Preview of an unfinished hand: what the deal moved, and what is still at stake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from scoring.core.game import Check, Preview, Stake
from scoring.core.open_places import MADE, lacks_partner, split_open_places, without_stand_ins
from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.core.schema import RECORD_SCHEMA
from scoring.core.table import Table, TableOf
from scoring.games.romanian.figures import Fact, facts_of
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
    """Return what the unfinished hand `raw` already moves, and its best and worst stakes.

    The stakes are given once declarer and contract are known. The tricks of a michi-michi pay at
    once.

    While the partner is not named (no key "partner"; null means alone), a stake holds only the
    declarer's share, as in two against two, and does not add up to zero. The pool is not part of
    the stakes: `pool_at_deal` returns it.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """
    told, asked = split_open_places(
        raw, {figure.key: {"figure": figure.term} for figure in tables.figures}
    )
    if tables.called_king and told.get("outcome") in (None, "played"):
        asked += lacks_partner(told, "declarer", "contract")
    problems: list[Problem] = []
    reader = Reader(told, problems)
    reader.get("type")
    reader.get("note")
    record = read(reader, tables=tables)
    if record is not None:
        problems += check(record, table, schema=RECORD_SCHEMA)
        if not problems and not asked:
            return Preview(tuple(score(record, table, tables=tables).lines), (), complete=True)
    faults = tuple(problem for problem in problems if problem.code != "missing")
    if isinstance(record, Michi) and all(_unfinished(problem) for problem in faults):
        return Preview(tuple(score(record, table, tables=tables).lines), (), complete=False)
    stakes: tuple[Stake, ...] = ()
    if isinstance(record, Played) and not faults:
        known = not tables.called_king or "partner" in told
        hand = _AtStake(record, table, tables, frozenset(one.field for one in asked), known)
        stakes = (hand.stake("stake_best"), hand.stake("stake_worst"))
    faults = tuple(without_stand_ins(faults, told, asked))
    return Preview(tuple(deal_lines(table)), faults, complete=False, stakes=stakes, open=asked)


def _unfinished(problem: Problem) -> bool:
    """Return whether the problem only means that tricks of a michi-michi are still to be played."""
    return problem.code == "ro.tricks_wrong" and problem.values["taken"] < TRICKS


@dataclass(frozen=True, slots=True)
class _AtStake:
    """An unfinished hand.

    ends: fields of the announcements that are open.
    known: whether the partner is recorded, if there is a partner.
    """

    record: Played
    table: Table
    tables: Tables
    ends: frozenset[str]
    known: bool

    def stake(self, code: str) -> Stake:
        """Return what the hand would pay at its best or worst; once its result is entered, only
        open items still vary.
        """
        record = self.record
        sides = sides_of(self.table.seats, record.declarer, partner=record.partner)
        pay = Payments([], sides, self.table.multiplier, solo=record.contract == "solo")
        lucky = DECLARER if code == "stake_best" else OPPONENTS
        told = record.declarer_points is not None or record.tricks is not None
        facts = dict(facts_of(record, sides)) if told else {}
        for place, said in enumerate(record.announced):
            is_open = not told or f"announced.{place}.{MADE}" in self.ends
            if is_open and sides.of(said.by) == lucky:
                facts[said.figure] = Fact(lucky, by=said.by)
        won = lucky == DECLARER
        if told:
            won = (record.declarer_points or 0) >= self.tables.needed
        pay_between_sides(record, facts, self.tables, pay, won=won)
        weights = sides.weights if self.known else {record.declarer: 1}
        return Stake(code, {player: weight * pay.total for player, weight in weights.items()})
