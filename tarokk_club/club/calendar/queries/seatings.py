"""The seats of an evening: its drawn tables and its started tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.games import GAMES
from tarokk_club.club.calendar.kept_seats import EveningDraw, read_evening_draw
from tarokk_club.club.models import EveningTable, PlannedEvening
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.tournaments.seat_draw import Past, draw_round

NEVER_MET = Past({}, {}, {})


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table that waits to be started.

    mark: fingerprint of its seats.
    """

    number: int
    names: tuple[str, ...]
    mark: str


@dataclass(frozen=True, slots=True)
class Seating:
    """All tables of an evening.

    started: with their sessions.
    waiting: tables of the draw that have not started.
    out: names of the players who sit out.
    """

    drawn: EveningDraw | None
    started: tuple[EveningTable, ...]
    waiting: tuple[DrawnTable, ...]
    out: tuple[str, ...]


def started_tables(evening: PlannedEvening) -> tuple[EveningTable, ...]:
    """Return the started tables whose session is not in the bin, in one query."""
    rows = EveningTable.objects.filter(evening=evening, session__binned_at=None)
    return tuple(rows.select_related("session"))


def players_at_open_tables(tables: Collection[EveningTable]) -> frozenset[str]:
    """Return the ids of the players at tables that are still playing."""
    return frozenset(
        player for one in tables if not one.session.closed for player in one.session.seats
    )


def seating_of(evening: PlannedEvening) -> Seating:
    """Return all tables of an evening, in two queries."""
    drawn, started = read_evening_draw(evening.seating), started_tables(evening)
    if drawn is None:
        return Seating(None, started, (), ())
    names = names_in(evening.club_id)
    waiting = tuple(
        DrawnTable(number, _named(row, names), drawn.mark_of(number))
        for number, row in sorted(drawn.tables.items())
    )
    return Seating(drawn, started, waiting, _named(drawn.out, names))


def draw_evening_seats(
    evening: PlannedEvening, players: Collection[str], game: str, *, taken: Collection[int]
) -> EveningDraw:
    """Return random seats for these players, reproducible from the evening and the number of the
    draw.

    taken: numbers of the started tables.
    """
    before = read_evening_draw(evening.seating)
    draw = before.draw + 1 if before else 0
    seed = f"{evening.pk} {draw}"
    fewest, most = GAMES[game].fewest, GAMES[game].most
    drawn = draw_round(sorted(players), NEVER_MET, fewest=fewest, most=most, seed=seed)
    numbers = free_numbers(len(drawn.tables), taken)
    tables = dict(zip(numbers, drawn.tables, strict=True))
    return EveningDraw(game=game, seed=seed, draw=draw, tables=tables, out=drawn.out)


def free_numbers(count: int, taken: Collection[int]) -> list[int]:
    """Return this many table numbers, the lowest that are free.

    >>> free_numbers(2, {1, 3})
    [2, 4]
    """
    return [one for one in range(1, count + len(taken) + 1) if one not in taken][:count]


def _named(ids: Sequence[str], names: dict[str, str]) -> tuple[str, ...]:
    return tuple(names.get(one, one) for one in ids)


def session_of_table(evening: PlannedEvening, number: int) -> UUID | None:
    """Return the session of the started table with this number, or None."""
    rows = EveningTable.objects.filter(evening=evening, number=number, session__binned_at=None)
    return rows.order_by("-id").values_list("session_id", flat=True).first()
