"""The scoring of a season or a session under other rules, whose results are never stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from scoring.core.doubled_rounds import Doubling
from scoring.core.events import Hand
from scoring.core.problem import Problem
from scoring.core.replay import apply_event, open_table
from scoring.core.table import Table
from tarokk_club.club.models import Club, Posting, Season, Session
from tarokk_club.club.models.hands import read_stored_event
from tarokk_club.club.seasons.queries.season_totals import (
    SeasonTotal,
    load_session_totals,
    sum_by_player,
)
from tarokk_club.club.values.season_ranking import Rank, rank_by_rules, round_counted_value
from tarokk_club.club.values.season_rules import CountingRules

# The most hands that a request scores, which takes half a second; older sessions are left out.
MOST_HANDS = 5000
_FIELDS = (
    *("session_id", "entry_id", "number", "dealer"),
    *("entry__record", "entry__note", "entry__schema"),
)


class _Row(NamedTuple):
    """The stored values with which an entry is scored again, in the order of `_FIELDS`.

    number: number of the hand; None for other entries.
    dealer: id of the dealer before the entry.
    """

    session: UUID
    entry: UUID
    number: int | None
    dealer: UUID
    record: dict[str, Any]
    note: str
    schema: int


@dataclass(frozen=True, slots=True)
class RescoreScope:
    """The sessions to score again.

    sessions: sessions of one game, newest first.
    totals: totals of these sessions as stored.
    counted: counting rules for the places.
    too_old: number of older sessions beyond `MOST_HANDS`.
    """

    club: Club
    sessions: tuple[Session, ...]
    totals: tuple[SeasonTotal, ...]
    counted: CountingRules
    too_old: int = 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An entry that is not valid under the other rules.

    carries: whether the table had pots or doubled rounds, through which the entry may have
        affected later hands.
    """

    session_id: UUID
    entry_id: UUID
    day: date
    table: str
    number: int | None
    problems: tuple[Problem, ...]
    carries: bool


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A row of the comparison: a player's results under both sets of rules.

    was: stored place, None if not ranked, and stored counted value.
    now: place and counted value under the other rules.
    """

    player_id: str
    name: str
    was: tuple[int | None, int]
    now: tuple[int | None, int]

    @property
    def change(self) -> int:
        """The change of the counted value under the other rules."""
        return self.now[1] - self.was[1]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The results under both sets of rules, in the order of places under the other rules.

    hands: number of hands scored again.
    in_money: whether money decides the places.
    conceals: whether the counted values are hidden because they show others' money.
    """

    rows: tuple[ComparedRow, ...]
    left_out: tuple[LeftOut, ...]
    hands: int
    in_money: bool = False
    conceals: bool = False

    def limit_money_to(self, _accounts: Collection[str]) -> WhatIf:
        """Return the results without the counted values if they are money, as a leaderboard."""
        return replace(self, conceals=self.in_money)

    @property
    def carries(self) -> bool:
        """Whether any entry left out may have affected later hands."""
        return any(omitted.carries for omitted in self.left_out)


@dataclass(slots=True)
class _Rescored:
    """The results of a session under the other rules, by player id."""

    points: Counter[str] = field(default_factory=Counter)
    hands: Counter[str] = field(default_factory=Counter)
    left_out: list[LeftOut] = field(default_factory=list)


def load_season_scope(
    club: Club, season: Season, totals: Sequence[SeasonTotal], game: str
) -> RescoreScope:
    """Return the newest sessions of a season in a game, up to `MOST_HANDS` hands, in one query.

    Tables of tournaments are left out if the season does not count them.
    totals: totals of the whole season.
    """
    counted = season.build_counting_rules().limit_to_game(game)
    rows = Session.objects.filter(season=season, game=game, binned_at=None)
    if not counted.tournaments:
        rows = rows.filter(tournament_table=None)
    sessions = rows.order_by("-date", "-created_at", "-id")
    newest = _select_newest(sessions)
    ids = {session.id for session in newest}
    chosen = tuple(total for total in totals if total.session in ids)
    return RescoreScope(club, newest, chosen, counted, len(sessions) - len(newest))


