"""A year as a grid: a column for each week, a row for each weekday, a larger square for more hands.

It is drawn in two halves, one below the other, so that a phone has room for the month names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

# In drawing units: the size of a day, and the space above for the month names.
CELL, TOP = 12, 16
# The size of a day's square, by quarters of the busiest day's hands.
SIZES = (3, 5, 7, 9, 11)
WEEK, HALF = 7, 27
# The width of a month name, in weeks.
ROOM = 3


@dataclass(frozen=True, slots=True)
class DayCell:
    """One day of the drawing.

    level: 0 for no hands, else 1 to 4.
    """

    x: int
    y: int
    size: int
    level: int


@dataclass(frozen=True, slots=True)
class Month:
    """The position of a month's name, at its first week."""

    x: int
    first: date


@dataclass(frozen=True, slots=True)
class Grid:
    """Everything that the template draws, in whole units."""

    width: int
    height: int
    cells: tuple[DayCell, ...]
    months: tuple[Month, ...]


def year_grids(hands: Mapping[date, int], first: date, last: date) -> list[Grid]:
    """Return the days from the first to the last, half a year in each grid.

    hands: number of hands by day.

    >>> (grid,) = year_grids({date(2026, 1, 7): 20}, date(2026, 1, 1), date(2026, 1, 11))
    >>> grid.width, [cell.level for cell in grid.cells]
    (324, [0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0])
    """
    most = max(hands.values(), default=0)
    monday = first - timedelta(days=first.weekday())
    halves = []
    while monday <= last:
        sunday = monday + timedelta(days=WEEK * HALF - 1)
        days = _days(max(first, monday), min(last, sunday))
        halves.append(_grid({day: hands.get(day, 0) for day in days}, monday, most))
        monday = sunday + timedelta(days=1)
    return halves


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _grid(hands: Mapping[date, int], monday: date, most: int) -> Grid:
    weeks = {day: (day - monday).days // WEEK for day in hands}
    cells = [_cell(weeks[day], day.weekday(), number, most) for day, number in hands.items()]
    months = [
        Month(week * CELL, day)
        for day, week in weeks.items()
        # There is no room for the name at the edge.
        if day.day == 1 and week < HALF - 2
    ]
    if months and months[0].x >= ROOM * CELL:
        months.insert(0, Month(0, min(hands)))
    return Grid(HALF * CELL, TOP + WEEK * CELL, tuple(cells), tuple(months))


def _cell(week: int, weekday: int, hands: int, most: int) -> DayCell:
    level = -(-4 * hands // most) if hands else 0
    size = SIZES[level]
    inset = (CELL - size) // 2
    return DayCell(week * CELL + inset, TOP + weekday * CELL + inset, size, level)
