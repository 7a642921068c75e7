"""The ranking of players by the counting rules of a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tarokk_club.club.values.season_rules import Counting, CountingRules, Games, Tie

# A counted value; integers are far faster than fractions.
Value = Fraction | int


class PlayerEvening(NamedTuple):
    """The result of one player on one evening.

    minor: money in minor units of the counted currency, + receives.
    weighed: points multiplied by the weight of their game and by the scale of the weights.
    """

    points: int
    hands: int
    minor: int = 0
    weighed: int = 0

    def combine(self, other: PlayerEvening) -> PlayerEvening:
        """Return the sum of the two results."""
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
    value: Value


def rank_by_rules(
    evenings: Mapping[str, Sequence[PlayerEvening]], rules: CountingRules
) -> dict[str, Rank]:
    """Return the rank of every player; equal players share a place, as in 1, 1, 3.

    >>> rules = CountingRules(drop_worst=1)
    >>> anna, bela = [PlayerEvening(5, 9), PlayerEvening(-7, 9)], [PlayerEvening(4, 9)] * 2
    >>> nights = {"A": anna, "B": bela}
    >>> ranks = rank_by_rules(nights, rules)
    >>> ranks["A"].place, ranks["B"].place
    (1, 2)
    """
    worths = {player: _evaluate_evenings(tuple(rows), rules) for player, rows in evenings.items()}
    first: dict[tuple[Value, Value], int] = {}
    keys = [(worth.value, worth.tie) for worth in worths.values() if worth.is_ranked]
    for place, key in enumerate(sorted(keys, reverse=True), start=1):
        first.setdefault(key, place)
    return {
        player: Rank(first[worth.value, worth.tie] if worth.is_ranked else None, worth.value)
        for player, worth in worths.items()
    }


class _Worth(NamedTuple):
    """The values that decide the place of a player.

    tie: value that decides between players with the same counted value.
    is_ranked: whether the player has enough hands and evenings.
    """

    value: Value
    tie: Value
    is_ranked: bool


@lru_cache(maxsize=2000)
def _evaluate_evenings(evenings: tuple[PlayerEvening, ...], rules: CountingRules) -> _Worth:
    """Return the values that decide a player's place.

    Cached, because a hand changes the evenings of few players.
    """
    value = compute_counted_value(evenings, rules)
    if find_shortfall(evenings, rules):
        return _Worth(value, 0, is_ranked=False)
    return _Worth(value, _compute_tie_value(evenings, rules), is_ranked=True)


@lru_cache(maxsize=500)
def list_running_values(
    evenings: tuple[PlayerEvening, ...], rules: CountingRules
) -> tuple[int, ...]:
    """Return the rounded counted value after each of a player's evenings.

    Cached, because a hand changes the evenings of few players.
    """
    values, played = [], evenings[:0]
    for evening in evenings:
        # Evenings are one sum unless the worst ones are dropped.
        drops = rules.drop_worst or not played
        played = (*played, evening) if drops else (played[0].combine(evening),)
        values.append(round_counted_value(compute_counted_value(played, rules), rules))
    return tuple(values)


def compute_counted_value(evenings: Sequence[PlayerEvening], rules: CountingRules) -> Value:
    """Return the counted value of these evenings, after dropping the worst ones if the rules do so.

    At least one evening always counts.
    """
    dropped = min(rules.drop_worst, max(len(evenings) - 1, 0))
    if not dropped:
        return _compute_value_of_all(evenings, rules)
    return _compute_value_of_all(
        sorted(evenings, key=lambda evening: _compute_value_of_all([evening], rules))[dropped:],
        rules,
    )


def find_shortfall(
    evenings: Sequence[PlayerEvening], rules: CountingRules
) -> tuple[int, int] | None:
    """Return how many hands and evenings a player still needs to be ranked; None if none."""
    hands = max(rules.min_hands - sum([evening.hands for evening in evenings]), 0)
    missing = max(rules.min_evenings - len(evenings), 0)
    return (hands, missing) if hands or missing else None


def round_to_hundredths(value: Value) -> int:
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


def round_counted_value(value: Value, rules: CountingRules) -> int:
    """Return the value as an integer, in hundredths if the rules need fractions."""
    return round_to_hundredths(value) if rules.in_hundredths else int(value)


def compute_points_per_hand(points: int, hands: int) -> int:
    """Return the points per hand in hundredths, rounded half away from zero.

    If no hands were played, return the value for one hand.

    >>> compute_points_per_hand(-1, 8), compute_points_per_hand(2, 3), compute_points_per_hand(4, 0)
    (-13, 67, 400)
    """
    parts = max(hands, 1)
    hundredths = (abs(points) * 200 + parts) // (2 * parts)
    return hundredths if points >= 0 else -hundredths


def _compute_value_of_all(evenings: Sequence[PlayerEvening], rules: CountingRules) -> Value:
    if rules.in_money:
        return sum([evening.minor for evening in evenings])
    points = _sum_points(evenings, rules)
    if rules.counts == Counting.AVERAGE:
        return Fraction(points, max(sum([evening.hands for evening in evenings]), 1))
    return points


def _sum_points(evenings: Sequence[PlayerEvening], rules: CountingRules) -> Value:
    if rules.games == Games.WEIGHED:
        return Fraction(sum([evening.weighed for evening in evenings]), rules.scale)
    return sum([evening.points for evening in evenings])


def _compute_tie_value(evenings: Sequence[PlayerEvening], rules: CountingRules) -> Value:
    """Return the value that decides between players with the same counted value."""
    if rules.tie == Tie.HANDS:
        return sum([evening.hands for evening in evenings])
    if rules.tie == Tie.BEST:
        return max((_compute_value_of_all([evening], rules) for evening in evenings), default=0)
    return 0
