"""The rule of a ranking: what a tournament is worth, and which of them count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tarokk_club.club.values.scales import Places


def tournament_worth(place: int, table_points: Fraction, places: Places | None) -> Fraction:
    """Return what a result is worth in a ranking.

    places: the points of each place; None if the table points count.

    >>> tournament_worth(2, Fraction(40), (Fraction(25), Fraction(18)))
    Fraction(18, 1)
    """
    if places is None:
        return table_points
    return places[place - 1] if place <= len(places) else Fraction(0)


def counting_indexes(worths: Sequence[Fraction], best: int) -> frozenset[int]:
    """Return the indexes of the results that count: the best ones, of equal ones the earlier.

    best: how many count; 0 for all.

    >>> sorted(counting_indexes([Fraction(3), Fraction(9), Fraction(3)], 2))
    [0, 1]
    """
    order = sorted(range(len(worths)), key=lambda at: (-worths[at], at))
    return frozenset(order[:best] if best else order)


def shared_places(values: Mapping[str, Fraction]) -> dict[str, int]:
    """Return the place of each key by its value; equal ones share a place, and the next is skipped.

    >>> shared_places({"A": Fraction(5), "B": Fraction(7), "C": Fraction(5), "D": Fraction(1)})
    {'B': 1, 'A': 2, 'C': 2, 'D': 4}
    """
    order = sorted(values, key=lambda key: -values[key])
    first: dict[Fraction, int] = {}
    for place, key in enumerate(order, start=1):
        first.setdefault(values[key], place)
    return {key: first[values[key]] for key in order}
