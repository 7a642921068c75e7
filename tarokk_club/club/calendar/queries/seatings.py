"""The drawn and the started tables of an evening."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.games import GAMES
from tarokk_club.club.calendar.evening_draw import EveningDraw, read_evening_draw
from tarokk_club.club.models import EveningTable, PlannedEvening, Session
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.replay.posted_session import load_current_table
from tarokk_club.club.tournaments.draw.round_draw import PastRounds, draw_by_lot

NEVER_MET = PastRounds({}, {}, {})


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A drawn table that has not started.

    names: names of the players in the order of the seats.
    fingerprint: digest of the seats.
    """

    number: int
    names: tuple[str, ...]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Seating:
    """All tables of an evening, drawn and started.

    drawn: stored draw, None if there is none.
    started: started tables, with their sessions.
    waiting: drawn tables that have not started.
    out: names of the players who sit out.
    """

    drawn: EveningDraw | None
    started: tuple[EveningTable, ...]
    waiting: tuple[DrawnTable, ...]
    out: tuple[str, ...]


def load_started_tables(evening: PlannedEvening) -> tuple[EveningTable, ...]:
    """Return the started tables whose session is not in the bin, in one query."""
    rows = EveningTable.objects.filter(evening=evening, session__binned_at=None)
    return tuple(rows.select_related("session"))


def find_busy_player_ids(tables: Collection[EveningTable]) -> frozenset[str]:
    """Return the ids of the players who now sit at tables that are not closed.

    Takes one query for each of these tables, because players may have joined or left since.
    """
    return frozenset(
        player
        for one in tables
        if not one.session.closed
        for player in _load_present_seats(one.session)
    )


def _load_present_seats(session: Session) -> tuple[str, ...]:
    now = load_current_table(session)
    return now[0].seats if now else tuple(session.seats)


def load_seating(evening: PlannedEvening) -> Seating:
    """Return all tables of an evening, in two queries."""
    drawn, started = read_evening_draw(evening.seating), load_started_tables(evening)
    if drawn is None:
        return Seating(None, started, (), ())
    names = load_names(evening.club_id)
    waiting = tuple(
        DrawnTable(number, _get_player_names(row, names), drawn.compute_table_fingerprint(number))
        for number, row in sorted(drawn.tables.items())
    )
    return Seating(drawn, started, waiting, _get_player_names(drawn.out, names))


def draw_evening_seats(
    evening: PlannedEvening, players: Collection[str], game: str, *, taken: Collection[int]
) -> EveningDraw:
    """Draw tables for these players by lot, with a seed from the evening and the draw's number.

    taken: numbers of the started tables, which are not used again.
    """
    before = read_evening_draw(evening.seating)
    draw = before.draw + 1 if before else 0
    seed = f"{evening.pk} {draw}"
    fewest, most = GAMES[game].fewest, GAMES[game].most
    drawn = draw_by_lot(sorted(players), NEVER_MET, fewest=fewest, most=most, seed=seed)
    numbers = find_free_table_numbers(len(drawn.tables), taken)
    tables = dict(zip(numbers, drawn.tables, strict=True))
    return EveningDraw(game=game, seed=seed, draw=draw, tables=tables, out=drawn.out)


def find_free_table_numbers(count: int, taken: Collection[int]) -> list[int]:
    """Return the lowest table numbers that are free.

    >>> find_free_table_numbers(2, {1, 3})
    [2, 4]
    """
    numbers = range(1, count + len(taken) + 1)
    return [number for number in numbers if number not in taken][:count]


def _get_player_names(ids: Sequence[str], names: dict[str, str]) -> tuple[str, ...]:
    return tuple(names.get(one, one) for one in ids)


def find_session_id_of_table(evening: PlannedEvening, number: int) -> UUID | None:
    """Return the id of this table's session that is not in the bin, or None."""
    rows = EveningTable.objects.filter(evening=evening, number=number, session__binned_at=None)
    return rows.order_by("-id").values_list("session_id", flat=True).first()
