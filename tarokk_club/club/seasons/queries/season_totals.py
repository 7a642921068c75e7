"""The totals of players in the sessions of a season or a club, and those that count."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Func, IntegerField, OuterRef, QuerySet, Subquery, UUIDField

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.models import Balance, Player, Season, Session
from tarokk_club.club.values.season_ranking import PlayerEvening
from tarokk_club.club.values.season_rules import CountingRules, Games
from tarokk_club.database.prepared import (
    Parameter,
    PreparedQuery,
    select_count,
    select_rows_as_json,
)


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters that select sessions of a season; an empty field selects all.

    without: ids of sessions to leave out.
    """

    game: str = ""
    table: str = ""
    first: date | None = None
    last: date | None = None
    without: frozenset[UUID] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.selects_part or self.without)

    @property
    def selects_part(self) -> bool:
        """Whether any filter but `without` is set."""
        return any((self.game, self.table, self.first, self.last))

    def matches(self, total: SeasonTotal) -> bool:
        """Return whether the filters select the session of the total."""
        return (
            total.session not in self.without
            and (not self.game or total.game == self.game)
            and (not self.table or total.table == self.table)
            and (self.first is None or self.first <= total.day)
            and (self.last is None or total.day <= self.last)
        )


class SeasonTotal(NamedTuple):
    """The total of a player in a session; the fields are in the order of the query.

    player: id of the player, as text.
    guest: whether the player is a guest of tournaments, who is in no leaderboard.
    tournament_table: id of the tournament table, None for other sessions.
    """

    player: str
    points: int
    hands: int
    guest: bool
    session: UUID
    day: date
    table: str
    game: str
    currency: str
    per_point: str
    mayor: UUID | None
    last_hand_at: datetime | None
    tournament_table: int | None


# Before the last hand of any session.
_NEVER = datetime.min.replace(tzinfo=UTC)


@lru_cache(maxsize=200)
def _read_stake(per_point: str, *, currency: str) -> int:
    """Return the stake for a point in minor units; cached because stakes seldom change."""
    return read_amount(per_point, CURRENCIES[currency], field="per_point")


_PLAYER_FIELDS = ("player_id", "points", "hands", "player__guest")
_SESSION_FIELDS = (
    *("id", "date", "table_name", "game", "currency", "per_point"),
    *("mayor", "last_hand_at", "tournament_table"),
)


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """The results of a player in a season; shared between requests, so never changed.

    evenings: result of each evening, by day.
    minor: money in minor units by currency, + receives.
    points, hands: sums of all evenings.
    """

    evenings: Mapping[date, PlayerEvening]
    minor: Mapping[str, int]
    points: int
    hands: int

    def list_evenings_until(self, day: date) -> tuple[PlayerEvening, ...]:
        """Return the evenings up to and including this day."""
        return tuple([night for at, night in self.evenings.items() if at <= day])


def load_season_totals(season: Season) -> list[SeasonTotal]:
    """Return the totals of a season's sessions as `load_totals` does, in one query."""
    return load_totals(season.club_id, season)


def load_totals(club_id: UUID, season: Season | None) -> list[SeasonTotal]:
    """Return the players' totals in sessions that are not in the bin, in one query.

    Totals without hands and points are left out.

    season: None for all sessions of the club.
    """
    if season:
        return _build_totals(_SEASON_TOTALS.run(season=season.pk))
    return _build_totals(_CLUB_TOTALS.run(club=club_id))


def load_session_totals(session_id: UUID) -> list[SeasonTotal]:
    """Return the totals of a session as `load_totals` does, but also if it is in the bin."""
    return _build_totals(_SESSION_TOTALS.run(session=session_id))


def _build_totals(rows: Iterable[tuple[Any, ...]]) -> list[SeasonTotal]:
    return [total for row in rows for total in _build_session_totals(row)]


# A season has at most some hundred sessions.
@lru_cache(maxsize=1000)
def _build_session_totals(row: tuple[Any, ...]) -> tuple[SeasonTotal, ...]:
    """Return the totals of a session; cached because a hand changes only one session."""
    *session, players = row
    return tuple(
        SeasonTotal(str(UUID(player)), points, hands, bool(guest), *session)
        for player, points, hands, guest in json.loads(players or "[]")
        # A player who sat down and left without a hand has not played.
        if hands or points
    )


# The number of sessions, the sum of their versions, and the number of tournament guests.
Stamp = tuple[int, int, int]


def load_season_stamp(season: Season) -> Stamp:
    """Return numbers that change when a session of the season does, in one query.

    They also change when a tournament guest becomes a player of the club.
    """
    number, versions, guests = _SEASON_STAMP.first(season=season.pk, club=season.club_id)
    return number, versions or 0, guests


def load_club_stamp(club_id: UUID) -> Stamp:
    """Return numbers that change when a session of the club does, in one query.

    They also change when a tournament guest becomes a player of the club.
    """
    number, versions, guests = _CLUB_STAMP.first(club=club_id)
    return number, versions or 0, guests


