"""The order of a season under each of its rules."""

from fractions import Fraction

import pytest

from tarokk_club.club.values.season_ranking import (
    PlayerEvening,
    find_shortfall,
    rank_by_rules,
    round_to_hundredths,
)
from tarokk_club.club.values.season_rules import Counting, CountingRules, Tie

ANNA = [PlayerEvening(10, 20, 100), PlayerEvening(-4, 10, -400)]
BELA = [PlayerEvening(3, 4, 30), PlayerEvening(3, 4, 30)]
CILI = [PlayerEvening(6, 2, 60)]
EVERYBODY = {"Anna": ANNA, "Béla": BELA, "Cili": CILI}


def places(rules: CountingRules) -> dict[str, int | None]:
    return {player: rank.place for player, rank in rank_by_rules(EVERYBODY, rules).items()}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (CountingRules(), (1, 1, 1)),
        (CountingRules(tie=Tie.HANDS), (1, 2, 3)),
        (CountingRules(tie=Tie.BEST), (1, 3, 2)),
        (CountingRules(counts=Counting.MONEY), (3, 1, 1)),
        (CountingRules(counts=Counting.AVERAGE), (3, 2, 1)),
        (CountingRules(drop_worst=1), (1, 3, 2)),
        (CountingRules(drop_worst=9), (1, 3, 2)),
        (CountingRules(min_hands=8), (1, 1, None)),
        (CountingRules(min_evenings=2), (1, 1, None)),
        (CountingRules(min_hands=31), (None, None, None)),
    ],
)
def test_places_follow_the_counting_rules(
    rules: CountingRules, expected: tuple[int | None, ...]
) -> None:
    assert tuple(places(rules).values()) == expected


def test_equals_leave_the_next_place_out() -> None:
    nights = {"A": [PlayerEvening(5, 1)], "B": [PlayerEvening(5, 1)], "C": [PlayerEvening(4, 1)]}

    assert [rank.place for rank in rank_by_rules(nights, CountingRules()).values()] == [1, 1, 3]


def test_the_only_evening_is_never_left_out() -> None:
    assert (
        rank_by_rules({"A": [PlayerEvening(-7, 5)]}, CountingRules(drop_worst=3))["A"].value == -7
    )


def test_the_worst_evening_by_average_is_not_the_one_with_fewest_points() -> None:
    nights = [PlayerEvening(-4, 2), PlayerEvening(-5, 50), PlayerEvening(9, 9)]

    value = rank_by_rules({"A": nights}, CountingRules(counts=Counting.AVERAGE, drop_worst=1))[
        "A"
    ].value

    assert value == Fraction(4, 59)


def test_shows_the_shortfall_for_a_place() -> None:
    assert find_shortfall(CILI, CountingRules(min_hands=5, min_evenings=3)) == (
        3,
        2,
    )
    assert find_shortfall(CILI, CountingRules(min_hands=2, min_evenings=1)) is None


@pytest.mark.parametrize(("value", "expected"), [((1, 3), 33), ((1, 8), 13), ((-1, 8), -13)])
def test_an_average_is_rounded_away_from_zero(value: tuple[int, int], expected: int) -> None:
    assert round_to_hundredths(Fraction(*value)) == expected
