"""The winner of a session, the places of the others, and the hands that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.session.queries.hats import Passing
from tarokk_club.club.session.queries.row_layout import TableRow
from tarokk_club.club.sheet.queries.running_totals import Running
from tarokk_club.club.sheet.queries.sheet_layout import lay_out_sheet
from tarokk_club.club.sheet.queries.sheets import SeatRow, Sheet


@dataclass(frozen=True, slots=True)
class EndPlace:
    """A player at the end.

    place: from 1; equal points share a place.
    points: + receives.
    """

    place: int
    player_id: str
    name: str
    points: int
    hands: int


@dataclass(frozen=True, slots=True)
class Peak:
    """The hand that brought or cost more than any other.

    players, names: all whom it moved that far.
    points: of each of them, + receives.
    """

    entry_id: UUID
    number: int
    title: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Finale:
    """A session as it ended.

    places: best first.
    best, dearest: None if no hand moved a point.
    hat: passed at the end.
    running: totals after each hand.
    columns: players of its columns, by id.
    """

    places: tuple[EndPlace, ...]
    best: Peak | None
    dearest: Peak | None
    hat: Passing | None
    hands: int
    running: Running
    columns: tuple[str, ...]

    @property
    def winners(self) -> tuple[EndPlace, ...]:
        """The winners; empty if all ended even."""
        return tuple(one for one in self.places if one.place == 1 and one.points > 0)


def finale_of(whole: Sheet) -> Finale:
    """Return the end of a session from its sheet, without a query."""
    laid = lay_out_sheet(whole)
    return Finale(
        places=_places(whole),
        best=_peak(laid.rows, laid.columns, sign=1),
        dearest=_peak(laid.rows, laid.columns, sign=-1),
        hat=whole.hat,
        hands=whole.hands,
        running=laid.running,
        columns=tuple(seat.player_id for seat in laid.columns),
    )


def _places(whole: Sheet) -> tuple[EndPlace, ...]:
    seats = (*whole.seats, *whole.gone)
    found = [
        EndPlace(
            1 + sum(other.points > seat.points for other in seats),
            seat.player_id,
            seat.name,
            seat.points,
            seat.hands,
        )
        for seat in seats
    ]
    return tuple(sorted(found, key=lambda one: (one.place, collation_key(one.name))))


def _peak(rows: Sequence[TableRow], seats: Sequence[SeatRow], *, sign: int) -> Peak | None:
    """Return the hand that brought a player most, or cost most if the sign is -1; the earliest of
    equals.

    rows: of a sheet, newest first.
    """
    found: Peak | None = None
    for row in rows:
        cells = [sign * cell for cell in row.cells if cell is not None]
        most = max(cells, default=0)
        if row.row.number and most > 0 and (found is None or most >= sign * found.points):
            moved = zip(seats, row.cells, strict=True)
            them = [seat for seat, cell in moved if cell == sign * most]
            found = Peak(
                entry_id=row.row.entry_id,
                number=row.row.number,
                title=row.title,
                players=tuple(seat.player_id for seat in them),
                names=tuple(seat.name for seat in them),
                points=sign * most,
            )
    return found
