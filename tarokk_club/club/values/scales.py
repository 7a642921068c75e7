"""The table points of each place in a tournament: parsing, storing and looking up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from scoring.core.problem import Problem

# The default scale, from the first place down.
USUAL = (Fraction(10), Fraction(8), Fraction(6), Fraction(4))
USUAL_TEXT = "10 8 6 4"
LARGEST = 999
LONGEST = 60
PlacePoints = tuple[Fraction, ...]
_BETWEEN = re.compile(r"[\s;/–-]+|,\s+")
_NUMBER = re.compile(r"([0-9]{1,9})(?:[.,]([05]))?")


@dataclass(frozen=True, slots=True)
class Scale:
    """The table points of each place, for tables of four, five and three."""

    four: PlacePoints
    five: PlacePoints
    three: PlacePoints

    def list_place_points(self, size: int) -> PlacePoints:
        """Return the table points of each place at a table of this size.

        >>> Scale(USUAL, (*USUAL, Fraction(2)), USUAL[:3]).list_place_points(6)[-1]
        Fraction(2, 1)
        """
        usual, most = len(self.four), len(self.five)
        if size < usual:
            return self.three
        return self.four if size == usual else (*self.five, *self.five[-1:] * (size - most))


def parse_scale(four: str, five: str, three: str, *, fifth: int) -> Scale:
    """Return the scale parsed from its stored form.

    four, five, three: table points of each place, best first; "" for the default.
    fifth: table points of the fifth place if no scale is stored.
    """
    usual = parse_stored_place_points(four) if four else USUAL
    last = usual[-1] if four else Fraction(fifth)
    return Scale(
        four=usual,
        five=parse_stored_place_points(five) if five else (*usual, last),
        three=parse_stored_place_points(three) if three else usual[:3],
    )


def parse_stored_place_points(text: str) -> PlacePoints:
    """Return the table points parsed from their stored form."""
    return tuple(map(Fraction, text.split()))


def format_place_points(places: Sequence[Fraction]) -> str:
    """Return the table points in their stored form.

    >>> format_place_points([Fraction(10), Fraction(17, 2)])
    '10 8.5'
    """
    return " ".join(_format_number(place) for place in places)


def read_place_points(text: str, size: int | None, problems: list[Problem], *, field: str) -> str:
    """Return typed table points in their stored form; "" if they cannot be read.

    size: number of places that the scale must have; None for any number.
    problems: the list to which a problem with the table points is appended.
    """
    typed = [read_halves(part) for part in _BETWEEN.split(text.strip()) if part]
    places = [Fraction(halves, 2) for halves in typed if halves is not None]
    if len(places) != len(typed):
        problems.append(Problem("scale_unreadable", field))
        return ""
    if size is not None and len(places) != size:
        problems.append(Problem("scale_places", field, {"number": size}))
    elif max(places, default=0) > LARGEST:
        problems.append(Problem("out_of_range", field, {"lowest": 0, "highest": LARGEST}))
    elif any(worse > better for better, worse in pairwise(places)):
        problems.append(Problem("scale_rises", field))
    return format_place_points(places)


def read_halves(text: str) -> int | None:
    """Return a typed number of points in halves; None if it is not a whole or half number.

    >>> read_halves("1,5"), read_halves("2"), read_halves("2.3")
    (3, 4, None)
    """
    match = _NUMBER.fullmatch(text.strip().replace("½", ",5"))
    return int(2 * Fraction(f"{match[1]}.{match[2] or 0}")) if match else None


def _format_number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{int(value)}.5"