def load_session_scope(session: Session) -> RescoreScope:
    """Return the scope of a session in one query, empty if it has more than `MOST_HANDS` hands."""
    totals = tuple(load_session_totals(session.pk))
    newest = _select_newest([session])
    chosen = totals if newest else ()
    return RescoreScope(session.club, newest, chosen, CountingRules(), 1 - len(newest))


def _select_newest(sessions: Iterable[Session]) -> tuple[Session, ...]:
    newest: list[Session] = []
    remaining = MOST_HANDS
    for session in sessions:
        remaining -= session.hands_count
        if remaining < 0:
            break
        newest.append(session)
    return tuple(newest)


def rescore_scope(scope: RescoreScope, rules: Any, names: Mapping[str, str]) -> WhatIf:
    """Score the sessions of the scope under these rules and return the results, in one query.

    names: name of each player, by id.
    """
    sessions = {session.id: session for session in scope.sessions}
    rows = Posting.objects.filter(session__in=sessions).order_by("session_id", "position")
    postings = (_Row(*row) for row in rows.values_list(*_FIELDS))
    rescored = {
        session: _rescore_session(sessions[session], list(entries), rules)
        for session, entries in groupby(postings, key=lambda row: row.session)
    }
    totals = [_rescore_total(total, rescored) for total in scope.totals]
    left_out = [
        out
        for session in scope.sessions
        if session.id in rescored
        for out in rescored[session.id].left_out
    ]
    hands = sum(session.hands_count for session in scope.sessions)
    rows_of_both = _compare_ranks(scope, totals, names)
    return WhatIf(
        rows_of_both,
        tuple(left_out),
        hands - sum(1 for omitted in left_out if omitted.number),
        in_money=scope.counted.in_money,
    )


def _rescore_session(session: Session, rows: Sequence[_Row], rules: Any) -> _Rescored:
    """Return the results of the session under the other rules, with the same dealers."""
    game = session.played_game
    table = open_table(game, rules, tuple(session.seats), str(session.first_dealer))
    rescored = _Rescored()
    for row in rows:
        at = replace(table, dealer=str(row.dealer), number=row.number or table.number)
        step = apply_event(
            game, at, read_stored_event(game, row.record, row.note, schema=row.schema)
        )
        table = step.after
        if step.problems:
            rescored.left_out.append(_build_left_out(session, row, at, step.problems))
            continue
        for line in step.lines:
            rescored.points.update(line.points)
        if isinstance(step.event, Hand):
            away = game.sits_out(at)
            rescored.hands.update(player for player in at.seats if player != away)
    return rescored


def _build_left_out(
    session: Session, row: _Row, table: Table, problems: tuple[Problem, ...]
) -> LeftOut:
    return LeftOut(
        session_id=session.id,
        entry_id=row.entry,
        day=session.date,
        table=session.table_name,
        number=row.number,
        problems=problems,
        carries=bool(table.pots) or table.doubling != Doubling(),
    )


def _rescore_total(total: SeasonTotal, rescored: Mapping[UUID, _Rescored]) -> SeasonTotal:
    """Return the total with the points and hands under the other rules."""
    other, player = rescored[total.session], total.player
    return total._replace(points=other.points[player], hands=other.hands[player])


def _compare_ranks(
    scope: RescoreScope, totals: Sequence[SeasonTotal], names: Mapping[str, str]
) -> tuple[ComparedRow, ...]:
    was = _rank_players(scope, scope.totals)
    now = _rank_players(scope, totals)
    rows = [
        ComparedRow(
            player,
            names.get(player, player),
            (was[player].place, round_counted_value(was[player].value, scope.counted)),
            (rank.place, round_counted_value(rank.value, scope.counted)),
        )
        for player, rank in now.items()
    ]
    rows.sort(key=lambda row: (row.now[0] is None, row.now[0] or 0, -row.now[1], row.name))
    return tuple(rows)


def _rank_players(scope: RescoreScope, totals: Sequence[SeasonTotal]) -> dict[str, Rank]:
    people = sum_by_player(totals, scope.club.currency)
    evenings = {player: list(person.evenings.values()) for player, person in people.items()}
    return rank_by_rules(evenings, scope.counted)
