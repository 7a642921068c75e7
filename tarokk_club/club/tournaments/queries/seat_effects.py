"""What a change of seats by hand does: who moves, and which pairs then meet again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tarokk_club.club.models import Tournament
from tarokk_club.club.tournaments.drawn_seats import moves, repeats
from tarokk_club.club.tournaments.queries.drawn_rounds import DrawnRow
from tarokk_club.club.tournaments.queries.draws import played_rounds, points_at, standing_tables
from tarokk_club.club.tournaments.seat_draw import DrawnSeats, Past, past_of


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A player who moves; a table of 0 means sitting out."""

    name: str
    before: tuple[int, int]
    after: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RepeatedPair:
    """A pair that meets again after the change but not without it.

    times: which meeting of the two it would be.
    """

    one: str
    other: str
    times: int


@dataclass(frozen=True, slots=True)
class SeatEffects:
    """The effects of a change.

    before, after: number of pairs that meet again without and with it.
    """

    moves: tuple[MoveRow, ...]
    new: tuple[RepeatedPair, ...]
    before: int
    after: int


def seat_effects(
    tournament: Tournament, row: DrawnRow, after: DrawnSeats, names: Mapping[str, str]
) -> SeatEffects:
    """Return what changes if the round gets these seats, in two queries."""
    met = past_before(tournament, row.round).met
    old, new = repeats(row.seats.tables, met), repeats(after.tables, met)
    return SeatEffects(
        moves=tuple(
            MoveRow(names[one.player], one.before, one.after) for one in moves(row.seats, after)
        ),
        new=tuple(
            RepeatedPair(names[one], names[other], times + 1)
            for (one, other), times in new.items()
            if (one, other) not in old
        ),
        before=len(old),
        after=len(new),
    )


def count_repeats(tournament: Tournament, row: DrawnRow) -> int:
    """Return how many pairs of the round have met before, in two queries."""
    return len(repeats(row.seats.tables, past_before(tournament, row.round).met))


def past_before(tournament: Tournament, number: int) -> Past:
    """Return the meetings in the rounds before this one, in two queries."""
    tables = [one for one in standing_tables(tournament) if one.round < number]
    return past_of(played_rounds(tables, points_at(tables)), ())
