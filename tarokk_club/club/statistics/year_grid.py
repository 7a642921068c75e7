"""The calendar of a year as a drawing: a column for each week, and a square for each day.

The square is larger on a day with more hands. The year is drawn in two halves, one below the other,
so that the month names fit on a phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

# The side of a day's cell, and the height of the line of month names, in drawing units.
CELL, TOP = 12, 16
# The side of a day's square, by level.
SIZES = (3, 5, 7, 9, 11)
WEEK, HALF = 7, 27
# The width of a month name, in weeks.
MONTH_NAME_WEEKS = 3


@dataclass(frozen=True, slots=True)
class DayCell:
    """A day of the drawing.

    x, y: top left corner of the square.
    size: side of the square.
    level: 0 for no hands, otherwise 1 to 4, in quarters of the busiest day's hands.
    """

    x: int
    y: int
    size: int
    level: int


@dataclass(frozen=True, slots=True)
class Month:
    """A month name of the drawing.

    x: left edge of the first drawn week of the month.
    first: first drawn day of the month.
    """

    x: int
    first: date


@dataclass(frozen=True, slots=True)
class Grid:
    """Half a year of the drawing, in whole drawing units."""

    width: int
    height: int
    cells: tuple[DayCell, ...]
    months: tuple[Month, ...]


def build_year_grids(hands: Mapping[date, int], first: date, last: date) -> list[Grid]:
    """Return the days from the first to the last as grids of half a year each.

    hands: number of hands by day.

    >>> (grid,) = build_year_grids({date(2026, 1, 7): 20}, date(2026, 1, 1), date(2026, 1, 11))
    >>> grid.width, [cell.level for cell in grid.cells]
    (324, [0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0])
    """
    most = max(hands.values(), default=0)
    monday = first - timedelta(days=first.weekday())
    halves = []
    while monday <= last:
        sunday = monday + timedelta(days=WEEK * HALF - 1)
        days = _list_days(max(first, monday), min(last, sunday))
        halves.append(_build_grid({day: hands.get(day, 0) for day in days}, monday, most))
        monday = sunday + timedelta(days=1)
    return halves


def _list_days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _build_grid(hands: Mapping[date, int], monday: date, most: int) -> Grid:
    weeks = {day: (day - monday).days // WEEK for day in hands}
    cells = [_build_cell(weeks[day], day.weekday(), number, most) for day, number in hands.items()]
    months = [
        Month(week * CELL, day)
        for day, week in weeks.items()
        # At the right edge there is no room for a name.
        if day.day == 1 and week < HALF - 2
    ]
    if months and months[0].x >= MONTH_NAME_WEEKS * CELL:
        months.insert(0, Month(0, min(hands)))
    return Grid(HALF * CELL, TOP + WEEK * CELL, tuple(cells), tuple(months))


def _build_cell(week: int, weekday: int, hands: int, most: int) -> DayCell:
    level = -(-4 * hands // most) if hands else 0
    size = SIZES[level]
    inset = (CELL - size) // 2
    return DayCell(week * CELL + inset, TOP + weekday * CELL + inset, size, level)
