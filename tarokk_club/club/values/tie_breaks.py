"""The order of a tournament, and by what those were told apart who had the same.

What counts comes first; then each tie-break in turn looks at those who are still equal, and at
nobody else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.values.table_points import Reckoning

Met = Sequence[Mapping[str, int]]


class TieBreak(TextChoices):
    """What tells two apart who have the same."""

    TABLE = "table", _("Table points")
    GAME = "game", _("Points of the games")
    WINS = "wins", _("Tables won")
    DIRECT = "direct", _("Direct meeting")
    XXI = "xxi", _("XXI table")
    BEST = "best", _("Best single table")
    PENALTIES = "penalties", _("Fewer penalties")
    LOT = "lot", _("Lot")
    BEFORE = "before", _("Place before the final")


# Those that a club can choose; the last one ends every final.
CHOICES = tuple(one for one in TieBreak.choices if one[0] != TieBreak.BEFORE)
# What decides where the club has chosen nothing.
USUAL_BREAKS: Mapping[str, tuple[str, ...]] = {
    Reckoning.TABLE: (TieBreak.GAME, TieBreak.WINS),
    Reckoning.GAME: (TieBreak.TABLE, TieBreak.WINS),
    Reckoning.BOTH: (TieBreak.TABLE, TieBreak.WINS),
}
# So many can be chosen, one after the other.
MOST_BREAKS = 5


@dataclass(frozen=True, slots=True)
class Score:
    """What the place of a player goes by. best: the most points at one table; lot: drawn from the
    seed of the tournament, the greater one comes first; before: the place before the final.
    """

    worth: Fraction
    points: Fraction
    wins: int = 0
    best: int = 0
    xxi: int = 0
    penalties: int = 0
    lot: str = ""
    before: int = 0

    def counted(self, reckoning: str) -> Fraction:
        """What counts."""
        sums = {Reckoning.TABLE: self.worth, Reckoning.GAME: self.points}
        return sums.get(Reckoning(reckoning), self.worth + self.points)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A place; by: the tie-break that decided it, "" where what counts did."""

    place: int
    by: str = ""


def breaks_of(kept: str, reckoning: str) -> tuple[str, ...]:
    """The tie-breaks of a tournament, in their order.

    >>> [str(one) for one in breaks_of("", "game")], breaks_of("wins lot", "game")
    (['table', 'wins'], ('wins', 'lot'))
    """
    return tuple(kept.split()) or USUAL_BREAKS[reckoning]


def told_apart(
    scores: Mapping[str, Score], *, reckoning: str, breaks: Sequence[str], met: Met = ()
) -> dict[str, Ranked]:
    """Everybody's place, the best one first; those equal in everything share it.

    met: the points of everybody at each table where they sat together.
    """
    groups = [list(one) for one in _split(scores, lambda one: scores[one].counted(reckoning))]
    by = dict.fromkeys(scores, "")
    for kind in breaks:
        after: list[list[str]] = []
        for group in groups:
            parts = _split(group, _key(kind, scores, group, met)) if len(group) > 1 else [group]
            by |= dict.fromkeys(group, kind) if len(parts) > 1 else {}
            after += parts
        groups = after
    found: dict[str, Ranked] = {}
    for group in groups:
        place = len(found) + 1
        found |= {player: Ranked(place, by[player]) for player in group}
    return found


def _split(group: Collection[str], key: Callable[[str], Fraction | int | str]) -> list[list[str]]:
    """Those who are equal, the greatest first."""
    found: dict[Fraction | int | str, list[str]] = defaultdict(list)
    for player in group:
        found[key(player)].append(player)
    return [found[value] for value in sorted(found, reverse=True)]


def _key(
    kind: str, scores: Mapping[str, Score], group: Collection[str], met: Met
) -> Callable[[str], Fraction | int | str]:
    if kind == TieBreak.DIRECT:
        balance = _direct(group, met)
        return lambda player: balance[player]
    keys: Mapping[str, Callable[[Score], Fraction | int | str]] = {
        TieBreak.TABLE: lambda one: one.worth,
        TieBreak.GAME: lambda one: one.points,
        TieBreak.WINS: lambda one: one.wins,
        TieBreak.XXI: lambda one: one.xxi,
        TieBreak.BEST: lambda one: one.best,
        TieBreak.PENALTIES: lambda one: -one.penalties,
        TieBreak.LOT: lambda one: one.lot,
        TieBreak.BEFORE: lambda one: -one.before,
    }
    return lambda player: keys[kind](scores[player])


def _direct(group: Collection[str], met: Met) -> Mapping[str, int]:
    """How many of the others somebody beat at tables they shared, less how many beat them; nothing
    where two of them never met, as that would favour who met the weaker ones.
    """
    ahead: Counter[str] = Counter()
    pairs: set[tuple[str, str]] = set()
    for points in met:
        for one, other in combinations(sorted(set(group) & set(points)), 2):
            pairs.add((one, other))
            sign = (points[one] > points[other]) - (points[one] < points[other])
            ahead[one] += sign
            ahead[other] -= sign
    size = len(group)
    return ahead if len(pairs) == size * (size - 1) // 2 else Counter()
