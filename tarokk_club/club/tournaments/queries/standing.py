"""The current state of a tournament: rounds with their tables, results and entrants."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from tarokk_club.club.models import Session, Tournament, TournamentTable
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.sessions.prescribed_hands import count_redeals
from tarokk_club.club.session.queries.sessions.table_origins import TableOrigin, load_table_origins
from tarokk_club.club.tournaments.queries.corrections import CorrectionRow, load_correction_rows
from tarokk_club.club.tournaments.queries.counting_tables import (
    compute_final_place_spans,
    load_counting_tables,
    load_points_by_table,
)
from tarokk_club.club.tournaments.queries.drawn_rounds import load_drawn_players
from tarokk_club.club.tournaments.queries.entrants import select_arrived_entrants
from tarokk_club.club.tournaments.queries.results import (
    PenaltyRow,
    PlayedTables,
    Result,
    ResultContext,
    TableResult,
    compute_results,
    load_penalty_rows,
)
from tarokk_club.club.tournaments.queries.teams import TeamRow, rank_clubs, rank_teams
from tarokk_club.club.tournaments.queries.xxi_table import load_xxi_totals
from tarokk_club.club.values.draws import Carry
from tarokk_club.club.values.table_points import PlaceShare, Reckoning, share_table_points


class TableState(StrEnum):
    """The progress of a table."""

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class TournamentSeat:
    """A player at a table.

    share: place at the table and its table points, None before the first hand or typed totals.
    seat: number from 1, in the order of play.
    """

    player_id: str
    name: str
    points: int
    share: PlaceShare | None
    seat: int


@dataclass(frozen=True, slots=True)
class TournamentTableRow:
    """A table of a round.

    seats: best first once the table has a result.
    deals: number of hands that end the table, 0 if the clock does.
    origin: how its result was entered.
    places: first and last place that it plays for in a final, None outside the final.
    repeat_deals: number of hands dealt again by the same player, which do not count as deals;
        0 if the table is closed or the clock ends it.
    closed: whether its sheet is closed.
    version: version of its session.
    dealer: id of the player who deals first.
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
    repeat_deals: int = 0
    closed: bool = False
    version: int = 0
    dealer: str = ""

    @property
    def counted_deals(self) -> int:
        """The number of hands that count towards deals."""
        return self.hands - self.repeat_deals

    @property
    def origin_label(self) -> str:
        """The label of how the result was entered, "" if it was entered at the table."""
        return "" if self.origin == TableOrigin.TABLE else str(self.origin.label)


@dataclass(frozen=True, slots=True)
class _TableContext:
    """The names and table data from which the rows of tables are built.

    origins, repeat_deals: how the result was entered, hands dealt again, each by session id.
    """

    names: Mapping[str, str]
    origins: Mapping[UUID, TableOrigin]
    repeat_deals: Mapping[UUID, int]


@dataclass(frozen=True, slots=True)
class Round:
    """A round that has begun.

    out, out_ids: names and ids of the players who sit out, in the same order.
    until: time at which the clock ends it, None without a clock.
    began: time at which its first table was started.
    """

    number: int
    tables: tuple[TournamentTableRow, ...]
    out: tuple[str, ...]
    until: datetime | None
    began: datetime | None = None
    out_ids: tuple[str, ...] = ()

    @property
    def open_table_count(self) -> int:
        """The number of tables that are still playing or waiting."""
        return sum(table.state != TableState.DONE for table in self.tables)

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been recorded at its tables."""
        return not any(table.hands or table.origin_label for table in self.tables)


class EnteredPlayer(NamedTuple):
    """A player taking part, with team and club, "" for none."""

    player_id: str
    name: str
    team: str
    club_name: str


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """The current state of a tournament: rounds, results and entrants.

    rounds: latest first.
    results, teams, clubs: best first.
    entrants: names of the players taking part.
    players: the entrants with their ids, in the same order.
    final: whether the tournament is over (see `Tournament.is_over`).
    penalties, corrections: oldest first.
    counted_apart: whether a value other than the two sums decides the order.
    sides: team and club as one text, by name of the entrant, without entrants who have neither.
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
    players: tuple[EnteredPlayer, ...] = ()

    @property
    def in_final(self) -> bool:
        """Whether the final has begun."""
        return any(row.group for row in self.results)

    @property
    def current_round(self) -> Round | None:
        """The latest round, None before the first."""
        return self.rounds[0] if self.rounds else None

    @property
    def next_round_number(self) -> int:
        """The number of the next round."""
        return self.rounds[0].number + 1 if self.rounds else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingChange:
    """Differences from the stored state of a tournament, for a preview.

    points: points by player, for each session id that differs.
    penalties: all penalties, None if they are unchanged.
    binned: id of a session that counts although it is in the bin.
    """

    points: Mapping[UUID, Mapping[str, int]] = field(default_factory=dict)
    penalties: tuple[PenaltyRow, ...] | None = None
    binned: UUID | None = None


