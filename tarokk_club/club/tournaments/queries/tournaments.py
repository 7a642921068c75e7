"""The tournaments of a club: their list, and one with its tables and its order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from uuid import UUID

from django.db.models import Count, Max, Q

from tarokk_club.club.models import Club, Session, Tournament, TournamentTable
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.session.queries.prescribed import dealt_again, is_tournament_over
from tarokk_club.club.session.queries.table_origins import TableOrigin, table_origins
from tarokk_club.club.tournaments.queries.corrections import CorrectionRow, correction_rows
from tarokk_club.club.tournaments.queries.draws import final_spans, points_at, standing_tables
from tarokk_club.club.tournaments.queries.results import (
    AboutPlayers,
    PenaltyRow,
    Played,
    Result,
    Sat,
    penalty_rows,
    results,
)
from tarokk_club.club.tournaments.queries.teams import TeamRow, club_rows, team_rows
from tarokk_club.club.tournaments.queries.xxi_table import xxi_totals
from tarokk_club.club.values.draws import Carry
from tarokk_club.club.values.table_points import PlaceShare, Reckoning, shares

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
    it, 0 where the clock does; origin: how its result came; places: the first and the last one that
    it plays for in a final, None before; again: hands that the same player dealt once more, which
    end nothing, as far as it still plays; closed: whether its sheet is; version: of its session.
    """

    session_id: UUID
    number: int
    title: str
    seats: tuple[TournamentSeat, ...]
    hands: int
    deals: int
    state: TableState
    origin: TableOrigin = TableOrigin.TABLE
    places: tuple[int, int] | None = None
    again: int = 0
    closed: bool = False
    version: int = 0

    @property
    def dealt(self) -> int:
        """How many of the hands that end it were played."""
        return self.hands - self.again

    @property
    def typed(self) -> str:
        """How it came, in words, where that was not at the table."""
        return "" if self.origin == TableOrigin.TABLE else str(self.origin.label)


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of tables besides their points. again: as `dealt_again` counts it."""

    names: Mapping[str, str]
    origins: Mapping[UUID, TableOrigin]
    again: Mapping[UUID, int]


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
        """Whether nothing of it was written down."""
        return not any(table.hands or table.typed for table in self.tables)


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """A tournament as it stands.

    rounds: youngest first; results, teams, clubs: best first; entrants: the names of those who take
    part; final: whether it is over, by `is_tournament_over`; penalties, corrections: all of them,
    the oldest first; counted_apart: the order goes by neither of the two sums alone.
    """

    rounds: tuple[Round, ...]
    results: tuple[Result, ...]
    entrants: tuple[str, ...]
    final: bool
    teams: tuple[TeamRow, ...] = ()
    clubs: tuple[TeamRow, ...] = ()
    penalties: tuple[PenaltyRow, ...] = ()
    corrections: tuple[CorrectionRow, ...] = ()
    counted_apart: bool = False

    @property
    def in_final(self) -> bool:
        """Whether the tables of a final are drawn."""
        return any(row.group for row in self.results)

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
        entered=Count("entrants", filter=Q(entrants__gone=False), distinct=True),
    )
    return tuple(
        TournamentRow(
            one.id, one.name, one.date, one.game, one.all_rounds, one.played or 0, one.entered
        )
        for one in rows.defer("schedule").order_by("-date", "-made_at", "-id")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
    """What a change would make of it. points: of a session, by player; penalties: all of them;
    binned: a session in the bin that is counted as if it were not there.
    """

    points: Mapping[UUID, Mapping[str, int]] = field(default_factory=dict)
    penalties: tuple[PenaltyRow, ...] | None = None
    binned: UUID | None = None


def tournament_standing(
    tournament: Tournament,
    *,
    names: Mapping[str, str] | None = None,
    instead: Instead | None = None,
) -> TournamentStanding:
    """Tables, order and entrants, in six queries, and one each where an XXI table is kept and where
    the result was final; all of it read from the sessions.

    names: of the players by id, where they are not called as in the book; instead: what is not as
    it stands.
    """
    other = instead or Instead()
    tables = standing_tables(tournament, binned=other.binned)
    points = {**points_at(tables), **other.points}
    names = names_in(tournament.club_id) if names is None else names
    sides, here_now = _sides(tournament)
    rounds = _rounds(tournament, tables, points, names)
    corrections = correction_rows(tournament, names)
    due = _without_late(here_now, tables, corrections)
    here = [*(_with_out(one, due, names) for one in rounds[:1]), *rounds[1:]]
    still_open = sum(not table.closed for one in here for table in one.tables)
    last = here[0].number if here else 0
    penalties = penalty_rows(tournament, names) if other.penalties is None else other.penalties
    told = AboutPlayers(names, xxi_totals(tournament, tables), sides, penalties)
    order = results(tournament, _played(tournament, rounds), told)
    return TournamentStanding(
        rounds=tuple(here),
        results=order,
        entrants=tuple(sorted((names[one] for one in here_now), key=collation_key)),
        final=is_tournament_over(tournament, last_round=last, open_tables=still_open),
        teams=team_rows(order, tournament.reckoning, best=tournament.team_best),
        clubs=club_rows(order, tournament.reckoning, best=tournament.club_best),
        penalties=penalties,
        corrections=corrections,
        counted_apart=_counted_apart(tournament, order),
    )


def _counted_apart(tournament: Tournament, order: Sequence[Result]) -> bool:
    """Both sums count, or only a part of the rounds before the final."""
    part = tournament.carry != Carry.ALL and any(row.group for row in order)
    return part or tournament.reckoning == Reckoning.BOTH


def _sides(tournament: Tournament) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """The team and the club of everybody who takes part, or did so; and who still does."""
    rows = list(tournament.entrants.values_list("player_id", "team", "club_name", "gone"))
    sides = {str(player): (team, club_name) for player, team, club_name, _gone in rows}
    return sides, [str(player) for player, _team, _club, gone in rows if not gone]


def _rounds(
    tournament: Tournament,
    tables: Sequence[TournamentTable],
    points: Mapping[UUID, Mapping[str, int]],
    names: Mapping[str, str],
) -> tuple[Round, ...]:
    found: dict[int, list[TournamentTableRow]] = defaultdict(list)
    began: dict[int, datetime] = {}
    origins = table_origins([table.session_id for table in tables])
    spans = final_spans(tournament, tables)
    told = _Told(names, origins, _dealt_again(tournament, tables))
    for table in tables:
        row = _table(tournament, table, points[table.session_id], told)
        found[table.round].append(replace(row, places=spans.get(table.pk)))
        began.setdefault(table.round, table.session.created_at)
    takes = timedelta(minutes=tournament.minutes)
    return tuple(
        Round(number, tuple(found[number]), (), began[number] + takes if takes else None)
        for number in sorted(found, reverse=True)
    )


def _dealt_again(tournament: Tournament, tables: Sequence[TournamentTable]) -> Mapping[UUID, int]:
    """Of the tables that still play a number of hands, as of no others anybody asks."""
    sessions = [table.session for table in tables if tournament.turns]
    return dealt_again([one.id for one in sessions if one.hands_count and not one.closed])


def _table(
    tournament: Tournament, table: TournamentTable, points: Mapping[str, int], told: _Told
) -> TournamentTableRow:
    session, names = table.session, told.names
    origin = told.origins.get(session.id, TableOrigin.TABLE)
    counts = session.hands_count or origin == TableOrigin.TOTALS
    won = shares(points, tournament.table_scale) if counts else {}
    seats = [
        TournamentSeat(one, names[one], points[one], won.get(one), seat)
        for seat, one in enumerate(_order(session, points), start=1)
    ]
    deals = tournament.turns * len(session.seats)
    again = told.again.get(session.id, 0)
    over = session.closed or 0 < deals <= session.hands_count - again
    begun = TableState.PLAYING if session.hands_count else TableState.WAITING
    return TournamentTableRow(
        session_id=session.id,
        number=table.number,
        title=session.table_name,
        seats=tuple(sorted(seats, key=lambda seat: seat.share.place if seat.share else 0)),
        hands=session.hands_count,
        deals=deals,
        state=TableState.DONE if over else begun,
        origin=origin,
        again=again,
        closed=session.closed,
        version=session.version,
    )


def _order(session: Session, points: Mapping[str, int]) -> list[str]:
    """The seats in playing order, then whoever came or left in the course of the session."""
    return sorted(points, key=lambda one: session.seats.index(one) if one in session.seats else 99)


def _without_late(
    entrants: Sequence[str],
    tables: Sequence[TournamentTable],
    corrections: Sequence[CorrectionRow],
) -> list[str]:
    """Return the entrants without those whom a correction entered after the last round began: they
    did not sit it out.
    """
    began = max((table.session.created_at for table in tables), default=None)
    late = {
        player for one in corrections if began and one.made_at > began for player in one.entered_ids
    }
    return [player for player in entrants if player not in late]


def _with_out(one: Round, entrants: Sequence[str], names: Mapping[str, str]) -> Round:
    """The round with the names of those who take part and sit at none of its tables."""
    seated = {seat.player_id for table in one.tables for seat in table.seats}
    out = sorted((names[player] for player in entrants if player not in seated), key=collation_key)
    return replace(one, out=tuple(out))


def _played(tournament: Tournament, rounds: Sequence[Round]) -> Played:
    """What was played, as the order is worked out from it."""
    sat: dict[str, list[Sat]] = defaultdict(list)
    met = []
    for one in rounds:
        for table in one.tables:
            played = [seat for seat in table.seats if seat.share]
            met.append((one.number, {seat.player_id: seat.points for seat in played}))
            for seat in played:
                if seat.share:
                    sat[seat.player_id].append(Sat(one.number, seat.points, seat.share))
    return Played(
        rounds=tuple(sorted(one.number for one in rounds)),
        sat=sat,
        met=met,
        groups=tuple(
            [seat.player_id for seat in table.seats]
            for one in rounds
            if tournament.final_rounds and one.number == tournament.rounds + 1
            for table in one.tables
        ),
    )