def _select_stamp(**place: Parameter) -> QuerySet[Session, Stamp]:
    """Return a query for the numbers of a `Stamp`."""
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())
    versions = Func(F("version"), function="SUM", output_field=IntegerField())
    guests = Player.objects.filter(club=Parameter("club", UUIDField()), guest=True)
    rows = Session.objects.filter(**place).order_by()
    return rows.annotate(
        number=number, versions=versions, guests=Subquery(select_count(guests))
    ).values_list("number", "versions", "guests")


def _select_totals(**place: Any) -> QuerySet[Session, tuple[Any, ...]]:
    """Return a query for a row a session, with the totals of its players as a JSON text."""
    balances = Balance.objects.filter(session=OuterRef("pk"))
    rows = Session.objects.filter(**place).order_by()
    players = select_rows_as_json(balances, *_PLAYER_FIELDS)
    return rows.annotate(players=players).values_list(*_SESSION_FIELDS, "players")


_SEASON_TOTALS = PreparedQuery(
    lambda: _select_totals(binned_at=None, season=Parameter("season", UUIDField()))
)
_CLUB_TOTALS = PreparedQuery(
    lambda: _select_totals(binned_at=None, club=Parameter("club", UUIDField()))
)
_SESSION_TOTALS = PreparedQuery(lambda: _select_totals(pk=Parameter("session", UUIDField())))
_SEASON_STAMP = PreparedQuery(lambda: _select_stamp(season=Parameter("season", UUIDField())))
_CLUB_STAMP = PreparedQuery(lambda: _select_stamp(club=Parameter("club", UUIDField())))


def sum_by_player(
    totals: Iterable[SeasonTotal], currency: str, weights: Mapping[str, int] | None = None
) -> dict[str, SeasonResults]:
    """Return the results of every player in these totals, by id.

    currency: currency of the money that counts.
    weights: whole-number weight of a point, by game.
    """
    played: dict[str, list[_Played]] = {}
    for total in totals:
        result = (total.day, total.points, total.hands, total.game)
        played.setdefault(total.player, []).append((*result, total.currency, total.per_point))
    sums = tuple((weights or {}).items())
    return {player: _sum_results(tuple(rows), currency, sums) for player, rows in played.items()}


# The day, points, hands, game, currency and stake of a total.
_Played = tuple[date, int, int, str, str, str]


@lru_cache(maxsize=500)
def _sum_results(
    rows: tuple[_Played, ...], currency: str, weights: tuple[tuple[str, int], ...]
) -> SeasonResults:
    """Return the results of a player; cached because a hand changes the rows of few players."""
    by_game = dict(weights)
    nights: dict[date, PlayerEvening] = {}
    money: dict[str, int] = {}
    for day, points, hands, game, code, per_point in rows:
        minor = points * _read_stake(per_point, currency=code) if per_point else 0
        if per_point:
            money[code] = money.get(code, 0) + minor
        counted_minor = minor if code == currency else 0
        result = PlayerEvening(points, hands, counted_minor, points * by_game.get(game, 0))
        nights[day] = nights[day].combine(result) if day in nights else result
    return SeasonResults(
        nights,
        money,
        sum(row[1] for row in rows),
        sum(row[2] for row in rows),
    )


def rank_games(totals: Iterable[SeasonTotal]) -> tuple[str, ...]:
    """Return the games of these totals, most played first."""
    hands: Counter[str] = Counter()
    for total in totals:
        hands[total.game] += total.hands
    return tuple(sorted(hands, key=lambda game: (-hands[game], game)))


def resolve_most_played(rules: CountingRules, totals: Iterable[SeasonTotal]) -> CountingRules:
    """Return the rules, with the most played game filled in if one game counts but is not named."""
    if rules.games != Games.ONE or rules.game:
        return rules
    played = rank_games(
        total for total in totals if rules.tournaments or total.tournament_table is None
    )
    return replace(rules, game=played[0]) if played else rules


def select_counted_totals(rules: CountingRules, totals: Iterable[SeasonTotal]) -> list[SeasonTotal]:
    """Return the totals that count under the rules."""
    rows = list(totals)
    kinds = {(row.game, row.tournament_table is not None) for row in rows}
    # Each kind of session is decided once, as a season has thousands of rows.
    counted = {kind for kind in kinds if rules.counts_session(kind[0], is_tournament=kind[1])}
    return [row for row in rows if (row.game, row.tournament_table is not None) in counted]


def list_mayors(totals: Iterable[SeasonTotal]) -> list[tuple[date, str]]:
    """Return the day and the mayor of every evening on which a table ended with a mayor, in order.

    The mayor wears the hat. If several tables ended with one, the table with the latest hand
    decides.
    """
    # Imported sessions have no time, so the id keeps the order stable.
    ended: dict[tuple[date, datetime, UUID], UUID] = {}
    previous = None
    for total in totals:
        if total.mayor and total.session is not previous:
            previous = total.session
            ended[total.day, total.last_hand_at or _NEVER, previous] = total.mayor
    return list({key[0]: str(ended[key]) for key in sorted(ended)}.items())
