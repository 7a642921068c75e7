"""Tables of results from other score books, converted to session documents.

The hands are unknown, so each row becomes an adjustment of points.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.core.game import Game
from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.formatting.numbers_and_dates import MINUS, format_integer
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.tables.amounts import is_absence_mark, read_fraction
from tarokk_club.club.tables.days import DayOrder, find_day_order, read_day
from tarokk_club.club.tables.table_rows import (
    TableLimits,
    drop_rows_above_header,
    fold_name,
    fold_title,
    is_sum_title,
    number_namesakes,
    split_rows,
)
from tarokk_club.club.tables.text_encoding import decode_text
from tarokk_club.club.transfer.tarock_sheet import read_tarock_sheet

LARGEST_KILOBYTES, LIMITS = 500, TableLimits(rows=1000, columns=60)
# Meanings of a column other than a player's id.
NOTHING, DAY, NOTE, NEW, ASK = "", "day", "note", "new", "ask"
_DAYS = frozenset(
    {"date", "day", "datum", "dato", "data", "nap", "evening", "este", "dag", "aften", "tag"}
)
_NOTES = frozenset(
    {"note", "remark", "title", "megjegyzes", "bemaerkning", "nota", "bemerkung", "notiz"}
)
# Titles of columns that count the rows.
_NUMBERS = frozenset(
    {"#", "no", "nr", "nummer", "ssz", "sorszam", "round", "kor", "fordulo", "runde", "runda"}
)

register_refusals(
    {
        "totals_unreadable": _("No table stands in this file: a first line of titles, then lines."),
        "totals_sum": _("The points add up to %(total)s; they must add up to zero."),
        "totals_sum_row": _(
            "It is called a sum, but the lines above come to %(total)s for %(name)s."
        ),
        "totals_points": _("“%(text)s” for %(name)s is not a whole number of points."),
        "totals_day": _("“%(text)s” is not a day."),
    }
)


@dataclass(frozen=True, slots=True)
class TotalsTable:
    """A table of results.

    titles: column titles; equal titles are numbered.
    rows: rows of cells, each as long as the titles.
    text: the whole file as text.
    namesakes: positions of columns that share their title with another column.
    numbers: line numbers of the rows, counted from the line below the titles.
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: str
    namesakes: frozenset[int]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TotalsPlan:
    """The meaning of the columns of a table.

    players: players' names by position of the column.
    day, note: positions of these columns; None for none.
    on: day of all rows if the table has no column of days.
    month_first: whether dates have the month before the day, as in America.
    """

    players: Mapping[int, str]
    day: int | None
    note: int | None
    on: date
    month_first: bool = False


@dataclass(slots=True)
class TotalsSession:
    """The rows of a table that become a session.

    on: the day of the session.
    rows: line number, points by name, and note of each row.
    """

    on: date
    names: tuple[str, ...]
    rows: list[tuple[int, dict[str, int], str]] = field(default_factory=list)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each player, in the order of the names."""
        return tuple(sum(points[name] for _row, points, _note in self.rows) for name in self.names)


class RowError(RefusedError):
    """A row of a table of totals cannot be imported.

    row: line number of the row, from 1.
    """

    def __init__(self, row: int, problem: Problem) -> None:
        super().__init__([problem])
        self.row = row


def read_totals_table(data: bytes) -> TotalsTable:
    """Return the table in a CSV file or in the data of tarock-sheet.

    Raise RefusedError if the file is too large or contains no readable table.
    """
    if len(data) > LARGEST_KILOBYTES * 1024:
        raise RefusedError([Problem("totals_large", "file", {"highest": LARGEST_KILOBYTES})])
    text = (decode_text(data) or "").strip("\ufeff\r\n\0 ")
    is_json = text[:1] in ("{", "[")
    cells = (read_tarock_sheet(text, LIMITS) if is_json else split_rows(text, LIMITS)) or []
    rows = [
        (number, tuple(cell.strip() for cell in row))
        for number, row in enumerate(cells)
        if any(cell.strip() for cell in row)
    ]
    rows = _drop_rows_above_titles(rows)
    if len(rows) < 2 or len(rows[0][1]) < 2:
        raise RefusedError([Problem("totals_unreadable", "file")])
    width = max(_count_cells(row) for _number, row in rows)
    first = rows[0][0]
    table = [(*row, *[""] * width)[:width] for _number, row in rows]
    return TotalsTable(
        tuple(number_namesakes(table[0])),
        tuple(table[1:]),
        text,
        frozenset(place for place, name in enumerate(table[0]) if _is_namesake(name, table[0])),
        tuple(number - first for number, _row in rows[1:]),
    )


def _count_cells(row: Sequence[str]) -> int:
    """Return the number of cells up to the last one that is not empty."""
    return max((place for place, cell in enumerate(row, start=1) if cell), default=0)


def _drop_rows_above_titles(
    rows: list[tuple[int, tuple[str, ...]]],
) -> list[tuple[int, tuple[str, ...]]]:
    """Return the row of column titles and all rows below it.

    The titles are the first row without numbers and dates that is more than half as full as the
    fullest row.
    """
    fullest = max((sum(map(bool, row)) for _number, row in rows), default=0)

    def is_header(row: Sequence[str]) -> bool:
        cells = [cell for cell in row if cell]
        is_wide = len(cells) > 1 and 2 * len(cells) > fullest
        return is_wide and not any(read_day(cell) or read_fraction(cell) for cell in cells)

    above, _table = drop_rows_above_header([row for _number, row in rows], is_header)
    return rows[above:]


def _is_namesake(name: str, names: Sequence[str]) -> bool:
    return bool(name) and [fold_name(each) for each in names].count(fold_name(name)) > 1


def propose_columns(table: TotalsTable) -> tuple[str, ...]:
    """Return the likely meaning of each column: DAY, NOTE, NEW, ASK or NOTHING.

    NEW is a column of points, and ASK a column of points whose title is not unique.
    """
    return tuple(_propose_column(table, place) for place in range(len(table.titles)))


def _propose_column(table: TotalsTable, place: int) -> str:
    title = fold_title(table.titles[place])
    # Skip the last row, because a row of sums has no day.
    rows = table.rows[:-1] if len(table.rows) > 1 else table.rows
    cells = [row[place] for row in rows if not is_absence_mark(row[place])]
    if title in _DAYS or (cells and all(read_day(cell) for cell in cells)):
        return DAY
    if title in _NOTES:
        return NOTE
    is_points = bool(cells) and all(read_fraction(cell) is not None for cell in cells)
    if not title or not is_points or is_sum_title(title):
        return NOTHING
    if title.rstrip(".") in _NUMBERS and all((read_fraction(cell) or 0) > 0 for cell in cells):
        return NOTHING
    return ASK if place in table.namesakes else NEW


def detect_table_day_order(table: TotalsTable) -> DayOrder:
    """Return the order of day and month in the table's dates, or "unclear"."""
    orders = {
        find_day_order(row[place] for row in table.rows)
        for place, meaning in enumerate(propose_columns(table))
        if meaning == DAY
    }
    return next((order for order in ("month_first", "unclear") if order in orders), "day_first")


