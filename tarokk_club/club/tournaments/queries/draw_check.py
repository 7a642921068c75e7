"""The check of the drawn rounds: drawn again from the seed, and compared with who played where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tarokk_club.club.models import Tournament, TournamentTable
from tarokk_club.club.tournaments.kept_schedule import read_stored_schedule
from tarokk_club.club.tournaments.queries.drawn_rounds import DrawnRow, drawn_rows
from tarokk_club.club.tournaments.queries.draws import played_rounds, points_at, standing_tables
from tarokk_club.club.tournaments.seat_draw import DrawnSeats, Tables, draw_round, past_of
from tarokk_club.club.values.draws import DrawKind


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A drawn round with the result of its check.

    same: whether the seed gives the drawn seats again; None if rank decides, or nobody asked.
    as_seated: whether the tables sit as drawn and changed by hand; None before they start.
    """

    row: DrawnRow
    same: bool | None
    as_seated: bool | None


def checked_rounds(tournament: Tournament, *, again: bool) -> tuple[CheckedRound, ...]:
    """Return every drawn round, the first one first.

    again: whether to draw again from the seeds, which takes a moment.
    """
    tables = standing_tables(tournament)
    played = played_rounds(tables, points_at(tables))
    return tuple(
        CheckedRound(
            row,
            _is_same(tournament, row, played[: row.round - 1]) if again else None,
            _is_seated(row, tables),
        )
        for row in drawn_rows(tournament)
    )


def _is_same(tournament: Tournament, row: DrawnRow, past: Sequence[Tables]) -> bool | None:
    if row.kind == DrawKind.LOT:
        game = tournament.played_game
        met = past_of(past, row.players)
        drawn = draw_round(
            sorted(row.players), met, fewest=game.fewest, most=game.most, seed=row.seed
        )
        return drawn == row.drawn
    kept = read_stored_schedule(tournament.schedule)
    if row.kind != DrawKind.SCHEDULE or kept is None or kept.seed != row.seed:
        return None
    return kept.seats_of(row.round) == row.drawn and kept.matches_seed(past)


def _is_seated(row: DrawnRow, tables: Sequence[TournamentTable]) -> bool | None:
    """Return whether everybody sits where the draw and its changes put them."""
    here = {one.number: one for one in tables if one.round == row.round}
    if row.published is None or not here:
        return None
    seats: DrawnSeats = row.seats
    return list(here) == list(range(1, len(seats.tables) + 1)) and all(
        [str(seat) for seat in one.session.seats] == list(seats.tables[number - 1])
        for number, one in here.items()
    )
