"""A table of totals from another score book: who got how many points at which table of which day.

Nothing of it is known but the results, so each row becomes points agreed by hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from scoring.core.game import Game
from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.tables.amounts import read_fraction
from tarokk_club.club.tables.days import read_day
from tarokk_club.club.tables.decoding import decode_text
from tarokk_club.club.tables.table_rows import fold_title, split_rows
from tarokk_club.club.transfer.tarock_sheet import hands_of_sheet

LARGEST_KILOBYTES, MOST_ROWS, MOST_COLUMNS = 500, 1000, 60
# What a column may hold beside somebody's points.
NOTHING, DAY, NOTE, NEW = "", "day", "note", "new"
_DAYS = frozenset({"date", "day", "datum", "dato", "data", "nap", "evening", "este"})
_NOTES = frozenset({"note", "remark", "title", "megjegyzes", "bemaerkning", "bemærkning", "nota"})


@dataclass(frozen=True, slots=True)
class TotalsTable:
    """titles: of the columns; rows: their cells, as many each; text: the file once more."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: str


@dataclass(frozen=True, slots=True)
class TotalsPlan:
    """What the columns mean. players: place of a column to a name; day, note: places, None for
    none; on: the day of what names none.
    """

    players: Mapping[int, str]
    day: int | None
    note: int | None
    on: date


@dataclass(slots=True)
class TotalsSession:
    """One table of one day: who sat, and row by row what each got."""

    on: date
    names: tuple[str, ...]
    rows: list[tuple[int, dict[str, int], str]] = field(default_factory=list)

    @property
    def totals(self) -> tuple[int, ...]:
        """What each got in all, in the order of the names."""
        return tuple(sum(points[name] for _row, points, _note in self.rows) for name in self.names)


class RowError(RefusedError):
    """A row that cannot be taken; row: its number, from 1."""

    def __init__(self, row: int, problem: Problem) -> None:
        super().__init__([problem])
        self.row = row


def read_totals(data: bytes) -> TotalsTable:
    """The table in a file: CSV, or what tarock-sheet keeps.

    Raises RefusedError: too large, too many rows or columns, no table.
    """
    if len(data) > LARGEST_KILOBYTES * 1024:
        raise RefusedError([Problem("totals_large", "file", {"highest": LARGEST_KILOBYTES})])
    text = (decode_text(data) or "").strip("\ufeff\r\n\0 ")
    is_json = text[:1] in ("{", "[")
    found = hands_of_sheet(text) if is_json else split_rows(text)
    rows = [row for row in found or [] if any(cell.strip() for cell in row)]
    if len(rows) < 2 or len(rows[0]) < 2:
        raise RefusedError([Problem("totals_unreadable", "file")])
    if len(rows) > MOST_ROWS or len(rows[0]) > MOST_COLUMNS:
        values = {"rows": MOST_ROWS, "columns": MOST_COLUMNS}
        raise RefusedError([Problem("totals_long", "file", values)])
    width = len(rows[0])
    cells = [tuple(cell.strip() for cell in (*row, *[""] * width)[:width]) for row in rows]
    return TotalsTable(cells[0], tuple(cells[1:]), text)


def proposed(table: TotalsTable) -> tuple[str, ...]:
    """What each column most likely holds: DAY, NOTE, NEW for somebody's points, or NOTHING."""
    return tuple(_proposal(table, place) for place in range(len(table.titles)))


def _proposal(table: TotalsTable, place: int) -> str:
    title = fold_title(table.titles[place])
    cells = [row[place] for row in table.rows if row[place]]
    if title in _DAYS or (cells and all(read_day(cell) for cell in cells)):
        return DAY
    if title in _NOTES:
        return NOTE
    is_points = bool(cells) and all(read_fraction(cell) is not None for cell in cells)
    return NEW if title and is_points else NOTHING


def sessions_of(table: TotalsTable, plan: TotalsPlan) -> tuple[TotalsSession, ...]:
    """One session for each day and each set of players, in the order of the table.

    Raises RowError where a row says something that cannot be.
    """
    found: dict[tuple[date, frozenset[str]], TotalsSession] = {}
    for number, row in enumerate(table.rows, start=1):
        points = dict(_points(number, row, plan))
        if not points:
            continue
        if total := sum(points.values()):
            raise RowError(number, Problem("totals_sum", "", {"total": total}))
        on = _day(number, row, plan)
        key = on, frozenset(points)
        session = found.setdefault(key, TotalsSession(on, tuple(points)))
        note = row[plan.note] if plan.note is not None else ""
        session.rows.append((number, points, note))
    return tuple(found.values())


def _points(number: int, row: Sequence[str], plan: TotalsPlan) -> Iterator[tuple[str, int]]:
    """What a row says of those of whom it says anything."""
    for place, name in plan.players.items():
        if not row[place]:
            continue
        told = read_fraction(row[place])
        if told is None or told.denominator != 1:
            values = {"text": row[place][:40], "name": name}
            raise RowError(number, Problem("totals_points", "", values))
        yield name, int(Fraction(told))


def _day(number: int, row: Sequence[str], plan: TotalsPlan) -> date:
    if plan.day is None:
        return plan.on
    found = read_day(row[plan.day])
    if found is None:
        raise RowError(number, Problem("totals_day", "", {"text": row[plan.day][:40]}))
    return found


def document_of(session: TotalsSession, game: Game[Any, Any], title: str, line: str) -> bytes:
    """The session as a document. line: what a row without a remark is called, with `%(number)s`.

    Raises RowError where the game does not take as many players.
    """
    if not game.fewest <= len(session.names) <= game.most:
        values = {"fewest": game.fewest, "most": game.most, "count": len(session.names)}
        raise RowError(session.rows[0][0], Problem("wrong_number_of_players", "", values))
    events = [
        {"type": "adjust", "points": points, "note": note or line % {"number": number}}
        for number, points, note in session.rows
    ]
    raw = {
        "format": "tarokk-session",
        "version": 1,
        "game": game.key,
        "players": list(session.names),
        "dealer": session.names[0],
        "title": title,
        "date": session.on.isoformat(),
        "events": events,
    }
    return json.dumps(raw, ensure_ascii=False).encode("utf-8", "surrogatepass")
