"""Who leads a season: the rules of counting a club can choose, and the order they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Counting(TextChoices):
    """What the order of a season goes by."""

    POINTS = "points", _("Points")
    MONEY = "money", _("Money")
    AVERAGE = "average", _("Average per hand")


class Tie(TextChoices):
    """What decides between equals."""

    SHARED = "shared", _("They share the place")
    BEST = "best", _("The better best evening")
    HANDS = "hands", pgettext_lazy("decides between equals", "More hands")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How a season counts: by what, who is ranked at all, how many bad evenings are forgiven."""

    counts: str = Counting.POINTS.value
    tie: str = Tie.SHARED.value
    min_hands: int = 0
    min_evenings: int = 0
    drop_worst: int = 0

    def facts(self) -> dict[str, Any]:
        """As they are stored."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Night:
    """What one player did on one evening. minor: in the currency that counts, + receives."""

    points: int
    hands: int
    minor: int = 0


@dataclass(frozen=True, slots=True)
class Rank:
    """place: None without enough hands; value: what counted, dropped evenings left out."""

    place: int | None
    value: Fraction


def ranked(nights: Mapping[str, Sequence[Night]], rules: Counted) -> dict[str, Rank]:
    """The rank of every player; equals share a place and leave the next out.

    >>> rules = Counted(drop_worst=1)
    >>> ranks = ranked({"A": [Night(5, 9), Night(-7, 9)], "B": [Night(4, 9), Night(4, 9)]}, rules)
    >>> ranks["A"].place, ranks["B"].place
    (1, 2)
    """
    values = {player: value_of(rows, rules) for player, rows in nights.items()}
    enough = {player for player, rows in nights.items() if not missing(rows, rules)}
    keys = {player: (values[player], _second(nights[player], rules)) for player in enough}
    first: dict[tuple[Fraction, Fraction], int] = {}
    for place, key in enumerate(sorted(keys.values(), reverse=True), start=1):
        first.setdefault(key, place)
    return {
        player: Rank(first[keys[player]] if player in enough else None, value)
        for player, value in values.items()
    }


def value_of(nights: Sequence[Night], rules: Counted) -> Fraction:
    """What counts of these evenings; the worst ones are left out, but never the last one."""
    dropped = min(rules.drop_worst, max(len(nights) - 1, 0))
    if not dropped:
        return _worth(nights, rules)
    return _worth(sorted(nights, key=lambda night: _worth([night], rules))[dropped:], rules)


def missing(nights: Sequence[Night], rules: Counted) -> tuple[int, int] | None:
    """Hands and evenings that a player still needs to be ranked; None when it is enough."""
    hands = max(rules.min_hands - sum(night.hands for night in nights), 0)
    evenings = max(rules.min_evenings - len(nights), 0)
    return (hands, evenings) if hands or evenings else None


def hundredths(value: Fraction) -> int:
    """The value in hundredths, halves away from zero.

    >>> hundredths(Fraction(-1, 8)), hundredths(Fraction(2, 3))
    (-13, 67)
    """
    whole = (abs(value.numerator) * 200 + value.denominator) // (2 * value.denominator)
    return whole if value >= 0 else -whole


def average(points: int, hands: int) -> Fraction:
    """Points per hand; somebody who only got agreed points counts as having one hand."""
    return Fraction(points, max(hands, 1))


def _worth(nights: Sequence[Night], rules: Counted) -> Fraction:
    if rules.counts == Counting.MONEY:
        return Fraction(sum([night.minor for night in nights]))
    points = sum([night.points for night in nights])
    if rules.counts == Counting.AVERAGE:
        return average(points, sum([night.hands for night in nights]))
    return Fraction(points)


def _second(nights: Sequence[Night], rules: Counted) -> Fraction:
    """What decides between equals."""
    if rules.tie == Tie.HANDS:
        return Fraction(sum(night.hands for night in nights))
    if rules.tie == Tie.BEST:
        return max((_worth([night], rules) for night in nights), default=Fraction(0))
    return Fraction(0)
