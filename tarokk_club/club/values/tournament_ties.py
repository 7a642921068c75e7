"""The ranking of a tournament, with tie-breaks for players who have the same score.

The counted score decides first. Each tie-break in turn then compares only players who are still
equal.
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

TablePoints = Sequence[Mapping[str, int]]


class TieBreak(TextChoices):
    """A criterion that ranks players who have the same score."""

    TABLE = "table", _("Table points")
    GAME = "game", _("Points of the games")
    WINS = "wins", _("Tables won")
    DIRECT = "direct", _("Direct meeting")
    XXI = "xxi", _("XXI table")
    BEST = "best", _("Best single table")
    PENALTIES = "penalties", _("Fewer penalties")
    LOT = "lot", _("Lot")
    BEFORE = "before", _("Place before the final")


# The tie-breaks that a club can choose; BEFORE is always the last one in a final.
CHOICES = tuple(choice for choice in TieBreak.choices if choice[0] != TieBreak.BEFORE)
# The tie-breaks used if the club has not chosen any.
USUAL_BREAKS: Mapping[str, tuple[str, ...]] = {
    Reckoning.TABLE: (TieBreak.GAME, TieBreak.WINS),
    Reckoning.GAME: (TieBreak.TABLE, TieBreak.WINS),
    Reckoning.BOTH: (TieBreak.TABLE, TieBreak.WINS),
}
# The largest number of tie-breaks that can be chosen.
MOST_BREAKS = 5


@dataclass(frozen=True, slots=True)
class Score:
    """The values from which a player's place is decided.

    worth, points: table points, and points of the games.
    wins: number of tables won.
    best: highest points at a table.
    xxi: points of the XXI table.
    penalties: number of penalties.
    lot: random text; the greater text is ranked first.
    before: place before the final.
    """

    worth: Fraction
    points: Fraction
    wins: int = 0
    best: int = 0
    xxi: int = 0
    penalties: int = 0
    lot: str = ""
    before: int = 0

    def compute_counted_score(self, reckoning: str) -> Fraction:
        """Return the score that counts: table points, points of the games, or their sum."""
        sums = {Reckoning.TABLE: self.worth, Reckoning.GAME: self.points}
        return sums.get(Reckoning(reckoning), self.worth + self.points)


@dataclass(frozen=True, slots=True)
class RankedPlace:
    """The place of a player.

    by: tie-break that decided the place; "" if the counted score decided it.
    """

    place: int
    by: str = ""


def parse_tie_breaks(text: str, reckoning: str) -> tuple[str, ...]:
    """Return the stored tie-breaks in order, or the default tie-breaks if none are stored.

    >>> [str(one) for one in parse_tie_breaks("", "game")], parse_tie_breaks("wins lot", "game")
    (['table', 'wins'], ('wins', 'lot'))
    """
    return tuple(text.split()) or USUAL_BREAKS[reckoning]


def rank_players(
    scores: Mapping[str, Score], *, reckoning: str, breaks: Sequence[str], tables: TablePoints = ()
) -> dict[str, RankedPlace]:
    """Return the place of each player, best first; players equal in every tie-break share a place.

    tables: for each table, the points by player; only needed for direct meetings.
    """
    groups = [
        list(group)
        for group in _split_by_key(
            scores, lambda player: scores[player].compute_counted_score(reckoning)
        )
    ]
    by = dict.fromkeys(scores, "")
    for kind in breaks:
        after: list[list[str]] = []
        for group in groups:
            parts = (
                _split_by_key(group, _build_sort_key(kind, scores, group, tables))
                if len(group) > 1
                else [group]
            )
            by |= dict.fromkeys(group, kind) if len(parts) > 1 else {}
            after += parts
        groups = after
    ranking: dict[str, RankedPlace] = {}
    for group in groups:
        place = len(ranking) + 1
        ranking |= {player: RankedPlace(place, by[player]) for player in group}
    return ranking


def _split_by_key(
    group: Collection[str], key: Callable[[str], Fraction | int | str]
) -> list[list[str]]:
    """Return the players in groups with equal keys, greatest key first."""
    by_key: dict[Fraction | int | str, list[str]] = defaultdict(list)
    for player in group:
        by_key[key(player)].append(player)
    return [by_key[value] for value in sorted(by_key, reverse=True)]


def _build_sort_key(
    kind: str, scores: Mapping[str, Score], group: Collection[str], tables: TablePoints
) -> Callable[[str], Fraction | int | str]:
    if kind == TieBreak.DIRECT:
        balance = _compute_direct_balance(group, tables)
        return lambda player: balance[player]
    keys: Mapping[str, Callable[[Score], Fraction | int | str]] = {
        TieBreak.TABLE: lambda score: score.worth,
        TieBreak.GAME: lambda score: score.points,
        TieBreak.WINS: lambda score: score.wins,
        TieBreak.XXI: lambda score: score.xxi,
        TieBreak.BEST: lambda score: score.best,
        TieBreak.PENALTIES: lambda score: -score.penalties,
        TieBreak.LOT: lambda score: score.lot,
        TieBreak.BEFORE: lambda score: -score.before,
    }
    return lambda player: keys[kind](scores[player])


def _compute_direct_balance(group: Collection[str], tables: TablePoints) -> Mapping[str, int]:
    """Return each player's number of direct wins minus the number of direct defeats.

    If any pair of the group has not met, return zeros, because the comparison would be unfair.
    """
    ahead: Counter[str] = Counter()
    pairs: set[tuple[str, str]] = set()
    for points in tables:
        for player, other in combinations(sorted(set(group) & set(points)), 2):
            pairs.add((player, other))
            sign = (points[player] > points[other]) - (points[player] < points[other])
            ahead[player] += sign
            ahead[other] -= sign
    size = len(group)
    return ahead if len(pairs) == size * (size - 1) // 2 else Counter()
