"""Totals of the sessions of a season, by player and evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, QuerySet, Sum

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.models import Balance, Season, Session
from tarokk_club.club.values.counting import Counted, Games, Night


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
        return bool(self.is_part or self.without)

    @property
    def is_part(self) -> bool:
        """Whether the reader has chosen a part of the season."""
        return any((self.game, self.table, self.first, self.last))

    def fit(self, total: SeasonTotal) -> bool:
        """Return whether the session matches the filters."""
        return (
            total.session not in self.without
            and (not self.game or total.game == self.game)
            and (not self.table or total.table == self.table)
            and (self.first is None or self.first <= total.day)
            and (self.last is None or total.day <= self.last)
        )


class SeasonTotal(NamedTuple):
    """A player's total in one session; the fields are in the order of `_FIELDS`.

    guest: whether the player plays in tournaments only, and is in no leaderboard.
    """

    player: UUID
    points: int
    hands: int
    session: UUID
    day: date
    table: str
    game: str
    currency: str
    per_point: str
    mayor: UUID | None
    last_hand_at: datetime | None
    cup_table: int | None
    guest: bool

    @property
    def minor(self) -> int:
        """The value of the points in minor units of the session's currency, 0 without a stake."""
        if not self.per_point:
            return 0
        return self.points * _stake(self.per_point, currency=self.currency)


@lru_cache(maxsize=200)
def _stake(per_point: str, *, currency: str) -> int:
    """Return the value of a point in minor units, cached because a club rarely changes its stake
    within a season.
    """
    return read_amount(per_point, CURRENCIES[currency], field="per_point")


_FIELDS = (
    *("player_id", "points", "hands", "session_id", "session__date", "session__table_name"),
    *("session__game", "session__currency", "session__per_point", "session__mayor"),
    *("session__last_hand_at", "session__tournament_table", "player__guest"),
)


@dataclass(slots=True)
class SeasonPerson:
    """A player's season.

    nights: by day.
    minor: money in minor units by currency, + receives.
    """

    nights: dict[date, Night] = field(default_factory=dict)
    minor: dict[str, int] = field(default_factory=dict)

    @property
    def points(self) -> int:
        """The sum of all points."""
        return sum(night.points for night in self.nights.values())

    @property
    def hands(self) -> int:
        """The number of all hands."""
        return sum(night.hands for night in self.nights.values())

    def until(self, day: date) -> list[Night]:
        """Return the evenings up to and including this day."""
        return [night for at, night in self.nights.items() if at <= day]

    def _add(self, total: SeasonTotal, currency: str, weight: int) -> None:
        minor = total.minor
        if total.per_point:
            self.minor[total.currency] = self.minor.get(total.currency, 0) + minor
        night = self.nights.get(total.day, Night(0, 0))
        self.nights[total.day] = Night(
            night.points + total.points,
            night.hands + total.hands,
            night.minor + (minor if total.currency == currency else 0),
            night.weighed + total.points * weight,
        )


def totals_of(season: Season) -> list[SeasonTotal]:
    """Return the totals of all players in the sessions of a season, without the bin, in one
    query.
    """
    return totals_in(season.club_id, season)


def totals_in(club_id: UUID, season: Season | None) -> list[SeasonTotal]:
    """Return the same of one season, or of all sessions of the club if the season is None."""
    rows = Balance.objects.filter(session__binned_at=None)
    if season:
        return totals_among(rows.filter(session__season=season))
    return totals_among(rows.filter(session__club=club_id))


def totals_among(rows: QuerySet[Balance]) -> list[SeasonTotal]:
    """Return the totals of players who have played, in one query."""
    found = (SeasonTotal(*row) for row in rows.values_list(*_FIELDS))
    # A player who sat down and left without a hand has not played.
    return [one for one in found if one.hands or one.points]


def stamp_of(sessions: QuerySet[Session]) -> tuple[int, int]:
    """Return a stamp that changes whenever a session is changed, added or removed; versions only
    increase.
    """
    found = sessions.aggregate(number=Count("pk"), versions=Sum("version"))
    return found["number"], found["versions"] or 0


def people_of(
    totals: Iterable[SeasonTotal], currency: str, weights: Mapping[str, int] | None = None
) -> dict[str, SeasonPerson]:
    """Return every player who has played, by id.

    currency: currency that counts.
    weights: weight of a point by game.
    """
    people: dict[str, SeasonPerson] = {}
    by_game = weights or {}
    for total in totals:
        person = people.setdefault(str(total.player), SeasonPerson())
        person._add(total, currency, by_game.get(total.game, 0))
    return people


def games_of(totals: Iterable[SeasonTotal]) -> tuple[str, ...]:
    """Return the games of a season, most played first."""
    hands: Counter[str] = Counter()
    for one in totals:
        hands[one.game] += one.hands
    return tuple(sorted(hands, key=lambda game: (-hands[game], game)))


def named_game(rules: Counted, totals: Iterable[SeasonTotal]) -> Counted:
    """Return the rules with the most played game filled in, if they refer to it without its
    name.
    """
    if rules.games != Games.ONE or rules.game:
        return rules
    played = games_of(one for one in totals if rules.tournaments or one.cup_table is None)
    return replace(rules, game=played[0]) if played else rules


def counted_by(rules: Counted, totals: Iterable[SeasonTotal]) -> list[SeasonTotal]:
    """Return the totals that count under the rules."""
    return [one for one in totals if rules.takes(one.game, cup=one.cup_table is not None)]


def mayors_of(totals: Iterable[SeasonTotal]) -> list[tuple[date, str]]:
    """Return the day and mayor of every evening at whose end a player wore the hat, in order.

    If there were several tables, the one that played longest decides.
    """
    # An imported session has no time; sort by id as well for a stable order.
    ended = {
        (one.day, one.last_hand_at.isoformat() if one.last_hand_at else "", one.session): one.mayor
        for one in totals
        if one.mayor
    }
    return list({key[0]: str(ended[key]) for key in sorted(ended)}.items())
