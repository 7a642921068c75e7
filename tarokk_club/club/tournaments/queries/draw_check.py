"""The check of drawn rounds against their seeds and against the tables that were played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tarokk_club.club.models import Tournament, TournamentTable
from tarokk_club.club.tournaments.draw.round_draw import (
    DrawnSeats,
    Tables,
    draw_by_lot,
    summarize_past_rounds,
)
from tarokk_club.club.tournaments.draw.stored_schedule import read_stored_schedule
from tarokk_club.club.tournaments.queries.counting_tables import (
    group_players_by_round,
    load_counting_tables,
    load_points_by_table,
)
from tarokk_club.club.tournaments.queries.drawn_rounds import DrawnRow, load_drawn_rows
from tarokk_club.club.values.draws import DrawKind


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A drawn round and the result of its check.

    same: whether the seed gives the same seats; None if not checked, if places in the standings
        decided, or if the schedule of the round is no longer stored.
    as_seated: whether the tables match the draw and its changes; None before the tables start.
    """

    row: DrawnRow
    same: bool | None
    as_seated: bool | None


def check_drawn_rounds(tournament: Tournament, *, again: bool) -> tuple[CheckedRound, ...]:
    """Return every drawn round with its check, in order.

    again: whether to draw again from the seeds, which may take seconds.
    """
    tables = load_counting_tables(tournament)
    played = group_players_by_round(tables, load_points_by_table(tables))
    return tuple(
        CheckedRound(
            row,
            _matches_seed(tournament, row, played[: row.round - 1]) if again else None,
            _matches_tables(row, tables),
        )
        for row in load_drawn_rows(tournament)
    )


def _matches_seed(tournament: Tournament, row: DrawnRow, past: Sequence[Tables]) -> bool | None:
    if row.kind == DrawKind.LOT:
        game = tournament.played_game
        met = summarize_past_rounds(past, row.players)
        drawn = draw_by_lot(
            sorted(row.players), met, fewest=game.fewest, most=game.most, seed=row.seed
        )
        return drawn == row.drawn
    schedule = read_stored_schedule(tournament.schedule)
    if row.kind != DrawKind.SCHEDULE or schedule is None or schedule.seed != row.seed:
        return None
    return schedule.find_seats(row.round) == row.drawn and schedule.matches_seed(past)


def _matches_tables(row: DrawnRow, tables: Sequence[TournamentTable]) -> bool | None:
    """Return whether the tables match the draw and its changes, None before the tables start."""
    tables_of_round = {table.number: table for table in tables if table.round == row.round}
    if row.published is None or not tables_of_round:
        return None
    seats: DrawnSeats = row.seats
    return list(tables_of_round) == list(range(1, len(seats.tables) + 1)) and all(
        [str(seat) for seat in table.session.seats] == list(seats.tables[number - 1])
        for number, table in tables_of_round.items()
    )
