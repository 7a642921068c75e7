"""The ranking of players by the counting rules of a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tarokk_club.club.values.season_rules import Counting, CountingRules, Games, Tie


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
    enough = {player for player, rows in evenings.items() if not find_shortfall(rows, rules)}
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


def find_shortfall(
    evenings: Sequence[PlayerEvening], rules: CountingRules
) -> tuple[int, int] | None:
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
