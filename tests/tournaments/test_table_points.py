"""Table points of a tournament, and the order at its end."""

from fractions import Fraction
from itertools import product

import pytest

from tarokk_club.club.values.scales import parse_scale
from tarokk_club.club.values.table_points import (
    PlaceShare,
    Reckoning,
    TournamentTotal,
    share_table_points,
    sum_tables,
)
from tarokk_club.club.values.tournament_ties import Score, parse_tie_breaks, rank_players


def worths(*points: int, five: str = "") -> list[str]:
    """The table points of everybody at a table, in the order of these points."""
    scale = parse_scale("", five, "", fifth=4)
    found = share_table_points({str(place): won for place, won in enumerate(points)}, scale)
    return [str(found[str(place)].worth) for place in range(len(points))]


@pytest.mark.parametrize(
    ("points", "worth"),
    [
        ((9, 3, -4, -8), ["10", "8", "6", "4"]),
        ((-8, 9, -4, 3), ["4", "10", "6", "8"]),
        ((5, 5, -4, -6), ["9", "9", "6", "4"]),
        ((6, 0, 0, -6), ["10", "7", "7", "4"]),
        ((6, -2, -2, -2), ["10", "6", "6", "6"]),
        ((2, 2, -2, -2), ["9", "9", "5", "5"]),
        ((0, 0, 0, 0), ["7", "7", "7", "7"]),
        ((4, 0, -4), ["10", "8", "6"]),
        ((8, 4, 0, -4, -8), ["10", "8", "6", "4", "4"]),
        ((8, 4, -4, -4, -4), ["10", "8", "14/3", "14/3", "14/3"]),
    ],
)
def test_equals_share_their_places(points: tuple[int, ...], worth: list[str]) -> None:
    assert worths(*points) == worth


def test_the_fifth_scores_by_the_tournament_scale() -> None:
    old = parse_scale("", "", "", fifth=2)

    assert worths(8, 4, 0, -4, -8, five="10 8 6 4 2") == ["10", "8", "6", "4", "2"]
    assert worths(8, 4, 0, -6, -6, five="10 8 6 4 2") == ["10", "8", "6", "3", "3"]
    assert old == parse_scale("", "10 8 6 4 2", "", fifth=4)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_table_points_have_a_constant_sum_despite_ties(size: int) -> None:
    given = sum((10, 8, 6, 4, 2)[:size])

    for points in product((-1, 0, 1), repeat=size):
        found = share_table_points(
            dict(zip("abcde", points, strict=False)), parse_scale("", "", "", fifth=2)
        )
        assert sum(share.worth for share in found.values()) == given
        for one, other in product(found, repeat=2):
            mine, theirs = points["abcde".index(one)], points["abcde".index(other)]
            assert (found[one].worth > found[other].worth) == (mine > theirs)


def test_sums_the_tables_of_a_player() -> None:
    rows = [(12, PlaceShare(1, Fraction(9))), (-4, PlaceShare(3, Fraction(14, 3)))]

    assert sum_tables(rows) == TournamentTotal(Fraction(41, 3), 8, 1)
    assert sum_tables([]) == TournamentTotal(Fraction(0), 0, 0)


def test_equal_table_points_are_ordered_by_points_and_tables_won() -> None:
    totals = {
        "a": TournamentTotal(Fraction(18), -3, 1),
        "b": TournamentTotal(Fraction(18), 20, 1),
        "c": TournamentTotal(Fraction(18), 20, 2),
        "d": TournamentTotal(Fraction(19), -30, 0),
        "e": TournamentTotal(Fraction(18), -3, 1),
    }

    assert placed(totals, Reckoning.TABLE) == {"d": 1, "c": 2, "b": 3, "a": 4, "e": 4}
    assert placed(totals, Reckoning.GAME) == {"c": 1, "b": 2, "a": 3, "e": 3, "d": 5}


def placed(totals: dict[str, TournamentTotal], reckoning: str) -> dict[str, int]:
    """The places with the usual tie-breaks."""
    scores = {
        player: Score(one.worth, Fraction(one.points), one.wins) for player, one in totals.items()
    }
    found = rank_players(scores, reckoning=reckoning, breaks=parse_tie_breaks("", reckoning))
    return {player: one.place for player, one in found.items()}
