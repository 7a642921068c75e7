"""The counting rules of a season."""

from __future__ import annotations

import re
from collections.abc import Mapping
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

    SHARED = "shared", _("Shared place")
    BEST = "best", _("Better best evening")
    HANDS = "hands", pgettext_lazy("decides between equals", "More hands")


class Games(TextChoices):
    """The choice of games that count in a season."""

    ONE = "one", _("One game")
    WEIGHED = "weighed", _("Several games, weighted")
    ALL = "all", _("All games together")


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingRules:
    """The counting rules of a season.

    counts, tie: values of Counting and Tie.
    min_hands, min_evenings: minimum for a player to be ranked.
    drop_worst: number of worst evenings of each player that do not count.
    games: value of Games.
    game: key of the game for Games.ONE, "" for the most played game.
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

    def serialize(self) -> dict[str, Any]:
        """Return the rules in their stored form.

        Newer fields are left out if they have their default, so that the seal of an old final
        table does not change.
        """
        values = asdict(self) | {"weights": dict(self.weights)}
        return {key: value for key, value in values.items() if value != _LATER.get(key, _NEVER)}

    @classmethod
    def parse_stored(cls, stored: Mapping[str, Any]) -> CountingRules:
        """Return the rules parsed from their stored form.

        Raise TypeError or ValueError if the stored form is not valid.
        """
        weights = stored.get("weights") or {}
        rules = cls(**{**stored, "weights": tuple(sorted(dict(weights).items()))})
        if rules.games not in Games or rules.counts not in Counting or rules.tie not in Tie:
            raise ValueError(stored)
        if not all(WEIGHT.fullmatch(weight) for _game, weight in rules.weights):
            raise ValueError(stored)
        return rules

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
        """Whether the counted value is stored in hundredths, because it may be a fraction."""
        broken = self.games == Games.WEIGHED and self.scale != 1
        return self.counts == Counting.AVERAGE or (broken and self.counts == Counting.POINTS)

    @property
    def scale(self) -> int:
        """The common denominator of the weights, by which weighted points are multiplied."""
        return lcm(*(Fraction(weight).denominator for _game, weight in self.weights))

    def compute_whole_weights(self) -> dict[str, int]:
        """Return the weight of each game, multiplied by the scale."""
        scale = self.scale
        return {game: int(Fraction(weight) * scale) for game, weight in self.weights}

    def counts_session(self, game: str, *, is_tournament: bool) -> bool:
        """Return whether a session of this game counts.

        is_tournament: whether the session is a tournament table.
        """
        if is_tournament and not self.tournaments:
            return False
        if self.games == Games.ONE:
            return game == self.game
        return self.games == Games.ALL or game in dict(self.weights)

    def limit_to_game(self, game: str) -> CountingRules:
        """Return a copy of the rules in which only this game counts."""
        return replace(self, games=Games.ONE.value, game=game, weights=())

    def reduce_minimums(self, evenings: tuple[int, int], hands: tuple[int, int]) -> CountingRules:
        """Return a copy of the rules with lower minimums, for a part of the season.

        evenings, hands: their number in the part, and in the whole season.

        >>> rules = CountingRules(min_evenings=10, min_hands=100)
        >>> part = rules.reduce_minimums((4, 40), (50, 1000))
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
