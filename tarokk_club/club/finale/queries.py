"""The places of the players in a session, and the hands that won and lost the most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.session.queries.players.hats import HatPassing
from tarokk_club.club.session.queries.rows.row_layout import RowLayout
from tarokk_club.club.sheet.queries.running_totals import RunningTotals
from tarokk_club.club.sheet.queries.sheet_layout import lay_out_sheet
from tarokk_club.club.sheet.queries.sheets import SeatRow, Sheet


@dataclass(frozen=True, slots=True)
class EndPlace:
    """A player's place in a session.

    place: from 1; equal points share a place.
    points: the points, positive if received.
    """

    place: int
    player_id: str
    name: str
    points: int
    hands: int


@dataclass(frozen=True, slots=True)
class PeakHand:
    """The hand that won or lost a player the most points.

    players, names: the players who won or lost these points.
    points: points of each of these players, positive if received.
    """

    entry_id: UUID
    number: int
    title: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Finale:
    """The result of a session.

    places: best first.
    best, costliest: hands that won and lost a player the most; None if no hand moved points.
    hands: the number of hands.
    hat: the passing of the hat; None if nobody lost the XXI.
    running: totals after each hand.
    columns: ids of the players, in the order of the sheet's columns.
    """

    places: tuple[EndPlace, ...]
    best: PeakHand | None
    costliest: PeakHand | None
    hat: HatPassing | None
    hands: int
    running: RunningTotals
    columns: tuple[str, ...]

    @property
    def winners(self) -> tuple[EndPlace, ...]:
        """The winners; empty if everybody has 0 points."""
        return tuple(place for place in self.places if place.place == 1 and place.points > 0)


def build_finale(sheet: Sheet) -> Finale:
    """Return the result of a session from its sheet, without a query."""
    laid = lay_out_sheet(sheet)
    return Finale(
        places=_rank_players(sheet),
        best=_find_peak_hand(laid.rows, laid.columns, sign=1),
        costliest=_find_peak_hand(laid.rows, laid.columns, sign=-1),
        hat=sheet.hat,
        hands=sheet.hands,
        running=laid.running,
        columns=tuple(seat.player_id for seat in laid.columns),
    )


def _rank_players(sheet: Sheet) -> tuple[EndPlace, ...]:
    seats = (*sheet.seats, *sheet.departed)
    ranked = [
        EndPlace(
            1 + sum(other.points > seat.points for other in seats),
            seat.player_id,
            seat.name,
            seat.points,
            seat.hands,
        )
        for seat in seats
    ]
    return tuple(sorted(ranked, key=lambda place: (place.place, build_sort_key(place.name))))


def _find_peak_hand(
    rows: Sequence[RowLayout], seats: Sequence[SeatRow], *, sign: int
) -> PeakHand | None:
    """Return the hand that won a player the most points, the earliest of equal hands.

    Return None if no hand moved points.

    rows: rows of a sheet, newest first.
    sign: -1 for the hand that lost a player the most.
    """
    peak: PeakHand | None = None
    for row in rows:
        cells = [sign * cell for cell in row.cells if cell is not None]
        most = max(cells, default=0)
        if row.row.number and most > 0 and (peak is None or most >= sign * peak.points):
            moved = zip(seats, row.cells, strict=True)
            moved_most = [seat for seat, cell in moved if cell == sign * most]
            peak = PeakHand(
                entry_id=row.row.entry_id,
                number=row.row.number,
                title=row.title,
                players=tuple(seat.player_id for seat in moved_most),
                names=tuple(seat.name for seat in moved_most),
                points=sign * most,
            )
    return peak