def load_standing(
    tournament: Tournament,
    *,
    names: Mapping[str, str] | None = None,
    instead: StandingChange | None = None,
) -> TournamentStanding:
    """Return the current state of a tournament, derived from its sessions.

    Takes six queries, and one more each for hands at open tables, check-in, a second round, an XXI
    table and corrections.

    names: name of each player by id, loaded if None.
    instead: differences from the stored state, for a preview.
    """
    preview = instead or StandingChange()
    tables = load_counting_tables(tournament, binned=preview.binned)
    points = {**load_points_by_table(tables), **preview.points}
    names = load_names(tournament.club_id) if names is None else names
    sides, present_ids = _load_sides(tournament)
    rounds = _build_rounds(tournament, tables, points, names)
    corrections = load_correction_rows(tournament, names)
    due = _exclude_late_entrants(
        select_arrived_entrants(tournament, present_ids, tables), tables, corrections
    )
    drawn = load_drawn_players(tournament, sides) if len(rounds) > 1 else {}
    full_rounds = [
        _add_names_sitting_out(drawn_round, drawn.get(drawn_round.number, ()) if at else due, names)
        for at, drawn_round in enumerate(rounds)
    ]
    still_open = sum(not table.closed for row in full_rounds for table in row.tables)
    last = full_rounds[0].number if full_rounds else 0
    penalties = (
        load_penalty_rows(tournament, names) if preview.penalties is None else preview.penalties
    )
    context = ResultContext(names, load_xxi_totals(tournament, tables), sides, penalties)
    order = compute_results(tournament, _collect_played_tables(tournament, rounds), context)
    ids = _sort_by_name(present_ids, names)
    return TournamentStanding(
        rounds=tuple(full_rounds),
        results=order,
        entrants=tuple(names[player] for player in ids),
        players=tuple(EnteredPlayer(player, names[player], *sides[player]) for player in ids),
        final=tournament.is_over(last_round=last, open_tables=still_open),
        teams=rank_teams(order, tournament.reckoning, best=tournament.team_best),
        clubs=rank_clubs(order, tournament.reckoning, best=tournament.club_best),
        penalties=penalties,
        corrections=corrections,
        counted_apart=_has_separate_counted_value(tournament, order),
        sides={
            names[player]: " · ".join(filter(None, side))
            for player, side in sides.items()
            if any(side)
        },
    )


def _has_separate_counted_value(tournament: Tournament, order: Sequence[Result]) -> bool:
    """Return whether both sums count, or a final carries over only a share of earlier rounds."""
    carries_part = tournament.carry != Carry.ALL and any(row.group for row in order)
    return carries_part or tournament.reckoning == Reckoning.BOTH


def _load_sides(tournament: Tournament) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """Return the team and club of each past or current entrant, and the ids of the current ones."""
    rows = list(tournament.entrants.values_list("player_id", "team", "club_name", "gone"))
    sides = {str(player): (team, club_name) for player, team, club_name, _gone in rows}
    return sides, [str(player) for player, _team, _club, gone in rows if not gone]


