"""What the sessions of a season come to, player by player and evening by evening."""

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
    """Which sessions of a season count, `without` some; empty fields leave nothing out."""

    game: str = ""
    table: str = ""
    first: date | None = None
    last: date | None = None
    without: frozenset[UUID] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.is_part or self.without)

    @property
    def is_part(self) -> bool:
        """Whether a reader has chosen a part."""
        return any((self.game, self.table, self.first, self.last))

    def fit(self, total: SeasonTotal) -> bool:
        """Whether the session counts."""
        return (
            total.session not in self.without
            and (not self.game or total.game == self.game)
            and (not self.table or total.table == self.table)
            and (self.first is None or self.first <= total.day)
            and (self.last is None or total.day <= self.last)
        )


class SeasonTotal(NamedTuple):
    """One player's total of one session; the fields are in the order of `_FIELDS`."""

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

    @property
    def minor(self) -> int:
        """What the points are worth in the session's currency."""
        if not self.per_point:
            return 0
        return self.points * _stake(self.per_point, currency=self.currency)


@lru_cache(maxsize=200)
def _stake(per_point: str, *, currency: str) -> int:
    """What one point is worth; a club plays for the same all season."""
    return read_amount(per_point, CURRENCIES[currency], field="per_point")


_FIELDS = (
    *("player_id", "points", "hands", "session_id", "session__date", "session__table_name"),
    *("session__game", "session__currency", "session__per_point", "session__mayor"),
    *("session__last_hand_at", "session__tournament_table"),
)


@dataclass(slots=True)
class SeasonPerson:
    """One player's season. nights: by day; minor: by currency, + receives."""

    nights: dict[date, Night] = field(default_factory=dict)
    minor: dict[str, int] = field(default_factory=dict)

    @property
    def points(self) -> int:
        """All points."""
        return sum(night.points for night in self.nights.values())

    @property
    def hands(self) -> int:
        """All hands."""
        return sum(night.hands for night in self.nights.values())

    def until(self, day: date) -> list[Night]:
        """The evenings up to that one."""
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
    """The totals of every session outside the bin in which somebody played, in one query."""
    return totals_in(season.club_id, season)


def totals_in(club_id: UUID, season: Season | None) -> list[SeasonTotal]:
    """The same of one season, or of all that a club ever played."""
    rows = Balance.objects.filter(session__binned_at=None)
    if season:
        return totals_among(rows.filter(session__season=season))
    return totals_among(rows.filter(session__club=club_id))


def totals_among(rows: QuerySet[Balance]) -> list[SeasonTotal]:
    """The totals of whoever played, in one query."""
    found = (SeasonTotal(*row) for row in rows.values_list(*_FIELDS))
    # Who sat down and got up again without a hand has not played.
    return [one for one in found if one.hands or one.points]


def stamp_of(sessions: QuerySet[Session]) -> tuple[int, int]:
    """Another one as soon as one of the sessions changed, came or went: versions only grow."""
    found = sessions.aggregate(number=Count("pk"), versions=Sum("version"))
    return found["number"], found["versions"] or 0


def people_of(
    totals: Iterable[SeasonTotal], currency: str, weights: Mapping[str, int] | None = None
) -> dict[str, SeasonPerson]:
    """Everybody who played, by id; currency: the one that counts; weights: of a point, by game."""
    people: dict[str, SeasonPerson] = {}
    by_game = weights or {}
    for total in totals:
        person = people.setdefault(str(total.player), SeasonPerson())
        person._add(total, currency, by_game.get(total.game, 0))
    return people


def games_of(totals: Iterable[SeasonTotal]) -> tuple[str, ...]:
    """The games of a season, the one played most first."""
    hands: Counter[str] = Counter()
    for one in totals:
        hands[one.game] += one.hands
    return tuple(sorted(hands, key=lambda game: (-hands[game], game)))


def named_game(rules: Counted, totals: Iterable[SeasonTotal]) -> Counted:
    """The rules with the game by its name where they only say that it is the one played most."""
    if rules.games != Games.ONE or rules.game:
        return rules
    played = games_of(one for one in totals if rules.tournaments or one.cup_table is None)
    return replace(rules, game=played[0]) if played else rules


def counted_by(rules: Counted, totals: Iterable[SeasonTotal]) -> list[SeasonTotal]:
    """Those of the totals that the rules count."""
    return [one for one in totals if rules.takes(one.game, cup=one.cup_table is not None)]


def mayors_of(totals: Iterable[SeasonTotal]) -> list[tuple[date, str]]:
    """Day and mayor of every evening at whose end somebody wore the hat, in order.

    Of several tables it is the one that played longest.
    """
    # A session that knows no time was taken in; its id makes the order a certain one.
    ended = {
        (one.day, one.last_hand_at.isoformat() if one.last_hand_at else "", one.session): one.mayor
        for one in totals
        if one.mayor
    }
    return list({key[0]: str(ended[key]) for key in sorted(ended)}.items())
