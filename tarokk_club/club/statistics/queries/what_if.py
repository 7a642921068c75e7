"""A season or a session scored again under other house rules; nothing of it is ever kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from scoring.core.doubling import Doubling
from scoring.core.events import Hand
from scoring.core.problem import Problem
from scoring.core.replay import apply, open_table
from scoring.core.table import Table
from tarokk_club.club.models import Balance, Booking, Club, Season, Session
from tarokk_club.club.models.hands import read_stored_event
from tarokk_club.club.seasons.queries.leaderboard import counted_value
from tarokk_club.club.seasons.queries.season_totals import SeasonTotal, people_of, totals_among
from tarokk_club.club.values.counting import Counted, Rank, ranked

# A page waits for this many hands, about half a second; of more, the oldest evenings stay away.
MOST_HANDS = 5000
_FIELDS = (
    *("session_id", "entry_id", "number", "dealer"),
    *("entry__record", "entry__note", "entry__schema"),
)


class _Row(NamedTuple):
    """One entry that stands in the book; the fields are in the order of `_FIELDS`."""

    session: UUID
    entry: UUID
    number: int | None
    dealer: UUID
    record: dict[str, Any]
    note: str
    schema: int


@dataclass(frozen=True, slots=True)
class RescoreScope:
    """What is scored again. sessions: of one game, newest first; totals: as the book has them;
    too_old: how many sessions there are beyond `MOST_HANDS`.
    """

    club: Club
    sessions: tuple[Session, ...]
    totals: tuple[SeasonTotal, ...]
    counted: Counted
    too_old: int = 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What the other rules do not know. carries: pots or doubled rounds stood at the table then,
    which go on as if it had not been dealt.
    """

    session_id: UUID
    entry_id: UUID
    day: date
    table: str
    number: int | None
    problems: tuple[Problem, ...]
    carries: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """One player. was, now: place (None: not ranked) and what counts, as the season counts."""

    player_id: str
    name: str
    was: tuple[int | None, int]
    now: tuple[int | None, int]

    @property
    def change(self) -> int:
        """What the other rules would have brought."""
        return self.now[1] - self.was[1]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Both tables, in the order of the other rules. hands: scored again."""

    rows: tuple[Compared, ...]
    left_out: tuple[LeftOut, ...]
    hands: int

    @property
    def carries(self) -> bool:
        """Whether a hand left out may have moved what later hands are about."""
        return any(one.carries for one in self.left_out)


@dataclass(slots=True)
class _Again:
    """A session under other rules, so far."""

    points: Counter[str] = field(default_factory=Counter)
    hands: Counter[str] = field(default_factory=Counter)
    left_out: list[LeftOut] = field(default_factory=list)


def season_scope(
    club: Club, season: Season, totals: Sequence[SeasonTotal], game: str
) -> RescoreScope:
    """The sessions of a season in one game, in one query; the newest where they are too many.

    totals: of the whole season.
    """
    counted = season.counted().of_game(game)
    rows = Session.objects.filter(season=season, game=game, binned_at=None)
    if not counted.tournaments:
        rows = rows.filter(tournament_table=None)
    sessions = rows.order_by("-date", "-created_at", "-id")
    kept = _newest(sessions)
    ids = {one.id for one in kept}
    chosen = tuple(one for one in totals if one.session in ids)
    return RescoreScope(club, kept, chosen, counted, len(sessions) - len(kept))


def session_scope(session: Session) -> RescoreScope:
    """One session, in one query."""
    totals = tuple(totals_among(Balance.objects.filter(session=session)))
    kept = _newest([session])
    return RescoreScope(session.club, kept, totals if kept else (), Counted(), 1 - len(kept))


def _newest(sessions: Iterable[Session]) -> tuple[Session, ...]:
    kept: list[Session] = []
    room = MOST_HANDS
    for session in sessions:
        room -= session.hands_count
        if room < 0:
            break
        kept.append(session)
    return tuple(kept)


def what_if(scope: RescoreScope, rules: Any, names: Mapping[str, str]) -> WhatIf:
    """The scope as it would stand under these rules, in one query; names: by id."""
    sessions = {one.id: one for one in scope.sessions}
    rows = Booking.objects.filter(session__in=sessions).order_by("session_id", "position")
    found = (_Row(*row) for row in rows.values_list(*_FIELDS))
    again = {
        one: _again(sessions[one], list(entries), rules)
        for one, entries in groupby(found, key=lambda row: row.session)
    }
    totals = [_moved(one, again) for one in scope.totals]
    left_out = [out for one in scope.sessions if one.id in again for out in again[one.id].left_out]
    hands = sum(one.hands_count for one in scope.sessions)
    rows_of_both = _compared(scope, totals, names)
    return WhatIf(rows_of_both, tuple(left_out), hands - sum(1 for one in left_out if one.number))


def _again(session: Session, rows: Sequence[_Row], rules: Any) -> _Again:
    """The session played by the other rules. Who dealt which hand is a fact, and stays."""
    game = session.played_game
    table = open_table(game, rules, tuple(session.seats), str(session.first_dealer))
    again = _Again()
    for row in rows:
        at = replace(table, dealer=str(row.dealer), number=row.number or table.number)
        step = apply(game, at, read_stored_event(game, row.record, row.note, schema=row.schema))
        table = step.after
        if step.problems:
            again.left_out.append(_left_out(session, row, at, step.problems))
            continue
        for line in step.lines:
            again.points.update(line.points)
        if isinstance(step.event, Hand):
            away = game.sits_out(at)
            again.hands.update(player for player in at.seats if player != away)
    return again


def _left_out(session: Session, row: _Row, table: Table, problems: tuple[Problem, ...]) -> LeftOut:
    return LeftOut(
        session_id=session.id,
        entry_id=row.entry,
        day=session.date,
        table=session.table_name,
        number=row.number,
        problems=problems,
        carries=bool(table.pots) or table.doubling != Doubling(),
    )


def _moved(total: SeasonTotal, again: Mapping[UUID, _Again]) -> SeasonTotal:
    """The total as it would be."""
    other, player = again[total.session], str(total.player)
    return total._replace(points=other.points[player], hands=other.hands[player])


def _compared(
    scope: RescoreScope, totals: Sequence[SeasonTotal], names: Mapping[str, str]
) -> tuple[Compared, ...]:
    was = _ranks(scope, scope.totals)
    now = _ranks(scope, totals)
    rows = [
        Compared(
            player,
            names.get(player, player),
            (was[player].place, counted_value(was[player].value, scope.counted)),
            (rank.place, counted_value(rank.value, scope.counted)),
        )
        for player, rank in now.items()
    ]
    rows.sort(key=lambda row: (row.now[0] is None, row.now[0] or 0, -row.now[1], row.name))
    return tuple(rows)


def _ranks(scope: RescoreScope, totals: Sequence[SeasonTotal]) -> dict[str, Rank]:
    people = people_of(totals, scope.club.currency)
    nights = {player: list(one.nights.values()) for player, one in people.items()}
    return ranked(nights, scope.counted)
