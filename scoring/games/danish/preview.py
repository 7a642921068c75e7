"""Preview of the payments of an unfinished Danish hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.game import Preview
from scoring.core.open_questions import split_open_questions
from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.core.table import Table
from scoring.games.danish.check import find_faults
from scoring.games.danish.last_trick import add_last_trick_lines
from scoring.games.danish.payment_lines import Sheet
from scoring.games.danish.record import DanishHand, read_valid_parts
from scoring.games.danish.score import add_early_lines, score_hand

# Faults that only mean that an entry is still missing.
_UNFINISHED = frozenset({"missing", "two_piles_needed"})


def preview_hand(raw: Mapping[str, Any], table: Table) -> Preview:
    """Return the preview of a hand that may be unfinished; never raise.

    The payments for foundation, deal, declarations and cards lost or won are included as soon as
    they are certain, those for the last trick when only the count is missing. There are no stakes,
    because there is no declarer.

    raw: JSON of a hand event.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """
    event, questions = split_open_questions(raw, {"announced_tout": {"figure": "da.tout"}})
    problems: list[Problem] = []
    reader = Reader(event, problems)
    reader.get("type")
    reader.read_text("note")
    record = read_valid_parts(reader)
    problems += find_faults(record, table)
    faults = tuple(problem for problem in problems if problem.code not in _UNFINISHED)
    if not problems and not questions:
        return Preview(tuple(score_hand(record, table).lines), (), complete=True)
    sheet = Sheet(table)
    add_early_lines(_drop_absent_players(record, sheet.playing), sheet)
    if not questions and not faults and all(problem.field == "card_points" for problem in problems):
        add_last_trick_lines(record, sheet)
    return Preview(tuple(sheet.lines), faults, complete=False, open=questions)


def _drop_absent_players(record: DanishHand, playing: tuple[str, ...]) -> DanishHand:
    """Return the record without entries for people who do not play."""
    return record._replace(
        declarations=tuple(entry for entry in record.declarations if entry.player in playing),
        in_play=tuple(entry for entry in record.in_play if entry.player in playing),
    )
