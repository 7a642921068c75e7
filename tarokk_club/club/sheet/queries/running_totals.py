"""The running totals of a session after each hand, and their chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tarokk_club.club.charts.line_chart import Chart, ChartLine, build_line_chart
from tarokk_club.club.formatting.numbers_and_dates import format_signed
from tarokk_club.club.session.queries.rows.row_layout import RowLayout
from tarokk_club.club.sheet.queries.sheets import SeatRow


@dataclass(frozen=True, slots=True)
class RunningRow:
    """The totals after one hand or event.

    label: the number of the hand; "" for another event.
    totals: points by column; None for a player who has not joined yet.
    """

    label: str
    title: str
    totals: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RunningTotals:
    """The running totals of a session.

    names: short names of the columns.
    rows: oldest first; all hands, and the other events that moved points.
    """

    names: tuple[str, ...]
    rows: tuple[RunningRow, ...]


def build_running_chart(running: RunningTotals) -> Chart | None:
    """Return the chart of a session with a line for each player and a step for each hand.

    Return None if there are no rows.
    """
    if not running.rows:
        return None
    first = tuple(None if total is None else 0 for total in running.rows[0].totals)
    steps = ["0", *(row.label or "·" for row in running.rows)]
    values = zip(first, *(row.totals for row in running.rows), strict=True)
    lines = [ChartLine(*pair) for pair in zip(running.names, values, strict=True)]
    return build_line_chart(lines, steps, format_signed)


def build_running_totals(columns: Sequence[SeatRow], rows: Sequence[RowLayout]) -> RunningTotals:
    """Return the running totals of each column.

    rows: the rows of a sheet, newest first.
    """
    names = tuple(seat.short for seat in columns)
    totals: list[int | None] = [None] * len(columns)
    running_rows = []
    for row in reversed(rows):
        cells = row.cells
        totals = [_add_cell(*pair) for pair in zip(totals, cells, strict=True)]
        if row.has_moved_points or row.row.number:
            label = str(row.row.number) if row.row.number else ""
            running_rows.append(RunningRow(label, row.title, tuple(totals)))
    return RunningTotals(names, tuple(running_rows))


def _add_cell(total: int | None, cell: int | None) -> int | None:
    return total if cell is None else (total or 0) + cell
