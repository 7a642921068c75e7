"""What a place at a table is worth in a tournament, and what a player's tables add up to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.values.counting import hundredths
from tarokk_club.club.values.scales import Scale

# RULEBOOK 7, `club-xxi-table`: for each XXI caught, to its catcher, the catcher's partners, the
# loser's partners and the loser.
XXI_CATCHER, XXI_CATCHERS, XXI_LOSERS, XXI_LOSER = 10, 5, -5, -10


# Two digits after the mark, and up to four where a worth needs them: halves of shared halves.
_DIGITS = (2, 3, 4)


def in_digits(worth: Fraction) -> tuple[int, int]:
    """The number without its mark, and how many of its digits stand behind it; what no digits tell
    in full, as thirds, is told in hundredths.

    >>> in_digits(Fraction(55, 8)), in_digits(Fraction(273, 16)), in_digits(Fraction(22, 3))
    ((6875, 3), (170625, 4), (733, 2))
    """
    for digits in _DIGITS:
        told = worth * 10**digits
        if told.denominator == 1:
            return told.numerator, digits
    return hundredths(worth), _DIGITS[0]


class Reckoning(TextChoices):
    """What the order of a tournament goes by."""

    TABLE = "table", _("Table points")
    GAME = "game", _("Points of the games")
    BOTH = "both", _("Both, added up")


class Fifth(IntegerChoices):
    """What the last of five gets where the club has written no scale."""

    FOUR = 4, _("4 table points")
    TWO = 2, _("2 table points")


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """What somebody took away from one table. place: the better one where some are equal."""

    place: int
    worth: Fraction


def shares(points: Mapping[str, int], scale: Scale) -> dict[str, PlaceShare]:
    """The place and the table points of everybody at one table; equals share theirs evenly.

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

    def less(self, worth: Fraction, points: int) -> TournamentTotal:
        """What is left when a penalty has taken so much."""
        return TournamentTotal(self.worth - worth, self.points - points, self.wins)


def total(rows: Sequence[tuple[int, PlaceShare]]) -> TournamentTotal:
    """What the tables of a player, each with its points of the game, add up to."""
    return TournamentTotal(
        worth=sum((share.worth for _points, share in rows), Fraction(0)),
        points=sum(points for points, _share in rows),
        wins=sum(share.place == 1 for _points, share in rows),
    )
