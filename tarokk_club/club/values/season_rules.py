"""The counting rules of a season, and the ranking of players by them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# The format of a stored weight, as in "3" or "1/20".
WEIGHT = re.compile(r"[1-9]\d{0,3}(/[1-9]\d{0,3})?", re.ASCII)


class Counting(TextChoices):
    """The value that decides the order of a season."""

    POINTS = "points", _("Points")
    MONEY = "money", _("Money")
    AVERAGE = "average", _("Average per hand")


class Tie(TextChoices):
    """The rule that ranks players with the same value."""

    SHARED = "shared", _("They share the place")
    BEST = "best", _("The better best evening")
    HANDS = "hands", pgettext_lazy("decides between equals", "More hands")


class Games(TextChoices):
    """The choice of games that count in a season."""

    ONE = "one", _("One game")
    WEIGHED = "weighed", _("Several games, each by its weight")
    ALL = "all", _("All games together")


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingRules:
    """The counting rules of a season.

    counts, tie: values of Counting and Tie.
    min_hands, min_evenings: minimum for a player to be ranked.
    drop_worst: number of worst evenings of each player that do not count.
    games: value of Games.
    game: key of the game for Games.ONE, "" for the most played one.
    weights: pairs of game and weight for Games.WEIGHED, sorted by game.
    tournaments: whether tournament tables count as well.
    """

    counts: str = Counting.POINTS.value
    tie: str = Tie.SHARED.value
    min_hands: int = 0
    min_evenings: int = 0
    drop_worst: int = 0
    games: str = Games.ALL.value
    game: str = ""
    weights: tuple[tuple[str, str], ...] = ()
    tournaments: bool = True

    def facts(self) -> dict[str, Any]:
        """Return the rules in their stored form.

        Newer fields are left out while they have their default, so that the seal of an old final
        table does not change.
        """
        values = asdict(self) | {"weights": dict(self.weights)}
        return {key: value for key, value in values.items() if value != _LATER.get(key, _NEVER)}

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> CountingRules:
        """Return the rules parsed from their stored form.

        Raise TypeError or ValueError if the stored form is not valid.
        """
        weights = facts.get("weights") or {}
        read = cls(**{**facts, "weights": tuple(sorted(dict(weights).items()))})
        if read.games not in Games or read.counts not in Counting or read.tie not in Tie:
            raise ValueError(facts)
        if not all(WEIGHT.fullmatch(weight) for _game, weight in read.weights):
            raise ValueError(facts)
        return read

    @property
    def adds_games(self) -> bool:
        """Whether points of different games are summed without weights, as in old seasons."""
        return self.games == Games.ALL and not self.in_money

    @property
    def in_money(self) -> bool:
        """Whether money decides the places."""
        return self.counts == Counting.MONEY

    @property
    def in_hundredths(self) -> bool:
        """Whether the counted value may be a fraction, and so is stored in hundredths."""
        broken = self.games == Games.WEIGHED and self.scale != 1
        return self.counts == Counting.AVERAGE or (broken and self.counts == Counting.POINTS)

    @property
    def scale(self) -> int:
        """The common denominator of the weights, by which weighted points are multiplied."""
        return lcm(*(Fraction(weight).denominator for _game, weight in self.weights))

    def whole_weights(self) -> dict[str, int]:
        """Return the weight of each game, multiplied by the scale."""
        scale = self.scale
        return {game: int(Fraction(weight) * scale) for game, weight in self.weights}

    def takes(self, game: str, *, cup: bool) -> bool:
        """Return whether a session of this game counts.

        cup: whether the session is a tournament table.
        """
        if cup and not self.tournaments:
            return False
        if self.games == Games.ONE:
            return game == self.game
        return self.games == Games.ALL or game in dict(self.weights)

    def of_game(self, game: str) -> CountingRules:
        """Return a copy of the rules in which only this game counts."""
        return replace(self, games=Games.ONE.value, game=game, weights=())

    def of_part(self, evenings: tuple[int, int], hands: tuple[int, int]) -> CountingRules:
        """Return a copy of the rules with the minimums reduced for a part of the season.

        evenings, hands: numbers in the part and in the whole season.

        >>> part = CountingRules(min_evenings=10, min_hands=100).of_part((4, 40), (50, 1000))
        >>> part.min_evenings, part.min_hands
        (1, 5)
        """
        return replace(
            self,
            min_evenings=_reduce_minimum(self.min_evenings, *evenings),
            min_hands=_reduce_minimum(self.min_hands, *hands),
        )


# Newer fields with their defaults, which stored rules may lack.
_LATER: Mapping[str, Any] = MappingProxyType(
    {"games": Games.ALL.value, "game": "", "weights": {}, "tournaments": True}
)
_NEVER = object()


def _reduce_minimum(least: int, part: int, total: int) -> int:
    """Return the minimum reduced in proportion to the part, rounded up."""
    return min(least, -(-least * part // total)) if total else least


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """The result of one player on one evening.

    minor: money in minor units of the counted currency, + receives.
    weighed: points multiplied by the weight of their game and by the scale of the weights.
    """

    points: int
    hands: int
    minor: int = 0
    weighed: int = 0

    def __add__(self, other: PlayerEvening) -> PlayerEvening:
        """Return the results of both together."""
        return PlayerEvening(
            self.points + other.points,
            self.hands + other.hands,
            self.minor + other.minor,
            self.weighed + other.weighed,
        )


@dataclass(frozen=True, slots=True)
class Rank:
    """The rank of a player.

    place: None if the player does not have enough hands or evenings.
    value: counted value, without dropped evenings.
    """

    place: int | None
    value: Fraction


def rank_by_rules(
    evenings: Mapping[str, Sequence[PlayerEvening]], rules: CountingRules
) -> dict[str, Rank]:
    """Return the rank of every player; equal players share a place, and the next is skipped.

    >>> rules = CountingRules(drop_worst=1)
    >>> anna, bela = [PlayerEvening(5, 9), PlayerEvening(-7, 9)], [PlayerEvening(4, 9)] * 2
    >>> nights = {"A": anna, "B": bela}
    >>> ranks = rank_by_rules(nights, rules)
    >>> ranks["A"].place, ranks["B"].place
    (1, 2)
    """
    values = {player: count_evenings(rows, rules) for player, rows in evenings.items()}
    enough = {player for player, rows in evenings.items() if not find_missing(rows, rules)}
    keys = {
        player: (values[player], _compute_tie_value(evenings[player], rules)) for player in enough
    }
    first: dict[tuple[Fraction, Fraction], int] = {}
    for place, key in enumerate(sorted(keys.values(), reverse=True), start=1):
        first.setdefault(key, place)
    return {
        player: Rank(first[keys[player]] if player in enough else None, value)
        for player, value in values.items()
    }


def count_evenings(evenings: Sequence[PlayerEvening], rules: CountingRules) -> Fraction:
    """Return the counted value of these evenings, without the worst ones that are dropped.

    At least one evening always counts.
    """
    dropped = min(rules.drop_worst, max(len(evenings) - 1, 0))
    if not dropped:
        return _compute_value(evenings, rules)
    return _compute_value(
        sorted(evenings, key=lambda evening: _compute_value([evening], rules))[dropped:], rules
    )


def find_missing(evenings: Sequence[PlayerEvening], rules: CountingRules) -> tuple[int, int] | None:
    """Return the hands and evenings that a player lacks for a place; None if there are enough."""
    hands = max(rules.min_hands - sum(evening.hands for evening in evenings), 0)
    missing = max(rules.min_evenings - len(evenings), 0)
    return (hands, missing) if hands or missing else None


def round_to_hundredths(value: Fraction) -> int:
    """Return the value in hundredths, rounded half away from zero.

    >>> round_to_hundredths(Fraction(-1, 8)), round_to_hundredths(Fraction(2, 3))
    (-13, 67)
    """
    hundredths = (abs(value.numerator) * 200 + value.denominator) // (2 * value.denominator)
    return hundredths if value >= 0 else -hundredths


def compute_percentage(part: int, whole: int) -> int:
    """Return the part as a percentage of the whole, rounded half up; 0 if the whole is 0.

    >>> compute_percentage(1, 3), compute_percentage(1, 2), compute_percentage(0, 0)
    (33, 50, 0)
    """
    return (200 * part + whole) // (2 * whole) if whole else 0


def compute_points_per_hand(points: int, hands: int) -> Fraction:
    """Return the points per hand; the points themselves if no hands were played."""
    return Fraction(points, max(hands, 1))


def _compute_value(evenings: Sequence[PlayerEvening], rules: CountingRules) -> Fraction:
    if rules.in_money:
        return Fraction(sum([evening.minor for evening in evenings]))
    points = _sum_points(evenings, rules)
    if rules.counts == Counting.AVERAGE:
        return points / max(sum([evening.hands for evening in evenings]), 1)
    return points


def _sum_points(evenings: Sequence[PlayerEvening], rules: CountingRules) -> Fraction:
    if rules.games == Games.WEIGHED:
        return Fraction(sum([evening.weighed for evening in evenings]), rules.scale)
    return Fraction(sum([evening.points for evening in evenings]))


def _compute_tie_value(evenings: Sequence[PlayerEvening], rules: CountingRules) -> Fraction:
    """Return the value that decides between players with the same counted value."""
    if rules.tie == Tie.HANDS:
        return Fraction(sum(evening.hands for evening in evenings))
    if rules.tie == Tie.BEST:
        return max((_compute_value([evening], rules) for evening in evenings), default=Fraction(0))
    return Fraction(0)
