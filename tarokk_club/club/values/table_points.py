"""The table points and XXI points of players at a tournament's tables, and their sums."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.values.scales import Scale
from tarokk_club.club.values.season_ranking import round_to_hundredths

# RULEBOOK 7, `club-xxi-table`: points for a captured XXI, for the captor, the captor's partners,
# the loser's partners and the loser.
XXI_CATCHER, XXI_CATCHERS, XXI_LOSERS, XXI_LOSER = 10, 5, -5, -10


# The numbers of decimals to try; half of a shared half point needs four.
_DIGITS = (2, 3, 4)


def scale_to_digits(worth: Fraction) -> tuple[int, int]:
    """Return the number as an integer without its decimal separator, and the number of decimals.

    A number that needs more than four decimals, such as a third, is rounded to hundredths.

    >>> [scale_to_digits(Fraction(*pair)) for pair in ((55, 8), (273, 16), (22, 3))]
    [(6875, 3), (170625, 4), (733, 2)]
    """
    for digits in _DIGITS:
        scaled = worth * 10**digits
        if scaled.denominator == 1:
            return scaled.numerator, digits
    return round_to_hundredths(worth), _DIGITS[0]


class Reckoning(TextChoices):
    """The value that decides the order of a tournament."""

    TABLE = "table", _("Table points")
    GAME = "game", _("Points of the games")
    BOTH = "both", _("Both, added up")


class Fifth(IntegerChoices):
    """The table points of the fifth player at a table if the club has not stored a scale."""

    FOUR = 4, _("4 table points")
    TWO = 2, _("2 table points")


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """The place of a player at a table, with the table points for it.

    place: best of the shared places if players are equal.
    worth: table points.
    """

    place: int
    worth: Fraction


def share_table_points(points: Mapping[str, int], scale: Scale) -> dict[str, PlaceShare]:
    """Return each player's place and table points at a table; equal players share them evenly.

    >>> from tarokk_club.club.values.scales import parse_scale
    >>> usual = parse_scale("", "", "", fifth=4)
    >>> found = share_table_points({"a": 5, "b": 5, "c": -4, "d": -6}, usual)
    >>> found["a"].place, str(found["a"].worth), found["c"].place
    (1, '9', 3)
    """
    places = scale.list_place_points(len(points))
    by_player: dict[str, PlaceShare] = {}
    for won in set(points.values()):
        equal = [player for player, value in points.items() if value == won]
        above = sum(value > won for value in points.values())
        worth = Fraction(sum(places[above : above + len(equal)]), len(equal))
        by_player |= {player: PlaceShare(above + 1, worth) for player in equal}
    return by_player


def score_xxi(
    catcher: str, loser: str, catchers: Collection[str], losers: Collection[str]
) -> dict[str, int]:
    """Return the points of each player in the XXI table for a captured XXI.

    catcher, loser: ids of the players who captured and lost the XXI.
    catchers, losers: ids of all players on each side.

    >>> score_xxi("a", "c", ["a"], ["b", "c", "d"])
    {'a': 10, 'b': -5, 'c': -10, 'd': -5}
    """
    won = {player: XXI_CATCHER if player == catcher else XXI_CATCHERS for player in catchers}
    return won | {player: XXI_LOSER if player == loser else XXI_LOSERS for player in losers}


@dataclass(frozen=True, slots=True)
class TournamentTotal:
    """The sum of a player's tables.

    worth, points: table points, and points of the games.
    wins: number of tables at which the player came first, including shared first places.
    """

    worth: Fraction
    points: int
    wins: int

    def deduct_penalty(self, worth: Fraction, points: int) -> TournamentTotal:
        """Return the total after deducting a penalty, in table points and points of the games."""
        return TournamentTotal(self.worth - worth, self.points - points, self.wins)


def sum_tables(rows: Sequence[tuple[int, PlaceShare]]) -> TournamentTotal:
    """Return the sum of a player's tables.

    rows: points of the games and share at each table.
    """
    return TournamentTotal(
        worth=sum((share.worth for _points, share in rows), Fraction(0)),
        points=sum(points for points, _share in rows),
        wins=sum(share.place == 1 for _points, share in rows),
    )
