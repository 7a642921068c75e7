"""The tournaments of a club: their list, and one with its tables and its order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from uuid import UUID

from django.db.models import Count, Max, Q

from tarokk_club.club.base.collation import collation_key
from tarokk_club.club.base.player_names import names_in
from tarokk_club.club.models import Club, Session, Tournament, TournamentTable
from tarokk_club.club.tournaments.queries.draws import points_at, standing_tables
from tarokk_club.club.tournaments.queries.xxi_table import xxi_totals
from tarokk_club.club.tournaments.table_points import (
    PlaceShare,
    TournamentTotal,
    shares,
    total,
    tournament_places,
)

STANDING = Q(tables__session__binned_at=None, tables__isnull=False)


class TableState(StrEnum):
    """How far a table is."""

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """One tournament in the list; played: rounds that have begun; entrants: how many."""

    id: UUID
    name: str
    date: date
    game: str
    rounds: int
    played: int
    entrants: int


@dataclass(frozen=True, slots=True)
class TournamentSeat:
    """Somebody at a table; share: None before its first hand; seat: from 1 in playing order."""

    player_id: str
    name: str
    points: int
    share: PlaceShare | None
    seat: int


@dataclass(frozen=True, slots=True)
class TournamentTableRow:
    """A table of a round, the best one first once something was played; deals: how many hands end
    it, 0 where the clock does.
    """

    session_id: UUID
    number: int
    title: str
    seats: tuple[TournamentSeat, ...]
    hands: int
    deals: int
    state: TableState


@dataclass(frozen=True, slots=True)
class Round:
    """A round that has begun. out: names of those who sit out; until: when the clock ends it."""

    number: int
    tables: tuple[TournamentTableRow, ...]
    out: tuple[str, ...]
    until: datetime | None

    @property
    def playing(self) -> int:
        """How many tables still play."""
        return sum(table.state != TableState.DONE for table in self.tables)

    @property
    def untouched(self) -> bool:
        """Whether no hand of it was recorded."""
        return not any(table.hands for table in self.tables)


@dataclass(frozen=True, slots=True)
class Result:
    """A line of the final table. xxi: points of the XXI table, where one is kept; by_round: the
    table points of each round, None where somebody sat out.
    """

    place: int
    player_id: str
    name: str
    total: TournamentTotal
    xxi: int
    by_round: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """A tournament as it stands. rounds: youngest first; results: best first; entrants: the names
    of those who take part; final: whether every round was played to its end.
    """

    rounds: tuple[Round, ...]
    results: tuple[Result, ...]
    entrants: tuple[str, ...]
    final: bool

    @property
    def now(self) -> Round | None:
        """The round that was begun last."""
        return self.rounds[0] if self.rounds else None

    @property
    def next_number(self) -> int:
        """The number of the round that comes next."""
        return self.rounds[0].number + 1 if self.rounds else 1


def tournament_rows(club: Club) -> tuple[TournamentRow, ...]:
    """All tournaments, the youngest first, in one query."""
    rows = Tournament.objects.filter(club=club).annotate(
        played=Max("tables__round", filter=STANDING),
        entered=Count("entrants", distinct=True),
    )
    return tuple(
        TournamentRow(
            one.id, one.name, one.date, one.game, one.rounds, one.played or 0, one.entered
        )
        for one in rows.defer("schedule").order_by("-date", "-made_at", "-id")
    )


def tournament_standing(
    tournament: Tournament,
    *,
    names: Mapping[str, str] | None = None,
    instead: Mapping[UUID, Mapping[str, int]] | None = None,
    binned: UUID | None = None,
) -> TournamentStanding:
    """Tables, order and entrants, in four queries, a fifth where an XXI table is kept; all of it
    read from the sessions.

    names: of the players by id, where they are not called as in the book; instead: other points of
    a session, by player; binned: a session in the bin that is counted as if it were not there.
    """
    tables = standing_tables(tournament, binned=binned)
    points = {**points_at(tables), **(instead or {})}
    names = names_in(tournament.club_id) if names is None else names
    entrants = [str(one) for one in tournament.entrants.values_list("player_id", flat=True)]
    rounds = _rounds(tournament, tables, points, names)
    here = [*(_with_out(one, entrants, names) for one in rounds[:1]), *rounds[1:]]
    over = bool(here) and here[0].number >= tournament.rounds
    return TournamentStanding(
        rounds=tuple(here),
        results=_results(tournament, rounds, names, xxi_totals(tournament, tables)),
        entrants=tuple(sorted((names[one] for one in entrants), key=collation_key)),
        final=over and not any(one.playing for one in here),
    )


def _rounds(
    tournament: Tournament,
    tables: Sequence[TournamentTable],
    points: Mapping[UUID, Mapping[str, int]],
    names: Mapping[str, str],
) -> tuple[Round, ...]:
    found: dict[int, list[TournamentTableRow]] = defaultdict(list)
    began: dict[int, datetime] = {}
    for table in tables:
        found[table.round].append(_table(tournament, table, points[table.session_id], names))
        began.setdefault(table.round, table.session.created_at)
    takes = timedelta(minutes=tournament.minutes)
    return tuple(
        Round(number, tuple(found[number]), (), began[number] + takes if takes else None)
        for number in sorted(found, reverse=True)
    )


def _table(
    tournament: Tournament,
    table: TournamentTable,
    points: Mapping[str, int],
    names: Mapping[str, str],
) -> TournamentTableRow:
    session = table.session
    won = shares(points, fifth=tournament.fifth) if session.hands_count else {}
    seats = [
        TournamentSeat(one, names[one], points[one], won.get(one), seat)
        for seat, one in enumerate(_order(session, points), start=1)
    ]
    deals = tournament.turns * len(session.seats)
    over = session.closed or 0 < deals <= session.hands_count
    begun = TableState.PLAYING if session.hands_count else TableState.WAITING
    return TournamentTableRow(
        session_id=session.id,
        number=table.number,
        title=session.table_name,
        seats=tuple(sorted(seats, key=lambda seat: seat.share.place if seat.share else 0)),
        hands=session.hands_count,
        deals=deals,
        state=TableState.DONE if over else begun,
    )


def _order(session: Session, points: Mapping[str, int]) -> list[str]:
    """The seats in playing order, then whoever came or left in the course of the session."""
    return sorted(points, key=lambda one: session.seats.index(one) if one in session.seats else 99)


def _with_out(one: Round, entrants: Sequence[str], names: Mapping[str, str]) -> Round:
    """The round with the names of those who take part and sit at none of its tables."""
    seated = {seat.player_id for table in one.tables for seat in table.seats}
    out = sorted((names[player] for player in entrants if player not in seated), key=collation_key)
    return replace(one, out=tuple(out))


def _results(
    tournament: Tournament,
    rounds: Sequence[Round],
    names: Mapping[str, str],
    caught: Mapping[str, int],
) -> tuple[Result, ...]:
    """Everybody who has played a hand, the best one first."""
    numbers = sorted(one.number for one in rounds)
    tables: dict[str, list[tuple[int, TournamentSeat, PlaceShare]]] = defaultdict(list)
    for one in rounds:
        for seat in (seat for table in one.tables for seat in table.seats):
            if seat.share:
                tables[seat.player_id].append((one.number, seat, seat.share))
    totals = {
        player: total([(seat.points, share) for _number, seat, share in rows])
        for player, rows in tables.items()
    }
    order = tournament_places(totals, tournament.reckoning)
    found = []
    for player, place in order.items():
        worth: dict[int, Fraction] = defaultdict(Fraction)
        for number, _seat, share in tables[player]:
            worth[number] += share.worth
        by_round = tuple(worth.get(number) for number in numbers)
        xxi = caught.get(player, 0)
        found.append(Result(place, player, names[player], totals[player], xxi, by_round))
    return tuple(sorted(found, key=lambda row: (row.place, collation_key(row.name))))
