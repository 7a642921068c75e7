"""The list of a club's tournaments, and the standing of one with its tables."""

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
from tarokk_club.club.session.queries.prescribed import count_redeals
from tarokk_club.club.session.queries.table_origins import TableOrigin, load_table_origins
from tarokk_club.club.tournaments.queries.corrections import CorrectionRow, correction_rows
from tarokk_club.club.tournaments.queries.drawn_rounds import drawn_players
from tarokk_club.club.tournaments.queries.draws import final_spans, points_at, standing_tables
from tarokk_club.club.tournaments.queries.entrants import arrived_entrants
from tarokk_club.club.tournaments.queries.results import (
    PenaltyRow,
    PlayedTables,
    Result,
    ResultContext,
    TableResult,
    penalty_rows,
    results,
)
from tarokk_club.club.tournaments.queries.teams import TeamRow, club_rows, team_rows
from tarokk_club.club.tournaments.queries.xxi_table import xxi_totals
from tarokk_club.club.values.draws import Carry
from tarokk_club.club.values.table_points import PlaceShare, Reckoning, shares

STANDING = Q(tables__session__binned_at=None, tables__isnull=False)


class TableState(StrEnum):
    """The progress of a table."""

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament in the list.

    played: number of rounds that have begun.
    entrants: number of entrants.
    """

    id: UUID
    name: str
    date: date
    game: str
    rounds: int
    played: int
    entrants: int


@dataclass(frozen=True, slots=True)
class TournamentSeat:
    """A player at a table.

    share: None before the table's first hand.
    seat: number from 1 in playing order.
    """

    player_id: str
    name: str
    points: int
    share: PlaceShare | None
    seat: int


@dataclass(frozen=True, slots=True)
class TournamentTableRow:
    """A table of a round.

    seats: best first once a hand was played.
    deals: number of hands that end the table, 0 if the clock does.
    origin: how its result was entered.
    places: first and last place that it plays for in a final, None before.
    again: number of hands dealt again by the same player, which do not count towards deals; 0 if
        the table is closed.
    closed: whether its sheet is closed.
    version: of its session.
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
        """The number of hands played that count towards deals."""
        return self.hands - self.again

    @property
    def typed(self) -> str:
        """How the result was entered, in words; "" if it was entered at the table."""
        return "" if self.origin == TableOrigin.TABLE else str(self.origin.label)


@dataclass(frozen=True, slots=True)
class _TableContext:
    """The data of tables besides their points.

    again: as counted by `dealt_again`.
    """

    names: Mapping[str, str]
    origins: Mapping[UUID, TableOrigin]
    again: Mapping[UUID, int]