def _build_rounds(
    tournament: Tournament,
    tables: Sequence[TournamentTable],
    points: Mapping[UUID, Mapping[str, int]],
    names: Mapping[str, str],
) -> tuple[Round, ...]:
    rows: dict[int, list[TournamentTableRow]] = defaultdict(list)
    began: dict[int, datetime] = {}
    origins = load_table_origins([table.session_id for table in tables])
    spans = compute_final_place_spans(tournament, tables)
    context = _TableContext(names, origins, _count_redeals(tournament, tables))
    for table in tables:
        row = _build_table_row(tournament, table, points[table.session_id], context)
        rows[table.round].append(replace(row, places=spans.get(table.pk)))
        began.setdefault(table.round, table.session.created_at)
    takes = timedelta(minutes=tournament.minutes)
    return tuple(
        Round(number, tuple(rows[number]), (), at + takes if takes else None, at)
        for number, at in sorted(began.items(), reverse=True)
    )


def _count_redeals(tournament: Tournament, tables: Sequence[TournamentTable]) -> Mapping[UUID, int]:
    """Return the number of hands dealt again at each open table with a set number of hands."""
    sessions = [table.session for table in tables if tournament.turns]
    return count_redeals(
        [session.id for session in sessions if session.hands_count and not session.closed]
    )


def _build_table_row(
    tournament: Tournament,
    table: TournamentTable,
    points: Mapping[str, int],
    context: _TableContext,
) -> TournamentTableRow:
    session, names = table.session, context.names
    origin = context.origins.get(session.id, TableOrigin.TABLE)
    counts = session.hands_count or origin == TableOrigin.TOTALS
    won = share_table_points(points, tournament.table_scale) if counts else {}
    seats = [
        TournamentSeat(player, names[player], points[player], won.get(player), seat)
        for seat, player in enumerate(_sort_by_seat(session, points), start=1)
    ]
    deals = tournament.turns * len(session.seats)
    repeat_deals = context.repeat_deals.get(session.id, 0)
    over = session.closed or 0 < deals <= session.hands_count - repeat_deals
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
        repeat_deals=repeat_deals,
        closed=session.closed,
        version=session.version,
        dealer=str(session.first_dealer),
    )


def _sort_by_seat(session: Session, points: Mapping[str, int]) -> list[str]:
    """Return the seated players in the order of play, then those who came or left later."""
    return sorted(
        points, key=lambda player: session.seats.index(player) if player in session.seats else 99
    )


def _exclude_late_entrants(
    entrants: Sequence[str],
    tables: Sequence[TournamentTable],
    corrections: Sequence[CorrectionRow],
) -> list[str]:
    """Return the entrants who were not entered by a correction after the last round began."""
    began = max((table.session.created_at for table in tables), default=None)
    late = {
        player
        for correction in corrections
        if began and correction.made_at > began
        for player in correction.entered_ids
    }
    return [player for player in entrants if player not in late]


def _add_names_sitting_out(
    drawn_round: Round, entrants: Sequence[str], names: Mapping[str, str]
) -> Round:
    """Return the round with the names of the entrants who do not sit at its tables."""
    seated = {seat.player_id for table in drawn_round.tables for seat in table.seats}
    out = _sort_by_name((player for player in entrants if player not in seated), names)
    return replace(drawn_round, out=tuple(names[player] for player in out), out_ids=out)


def _sort_by_name(players: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sorted(players, key=lambda player: build_sort_key(names[player])))


def _collect_played_tables(tournament: Tournament, rounds: Sequence[Round]) -> PlayedTables:
    """Return the points and shares recorded at the tables of these rounds."""
    results: dict[str, list[TableResult]] = defaultdict(list)
    points = []
    for drawn_round in rounds:
        for table in drawn_round.tables:
            played = [seat for seat in table.seats if seat.share]
            points.append((drawn_round.number, {seat.player_id: seat.points for seat in played}))
            for seat in played:
                if seat.share:
                    results[seat.player_id].append(
                        TableResult(drawn_round.number, seat.points, seat.share)
                    )
    return PlayedTables(
        rounds=tuple(sorted(drawn_round.number for drawn_round in rounds)),
        results_by_player=results,
        points_by_table=points,
        groups=tuple(
            [seat.player_id for seat in table.seats]
            for drawn_round in rounds
            if tournament.final_rounds and drawn_round.number == tournament.rounds + 1
            for table in drawn_round.tables
        ),
    )