def split_into_sessions(table: TotalsTable, plan: TotalsPlan) -> tuple[TotalsSession, ...]:
    """Return a session for each day and set of players, in the order of the table.

    Rows without points and a row of sums at the end are skipped.

    Raise RowError if a row is invalid.
    """
    sessions: dict[tuple[date, frozenset[str]], TotalsSession] = {}
    last = find_sum_row(table, plan)
    for place, (number, row) in enumerate(zip(table.numbers, table.rows, strict=True)):
        points = dict(_read_points(number, row, plan)) if place != last else {}
        if not points:
            continue
        if total := sum(points.values()):
            raise RowError(number, Problem("totals_sum", "", {"total": format_integer(total)}))
        on = _read_row_day(number, row, plan)
        key = on, frozenset(points)
        session = sessions.setdefault(key, TotalsSession(on, tuple(points)))
        note = row[plan.note] if plan.note is not None else ""
        session.rows.append((number, points, note))
    return tuple(sessions.values())


def find_sum_row(table: TotalsTable, plan: TotalsPlan) -> int | None:
    """Return the position of the row of sums at the end of the table; None if there is none.

    Such a row is titled as sums or lacks a day, and its points are the sums of the rows above.

    Raise RowError if a row titled as sums has wrong sums.
    """
    filled_rows = [
        place
        for place, row in enumerate(table.rows)
        if not all(is_absence_mark(row[column]) for column in plan.players)
    ]
    if len(filled_rows) < 2:
        return None
    place = filled_rows[-1]
    number, row = table.numbers[place], table.rows[place]
    other_cells = [cell for column, cell in enumerate(row) if column not in plan.players]
    is_named = any(is_sum_title(cell) for cell in other_cells)
    is_dayless = plan.day is not None and is_absence_mark(row[plan.day])
    if not (is_named or is_dayless):
        return None
    sums = dict.fromkeys(plan.players, Fraction(0))
    for above in table.rows[:place]:
        for column in plan.players:
            sums[column] += _read_points_or_zero(above[column])
    for column, total in sums.items():
        if _read_points_or_zero(row[column]) == total:
            continue
        if not is_named:
            return None
        values = {"name": plan.players[column], "total": str(total).replace("-", MINUS)}
        raise RowError(number, Problem("totals_sum_row", "", values))
    return place


def _read_points_or_zero(cell: str) -> Fraction:
    return read_fraction(cell) or Fraction(0)


def _read_points(number: int, row: Sequence[str], plan: TotalsPlan) -> Iterator[tuple[str, int]]:
    """Yield the name and points of each player who has points in the row.

    Raise RowError if a cell does not contain a whole number.
    """
    for place, name in plan.players.items():
        if is_absence_mark(row[place]):
            continue
        points = read_fraction(row[place])
        if points is None or points.denominator != 1:
            values = {"text": row[place][:40], "name": name}
            raise RowError(number, Problem("totals_points", "", values))
        yield name, int(points)


def _read_row_day(number: int, row: Sequence[str], plan: TotalsPlan) -> date:
    if plan.day is None:
        return plan.on
    day = read_day(row[plan.day], month_first=plan.month_first)
    if day is None:
        raise RowError(number, Problem("totals_day", "", {"text": row[plan.day][:40]}))
    return day


def build_totals_document(
    session: TotalsSession, game: Game[Any, Any], title: str, line: str
) -> bytes:
    """Return the session as a session document in JSON.

    line: note for rows without a note, with `%(number)s` for the line number.
    Raise RowError if the game does not allow that number of players.
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