@dataclass(frozen=True, slots=True)
class Round:
    """A round that has begun.

    out: names of the players who sit out.
    until: when the clock ends it, None without a clock.
    began: when its first table was started.
    """

    number: int
    tables: tuple[TournamentTableRow, ...]
    out: tuple[str, ...]
    until: datetime | None
    began: datetime | None = None

    @property
    def playing(self) -> int:
        """The number of tables that are not done."""
        return sum(table.state != TableState.DONE for table in self.tables)

    @property
    def untouched(self) -> bool:
        """Whether nothing has been recorded in it."""
        return not any(table.hands or table.typed for table in self.tables)


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """The present state of a tournament.

    rounds: latest first.
    results, teams, clubs: best first.
    entrants: names of the players taking part.
    final: whether it is over, by `Tournament.is_over`.
    penalties, corrections: all of them, oldest first.
    counted_apart: whether the order is decided by a value other than the two sums.
    sides: team and club of each entrant who has any, by name.
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
    sides: Mapping[str, str] = field(default_factory=dict)

    @property
    def in_final(self) -> bool:
        """Whether the tables of a final are drawn."""
        return any(row.group for row in self.results)

    @property
    def now(self) -> Round | None:
        """The latest round, None before the first."""
        return self.rounds[0] if self.rounds else None

    @property
    def next_number(self) -> int:
        """The number of the next round."""
        return self.rounds[0].number + 1 if self.rounds else 1


def tournament_rows(club: Club) -> tuple[TournamentRow, ...]:
    """Return all tournaments, latest first, in one query."""
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
class StandingChange:
    """The differences that a change would make to a tournament.

    points: of a session, by player.
    penalties: all of them, None if unchanged.
    binned: id of a session that counts although it is in the bin.
    """

    points: Mapping[UUID, Mapping[str, int]] = field(default_factory=dict)
    penalties: tuple[PenaltyRow, ...] | None = None
    binned: UUID | None = None


def tournament_standing(
    tournament: Tournament,
    *,
    names: Mapping[str, str] | None = None,
    instead: StandingChange | None = None,
) -> TournamentStanding:
    """Return the tables, order and entrants, in six queries, and one more each with an XXI table,
    from the second round on, and once the result was final.

    Everything is derived from the sessions.

    names: names by player id, if they differ from the real ones.
    instead: differences from the stored state.
    """
    other = instead or StandingChange()
    tables = standing_tables(tournament, binned=other.binned)
    points = {**points_at(tables), **other.points}
    names = names_in(tournament.club_id) if names is None else names
    sides, here_now = _sides(tournament)
    rounds = _rounds(tournament, tables, points, names)
    corrections = correction_rows(tournament, names)
    due = _without_late(arrived_entrants(tournament, here_now, tables), tables, corrections)
    drawn = drawn_players(tournament, sides) if len(rounds) > 1 else {}
    here = [
        _with_out(one, drawn.get(one.number, ()) if at else due, names)
        for at, one in enumerate(rounds)
    ]
    still_open = sum(not table.closed for one in here for table in one.tables)
    last = here[0].number if here else 0
    penalties = penalty_rows(tournament, names) if other.penalties is None else other.penalties
    told = ResultContext(names, xxi_totals(tournament, tables), sides, penalties)
    order = results(tournament, _played(tournament, rounds), told)
    return TournamentStanding(
        rounds=tuple(here),
        results=order,
        entrants=tuple(sorted((names[one] for one in here_now), key=collation_key)),
        final=tournament.is_over(last_round=last, open_tables=still_open),
        teams=team_rows(order, tournament.reckoning, best=tournament.team_best),
        clubs=club_rows(order, tournament.reckoning, best=tournament.club_best),
        penalties=penalties,
        corrections=corrections,
        counted_apart=_counted_apart(tournament, order),
        sides={
            names[player]: " · ".join(filter(None, side))
            for player, side in sides.items()
            if any(side)
        },
    )


def _counted_apart(tournament: Tournament, order: Sequence[Result]) -> bool:
    """Return whether both sums count, or the final carries over only a share of earlier rounds."""
    part = tournament.carry != Carry.ALL and any(row.group for row in order)
    return part or tournament.reckoning == Reckoning.BOTH


def _sides(tournament: Tournament) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """Return the team and club of all present and former entrants, and the ids of the present
    ones.
    """
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
    origins = load_table_origins([table.session_id for table in tables])
    spans = final_spans(tournament, tables)
    told = _TableContext(names, origins, _dealt_again(tournament, tables))
    for table in tables:
        row = _table(tournament, table, points[table.session_id], told)
        found[table.round].append(replace(row, places=spans.get(table.pk)))
        began.setdefault(table.round, table.session.created_at)
    takes = timedelta(minutes=tournament.minutes)
    return tuple(
        Round(number, tuple(found[number]), (), at + takes if takes else None, at)
        for number, at in sorted(began.items(), reverse=True)
    )


def _dealt_again(tournament: Tournament, tables: Sequence[TournamentTable]) -> Mapping[UUID, int]:
    """Return the number of hands dealt again, only for open tables that play a set number of
    hands.
    """
    sessions = [table.session for table in tables if tournament.turns]
    return count_redeals([one.id for one in sessions if one.hands_count and not one.closed])


def _table(
    tournament: Tournament,
    table: TournamentTable,
    points: Mapping[str, int],
    context: _TableContext,
) -> TournamentTableRow:
    session, names = table.session, context.names
    origin = context.origins.get(session.id, TableOrigin.TABLE)
    counts = session.hands_count or origin == TableOrigin.TOTALS
    won = shares(points, tournament.table_scale) if counts else {}
    seats = [
        TournamentSeat(one, names[one], points[one], won.get(one), seat)
        for seat, one in enumerate(_order(session, points), start=1)
    ]
    deals = tournament.turns * len(session.seats)
    again = context.again.get(session.id, 0)
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
    """Return the seated players in playing order, then those who came or left during the
    session.
    """
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


def _with_out(drawn_round: Round, entrants: Sequence[str], names: Mapping[str, str]) -> Round:
    """Return the round with the names of the entrants who sit at none of its tables."""
    seated = {seat.player_id for table in drawn_round.tables for seat in table.seats}
    out = sorted((names[player] for player in entrants if player not in seated), key=collation_key)
    return replace(drawn_round, out=tuple(out))


def _played(tournament: Tournament, rounds: Sequence[Round]) -> PlayedTables:
    """Return the played tables in the form from which the order is computed."""
    sat: dict[str, list[TableResult]] = defaultdict(list)
    met = []
    for one in rounds:
        for table in one.tables:
            played = [seat for seat in table.seats if seat.share]
            met.append((one.number, {seat.player_id: seat.points for seat in played}))
            for seat in played:
                if seat.share:
                    sat[seat.player_id].append(TableResult(one.number, seat.points, seat.share))
    return PlayedTables(
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
