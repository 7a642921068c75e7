"""What a Danish hand in the making already moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.core.game import Preview
from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.core.table import Table
from scoring.core.untold import told_apart
from scoring.games.danish.check import check
from scoring.games.danish.last_trick import book_ended
from scoring.games.danish.record import DanishHand, read_readable
from scoring.games.danish.score import book_begun, score
from scoring.games.danish.sheet import Sheet

# Faults that only say that something is still to come.
_UNFINISHED = frozenset({"missing", "two_piles_needed"})


def preview(raw: Mapping[str, Any], table: Table) -> Preview:
    """The payments of an unfinished hand (JSON of a hand event) that are certain now; never raises.

    Foundation, deal, declarations and cards lost or won in play show as they are entered, the
    last trick's payments once nothing but the count is open. No stakes: nobody is the declarer.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """
    told, asked = told_apart(raw, {"announced_tout": {"figure": "da.tout"}})
    problems: list[Problem] = []
    reader = Reader(told, problems)
    reader.get("type")
    reader.text("note")
    record = read_readable(reader)
    problems += check(record, table)
    faults = tuple(problem for problem in problems if problem.code not in _UNFINISHED)
    if not problems and not asked:
        return Preview(tuple(score(record, table).lines), (), complete=True)
    sheet = Sheet(table)
    book_begun(_of_players(record, sheet.playing), sheet)
    if not asked and not faults and all(problem.field == "card_points" for problem in problems):
        book_ended(record, sheet)
    return Preview(tuple(sheet.lines), faults, complete=False, open=asked)


def _of_players(record: DanishHand, playing: tuple[str, ...]) -> DanishHand:
    """The record with what was put down for somebody who does not play left out."""
    return replace(
        record,
        declarations=tuple(one for one in record.declarations if one.player in playing),
        in_play=tuple(one for one in record.in_play if one.player in playing),
    )
