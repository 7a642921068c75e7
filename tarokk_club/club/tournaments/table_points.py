"""What a place at a table is worth in a tournament, and the order of its final table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

# From the first place on; a fifth gets what the tournament says.
SCALE = (10, 8, 6, 4)

# RULEBOOK 7, `club-xxi-table`: for each XXI caught, to its catcher, the catcher's partners, the
# loser's partners and the loser.
XXI_CATCHER, XXI_CATCHERS, XXI_LOSERS, XXI_LOSER = 10, 5, -5, -10


class Reckoning(TextChoices):
    """What the order of a tournament goes by."""

    TABLE = "table", _("Table points")
    GAME = "game", _("Points of the games")


class Fifth(IntegerChoices):
    """What the last of five gets."""

    FOUR = 4, _("4 table points")
    TWO = 2, _("2 table points")


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """What somebody took away from one table. place: the better one where some are equal."""

    place: int
    worth: Fraction


def shares(points: Mapping[str, int], *, fifth: int) -> dict[str, PlaceShare]:
    """The place and the table points of everybody at one table; equals share theirs evenly.

    >>> found = shares({"a": 5, "b": 5, "c": -4, "d": -6}, fifth=4)
    >>> found["a"].place, str(found["a"].worth), found["c"].place
    (1, '9', 3)
    """
    scale = [*SCALE, *[fifth] * len(points)]
    found: dict[str, PlaceShare] = {}
    for won in set(points.values()):
        equal = [player for player, value in points.items() if value == won]
        above = sum(value > won for value in points.values())
        worth = Fraction(sum(scale[above : above + len(equal)]), len(equal))
        found |= {player: PlaceShare(above + 1, worth) for player in equal}
    return found


def xxi_points(
    catcher: str, loser: str, catchers: Collection[str], losers: Collection[str]
) -> dict[str, int]:
    """What one XXI is worth in the XXI table; catchers, losers: everybody of the two sides.

    >>> xxi_points("a", "c", ["a"], ["b", "c", "d"])
    {'a': 10, 'b': -5, 'c': -10, 'd': -5}
    """
    found = {player: XXI_CATCHER if player == catcher else XXI_CATCHERS for player in catchers}
    return found | {player: XXI_LOSER if player == loser else XXI_LOSERS for player in losers}


@dataclass(frozen=True, slots=True)
class TournamentTotal:
    """The sum of a player's tables. wins: tables won, be it together with somebody."""

    worth: Fraction
    points: int
    wins: int

    def key(self, reckoning: str) -> tuple[Fraction, Fraction, int]:
        """What the order goes by: what counts, then the other sum, then the tables won."""
        sums = (self.worth, Fraction(self.points))
        first, second = sums if reckoning == Reckoning.TABLE else sums[::-1]
        return first, second, self.wins


def total(rows: Sequence[tuple[int, PlaceShare]]) -> TournamentTotal:
    """What the tables of a player, each with its points of the game, add up to."""
    return TournamentTotal(
        worth=sum((share.worth for _points, share in rows), Fraction(0)),
        points=sum(points for points, _share in rows),
        wins=sum(share.place == 1 for _points, share in rows),
    )


def tournament_places(totals: Mapping[str, TournamentTotal], reckoning: str) -> dict[str, int]:
    """The place of everybody, the best one first; those equal in everything share it."""
    keys = {player: one.key(reckoning) for player, one in totals.items()}
    return {player: 1 + sum(other > key for other in keys.values()) for player, key in keys.items()}
