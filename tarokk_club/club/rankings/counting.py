"""The rules of a ranking: the points for a result in a tournament, and the results that count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tarokk_club.club.values.scales import PlacePoints


def compute_result_worth(
    place: int, table_points: Fraction, places: PlacePoints | None
) -> Fraction:
    """Return the points that a result in a tournament earns in a ranking.

    places: points of each place, None if the table points count.

    >>> compute_result_worth(2, Fraction(40), (Fraction(25), Fraction(18)))
    Fraction(18, 1)
    """
    if places is None:
        return table_points
    return places[place - 1] if place <= len(places) else Fraction(0)


def select_counting_indexes(worths: Sequence[Fraction], best: int) -> frozenset[int]:
    """Return the indexes of the best results; among equal results, the earlier ones count first.

    best: number of results that count, 0 for all.

    >>> sorted(select_counting_indexes([Fraction(3), Fraction(9), Fraction(3)], 2))
    [0, 1]
    """
    order = sorted(range(len(worths)), key=lambda at: (-worths[at], at))
    return frozenset(order[:best] if best else order)


def compute_shared_places(values: Mapping[str, Fraction]) -> dict[str, int]:
    """Return the place of each key by value; equal values share the best of their places.

    >>> points = {"A": Fraction(5), "B": Fraction(7), "C": Fraction(5), "D": Fraction(1)}
    >>> compute_shared_places(points)
    {'B': 1, 'A': 2, 'C': 2, 'D': 4}
    """
    order = sorted(values, key=lambda key: -values[key])
    first: dict[Fraction, int] = {}
    for place, key in enumerate(order, start=1):
        first.setdefault(values[key], place)
    return {key: first[values[key]] for key in order}
