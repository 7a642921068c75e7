"""The sheet laid out in columns, one for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.core.posting import sum_points
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.session.queries.rows.row_layout import (
    ExplainedRow,
    Pot,
    RowLayout,
    build_pots,
    explain_lines,
    list_points_by_column,
)
from tarokk_club.club.sheet.queries.running_totals import RunningTotals, build_running_totals
from tarokk_club.club.sheet.queries.sheets import SeatRow, Sheet


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A sheet laid out in columns.

    columns: the seated players, then the players who left the table.
    pots: all pots of the table, including empty ones.
    stakes: the sentence and the points by column of each stake of the unfinished hand.
    in_play: the explained payments of the unfinished hand.
    notice_id: the entry id of the last notice; None if there is none.
    """

    columns: tuple[SeatRow, ...]
    rows: tuple[RowLayout, ...]
    pots: tuple[Pot, ...]
    stakes: tuple[tuple[str, tuple[int | None, ...]], ...]
    in_play: tuple[ExplainedRow, ...]
    notice_id: UUID | None

    @property
    def running(self) -> RunningTotals:
        """The running totals after each hand."""
        return build_running_totals(self.columns, self.rows)

    @property
    def last_points(self) -> tuple[tuple[str, int], ...]:
        """The short name and points of each player for whom the last entry moved points."""
        cells = self.rows[0].cells if self.rows else ()
        pairs = zip(self.columns, cells, strict=False)
        return tuple((seat.short, points) for seat, points in pairs if points)


def lay_out_sheet(sheet: Sheet) -> SheetLayout:
    """Return the sheet laid out in columns."""
    seats = (*sheet.seats, *sheet.departed)
    columns = [seat.player_id for seat in seats]
    words = ClubWords({**sheet.names, **{seat.player_id: seat.short for seat in seats}})
    preview, game = sheet.in_play, sheet.session.played_game
    stakes = preview.stakes if preview else ()
    return SheetLayout(
        columns=seats,
        rows=tuple(RowLayout(row, columns, words, game) for row in sheet.rows),
        pots=build_pots(sheet.pots, words, sum_points(preview.lines) if preview else {}),
        stakes=tuple(
            (words.sentence(stake.code), list_points_by_column(stake.points, columns))
            for stake in stakes
        ),
        in_play=explain_unfinished_hand(sheet, columns, words),
        notice_id=next((row.entry_id for row in sheet.rows if row.kind == "notice"), None),
    )


def explain_unfinished_hand(
    sheet: Sheet, columns: Sequence[str], words: ClubWords
) -> tuple[ExplainedRow, ...]:
    """Return the explained payments of the unfinished hand so far."""
    return explain_lines(sheet.in_play.lines if sheet.in_play else (), columns, words)
