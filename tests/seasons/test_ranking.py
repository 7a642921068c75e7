"""The order of a season under each of its rules."""

from fractions import Fraction

import pytest

from tarokk_club.club.values.counting import (
    Counted,
    Counting,
    Night,
    Tie,
    find_missing,
    rank_by_rules,
    round_to_hundredths,
)

ANNA = [Night(10, 20, 100), Night(-4, 10, -400)]
BELA = [Night(3, 4, 30), Night(3, 4, 30)]
CILI = [Night(6, 2, 60)]
EVERYBODY = {"Anna": ANNA, "Béla": BELA, "Cili": CILI}


def places(rules: Counted) -> dict[str, int | None]:
    return {player: rank.place for player, rank in rank_by_rules(EVERYBODY, rules).items()}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Counted(), (1, 1, 1)),
        (Counted(tie=Tie.HANDS), (1, 2, 3)),
        (Counted(tie=Tie.BEST), (1, 3, 2)),
        (Counted(counts=Counting.MONEY), (3, 1, 1)),
        (Counted(counts=Counting.AVERAGE), (3, 2, 1)),
        (Counted(drop_worst=1), (1, 3, 2)),
        (Counted(drop_worst=9), (1, 3, 2)),
        (Counted(min_hands=8), (1, 1, None)),
        (Counted(min_evenings=2), (1, 1, None)),
        (Counted(min_hands=31), (None, None, None)),
    ],
)
def test_the_order(rules: Counted, expected: tuple[int | None, ...]) -> None:
    assert tuple(places(rules).values()) == expected


def test_equals_leave_the_next_place_out() -> None:
    nights = {"A": [Night(5, 1)], "B": [Night(5, 1)], "C": [Night(4, 1)]}

    assert [rank.place for rank in rank_by_rules(nights, Counted()).values()] == [1, 1, 3]


def test_the_only_evening_is_never_left_out() -> None:
    assert rank_by_rules({"A": [Night(-7, 5)]}, Counted(drop_worst=3))["A"].value == -7


def test_the_worst_evening_by_average_is_not_the_one_with_fewest_points() -> None:
    nights = [Night(-4, 2), Night(-5, 50), Night(9, 9)]

    value = rank_by_rules({"A": nights}, Counted(counts=Counting.AVERAGE, drop_worst=1))["A"].value

    assert value == Fraction(4, 59)


def test_what_is_wanting_for_a_place_is_told() -> None:
    assert find_missing(CILI, Counted(min_hands=5, min_evenings=3)) == (3, 2)
    assert find_missing(CILI, Counted(min_hands=2, min_evenings=1)) is None


@pytest.mark.parametrize(("value", "expected"), [((1, 3), 33), ((1, 8), 13), ((-1, 8), -13)])
def test_an_average_is_rounded_away_from_zero(value: tuple[int, int], expected: int) -> None:
    assert round_to_hundredths(Fraction(*value)) == expected
