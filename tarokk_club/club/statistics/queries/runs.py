"""Runs of hands that a player won, or lost, in a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from tarokk_club.club.statistics.queries.spans import CountedSession, read_signs


@dataclass(frozen=True, slots=True)
class Run:
    """A run of hands won, or lost, in a row.

    hands: number of hands in the run.
    start: number of the player's hands before the run.
    first, last: days of the first and the last hand.
    """

    hands: int = 0
    start: int = 0
    first: date | None = None
    last: date | None = None


class RunPart(NamedTuple):
    """The part of a run within one session.

    start, end: positions of the part among the player's hands in the session.
    """

    sheet: CountedSession
    start: int
    end: int


_RUNS = {sign: re.compile(f"{re.escape(sign)}+") for sign in "+-"}


def find_longest_run(sheets: Iterable[CountedSession], player: str, sign: str) -> Run:
    """Return the longest run of hands with one sign, the earliest if several are equally long.

    sign: "+" for won, "-" for lost.
    """
    signs = [(read_signs(sheet, player), sheet.day) for sheet in sheets]
    line = "".join([row for row, _day in signs])
    runs = [(found.start(), found.end()) for found in _RUNS[sign].finditer(line)]
    if not runs:
        return Run()
    start, end = max(runs, key=lambda run: run[1] - run[0])
    days = [day for row, day in signs for _sign in row]
    return Run(end - start, start, days[start], days[end - 1])


def split_run(sheets: Iterable[CountedSession], player: str, run: Run) -> Iterator[RunPart]:
    """Yield the part of the run in each session, in order."""
    before = 0
    for sheet in sheets:
        hands = len(read_signs(sheet, player))
        start = max(run.start - before, 0)
        end = min(run.start + run.hands - before, hands)
        if start < end:
            yield RunPart(sheet, start, end)
        before += hands
