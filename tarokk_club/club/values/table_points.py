"""The table points of places in a tournament, and the sums of a player's tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.values.counting import hundredths
from tarokk_club.club.values.scales import Scale

# RULEBOOK 7, `club-xxi-table`: points for each captured XXI, for its captor, the captor's
# partners, the loser's partners and the loser.
XXI_CATCHER, XXI_CATCHERS, XXI_LOSERS, XXI_LOSER = 10, 5, -5, -10


# Two decimals, and up to four where needed, as for half of a shared half point.
_DIGITS = (2, 3, 4)


def in_digits(worth: Fraction) -> tuple[int, int]:
    """Return the number without its decimal mark, and its number of decimals.

    A value without a finite form, such as a third, is rounded to hundredths.

    >>> in_digits(Fraction(55, 8)), in_digits(Fraction(273, 16)), in_digits(Fraction(22, 3))
    ((6875, 3), (170625, 4), (733, 2))
    """
    for digits in _DIGITS:
        told = worth * 10**digits
        if told.denominator == 1:
            return told.numerator, digits
    return hundredths(worth), _DIGITS[0]


class Reckoning(TextChoices):
    """The value that decides the order of a tournament."""

    TABLE = "table", _("Table points")
    GAME = "game", _("Points of the games")
    BOTH = "both", _("Both, added up")


class Fifth(IntegerChoices):
    """The table points of the last of five players if the club has written no scale."""

    FOUR = 4, _("4 table points")
    TWO = 2, _("2 table points")


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """The result of a player at one table.

    place: the best of the shared places if players tie.
    """

    place: int
    worth: Fraction


def shares(points: Mapping[str, int], scale: Scale) -> dict[str, PlaceShare]:
    """Return the place and table points of each player at a table; tied players share theirs
    evenly.

    >>> from tarokk_club.club.values.scales import scale_of
    >>> usual = scale_of("", "", "", fifth=4)
    >>> found = shares({"a": 5, "b": 5, "c": -4, "d": -6}, usual)
    >>> found["a"].place, str(found["a"].worth), found["c"].place
    (1, '9', 3)
    """
    places = scale.places(len(points))
    found: dict[str, PlaceShare] = {}
    for won in set(points.values()):
        equal = [player for player, value in points.items() if value == won]
        above = sum(value > won for value in points.values())
        worth = Fraction(sum(places[above : above + len(equal)]), len(equal))
        found |= {player: PlaceShare(above + 1, worth) for player in equal}
    return found


def xxi_points(
    catcher: str, loser: str, catchers: Collection[str], losers: Collection[str]
) -> dict[str, int]:
    """Return the points of each player in the XXI table for one captured XXI.

    catchers, losers: all players of the two sides.

    >>> xxi_points("a", "c", ["a"], ["b", "c", "d"])
    {'a': 10, 'b': -5, 'c': -10, 'd': -5}
    """
    found = {player: XXI_CATCHER if player == catcher else XXI_CATCHERS for player in catchers}
    return found | {player: XXI_LOSER if player == loser else XXI_LOSERS for player in losers}


@dataclass(frozen=True, slots=True)
class TournamentTotal:
    """The sum of a player's tables.

    wins: number of tables won, alone or shared.
    """

    worth: Fraction
    points: int
    wins: int

    def less(self, worth: Fraction, points: int) -> TournamentTotal:
        """Return the sum less a penalty."""
        return TournamentTotal(self.worth - worth, self.points - points, self.wins)


def total(rows: Sequence[tuple[int, PlaceShare]]) -> TournamentTotal:
    """Return the sum of a player's tables, given as points of the game and place share of each."""
    return TournamentTotal(
        worth=sum((share.worth for _points, share in rows), Fraction(0)),
        points=sum(points for points, _share in rows),
        wins=sum(share.place == 1 for _points, share in rows),
    )
