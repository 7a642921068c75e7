"""Preview of an unfinished hand: the payments of the deal, and the points at stake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from scoring.core.game import Check, HandStake, Preview
from scoring.core.open_questions import (
    MADE,
    drop_stand_in_problems,
    find_partner_question,
    split_open_questions,
)
from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.problem import Problem
from scoring.core.reader import RECORD_SCHEMA, Reader
from scoring.core.table import Table, TableOf
from scoring.games.romanian.figures import Fact, collect_facts
from scoring.games.romanian.payment_lines import Payments
from scoring.games.romanian.pool import build_deal_lines
from scoring.games.romanian.record import Michi, Played, Record, read_record
from scoring.games.romanian.rules import FamilyRules
from scoring.games.romanian.score import add_payments_between_sides, score_hand
from scoring.games.romanian.sides import split_into_sides
from scoring.games.romanian.tables import TRICKS, Tables

Rules = TypeVar("Rules", bound=FamilyRules)


def preview_hand(
    raw: Mapping[str, Any], table: TableOf[Rules], *, tables: Tables, check: Check[Rules, Record]
) -> Preview:
    """Return the preview of a hand: the payments already certain, and its best and worst result.

    There are stakes once declarer and contract are known; the tricks of a michi-michi pay at once.

    While the partner is unknown (no key "partner"; null means alone), a stake holds only the
    declarer's share, as in two against two, and does not add up to zero. Stakes leave out the pool,
    see `compute_pool_at_deal`.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """
    event, questions = split_open_questions(
        raw, {figure.key: {"figure": figure.term} for figure in tables.figures}
    )
    if tables.called_king and event.get("outcome") in (None, "played"):
        questions += find_partner_question(event, "declarer", "contract")
    problems: list[Problem] = []
    reader = Reader(event, problems)
    reader.get("type")
    reader.get("note")
    record = read_record(reader, tables=tables)
    if record is not None:
        problems += check(record, table, schema=RECORD_SCHEMA)
        if not problems and not questions:
            return Preview(tuple(score_hand(record, table, tables=tables).lines), (), complete=True)
    faults = _list_certain_faults(problems, record, table, questions, check)
    if isinstance(record, Michi) and all(_is_unfinished_michi(problem) for problem in faults):
        return Preview(tuple(score_hand(record, table, tables=tables).lines), (), complete=False)
    stakes: tuple[HandStake, ...] = ()
    if isinstance(record, Played) and not faults:
        partner_is_recorded = not tables.called_king or "partner" in event
        ends = frozenset(question.field for question in questions)
        hand = _AtStake(record, table, tables, ends, partner_is_recorded)
        stakes = (hand.compute_stake("stake_best"), hand.compute_stake("stake_worst"))
    faults = tuple(drop_stand_in_problems(faults, event, questions))
    return Preview(
        tuple(build_deal_lines(table)), faults, complete=False, stakes=stakes, open=questions
    )


def _list_certain_faults(
    problems: Iterable[Problem],
    record: Record | None,
    table: TableOf[Rules],
    questions: Iterable[Problem],
    check: Check[Rules, Record],
) -> tuple[Problem, ...]:
    """Return the faults other than missing entries; while the partner is open, those with any."""
    faults = [problem for problem in problems if problem.code != "missing"]
    is_open = any(question.field == "partner" for question in questions)
    if not faults or not is_open or not isinstance(record, Played):
        return tuple(faults)
    for partner in table.seats:
        if partner != record.declarer:
            remaining = check(record._replace(partner=partner), table, schema=RECORD_SCHEMA)
            places = {(problem.field, problem.code) for problem in remaining}
            faults = [fault for fault in faults if (fault.field, fault.code) in places]
    return tuple(faults)


def _is_unfinished_michi(problem: Problem) -> bool:
    """Return whether the problem only means that tricks of a michi-michi are still missing."""
    return problem.code == "ro.tricks_wrong" and problem.values["taken"] < TRICKS


@dataclass(frozen=True, slots=True)
class _AtStake:
    """An unfinished hand that can be scored with its best and its worst result.

    ends: paths of the announcements whose result is open.
    partner_is_recorded: whether a partner, or playing alone, is recorded; True without partners.
    """

    record: Played
    table: Table
    tables: Tables
    ends: frozenset[str]
    partner_is_recorded: bool

    def compute_stake(self, code: str) -> HandStake:
        """Return the points at stake with the best or the worst result for the declarer.

        Once the result is entered, only the open announcements vary.

        code: "stake_best" or "stake_worst".
        """
        record = self.record
        sides = split_into_sides(self.table.seats, record.declarer, partner=record.partner)
        payments = Payments([], sides, self.table.multiplier, solo=record.contract == "solo")
        lucky = DECLARER if code == "stake_best" else OPPONENTS
        has_result = record.declarer_points is not None or record.tricks is not None
        facts = dict(collect_facts(record, sides)) if has_result else {}
        for place, announcement in enumerate(record.announced):
            is_open = not has_result or f"announced.{place}.{MADE}" in self.ends
            if is_open and sides.find_side(announcement.by) == lucky:
                facts[announcement.figure] = Fact(lucky, by=announcement.by)
        won = lucky == DECLARER
        if has_result:
            won = (record.declarer_points or 0) >= self.tables.needed
        add_payments_between_sides(record, facts, self.tables, payments, won=won)
        weights = sides.weights if self.partner_is_recorded else {record.declarer: 1}
        return HandStake(
            code, {player: weight * payments.total for player, weight in weights.items()}
        )
