"""The effects of a manual change of seats: players who move, and pairs that meet again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tarokk_club.club.models import Tournament
from tarokk_club.club.tournaments.draw.manual_seat_changes import find_repeat_meetings, list_moves
from tarokk_club.club.tournaments.draw.round_draw import (
    DrawnSeats,
    PastRounds,
    summarize_past_rounds,
)
from tarokk_club.club.tournaments.queries.counting_tables import (
    group_players_by_round,
    load_counting_tables,
    load_points_by_table,
)
from tarokk_club.club.tournaments.queries.drawn_rounds import DrawnRow


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A player whose table or seat changes.

    before, after: table and seat, numbered from 1; (0, 0) if the player sits out.
    """

    name: str
    before: tuple[int, int]
    after: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RepeatedPair:
    """A pair that meets again only because of the change.

    times: number of meetings, including the new one.
    """

    first: str
    second: str
    times: int


@dataclass(frozen=True, slots=True)
class SeatEffects:
    """The effects of a change of seats.

    new: pairs that meet again only because of the change.
    before, after: number of pairs that meet again without and with the change.
    """

    moves: tuple[MoveRow, ...]
    new: tuple[RepeatedPair, ...]
    before: int
    after: int


def compute_seat_effects(
    tournament: Tournament, row: DrawnRow, after: DrawnSeats, names: Mapping[str, str]
) -> SeatEffects:
    """Return the effects of a change to the seats of a drawn round, in two queries.

    after: seats after the change.
    """
    met = load_meetings_before(tournament, row.round).met
    old, new = find_repeat_meetings(row.seats.tables, met), find_repeat_meetings(after.tables, met)
    return SeatEffects(
        moves=tuple(
            MoveRow(names[move.player], move.before, move.after)
            for move in list_moves(row.seats, after)
        ),
        new=tuple(
            RepeatedPair(names[first], names[second], times + 1)
            for (first, second), times in new.items()
            if (first, second) not in old
        ),
        before=len(old),
        after=len(new),
    )


def load_meetings_before(tournament: Tournament, number: int) -> PastRounds:
    """Return the meetings in the rounds before this one, in two queries."""
    tables = [table for table in load_counting_tables(tournament) if table.round < number]
    return summarize_past_rounds(group_players_by_round(tables, load_points_by_table(tables)), ())
