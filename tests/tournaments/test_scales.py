"""The table points of the places, as a club writes them."""

from fractions import Fraction

import pytest

from scoring.core.problem import Problem
from support.club_factories import House, a_form, codes
from support.tournament_tables import a_tournament, a_tournament_plan, begun, close_with_points
from tarokk_club.club.models import Tournament
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.usecases.tournaments import make_tournament
from tarokk_club.club.values.scales import format_place_points, parse_scale, read_place_points
from tarokk_club.club.writing.errors import RefusedError


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("10 8 6 4", "10 8 6 4"),
        ("10-8-6-4", "10 8 6 4"),
        (" 10,  8, 6, 4 ", "10 8 6 4"),
        ("10; 8,5; 6.5; 4", "10 8.5 6.5 4"),
        ("3 2½ 1 0", "3 2.5 1 0"),
        ("5.0 5 5 5", "5 5 5 5"),
    ],
)
def test_a_scale_is_read_as_people_write_it(typed: str, kept: str) -> None:
    problems: list[Problem] = []

    assert read_place_points(typed, 4, problems, field="scale") == kept
    assert problems == []


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "scale_places"),
        ("10 8 6", "scale_places"),
        ("10 8 6 4 2", "scale_places"),
        ("10,8,6,4", "scale_unreadable"),
        ("10 8 6 four", "scale_unreadable"),
        ("10 8 6 4.3", "scale_unreadable"),
        ("10 8 6 ٤", "scale_unreadable"),
        ("4 6 8 10", "scale_rises"),
        ("1000 8 6 4", "out_of_range"),
        ("99999999999999999999 1 1 1", "scale_unreadable"),
    ],
)
def test_shows_an_invalid_scale_at_its_field(typed: str, code: str) -> None:
    problems: list[Problem] = []

    read_place_points(typed, 4, problems, field="scale")

    assert [(one.field, one.code) for one in problems] == [("scale", code)]


def test_missing_scales_follow_from_the_table_of_four() -> None:
    scale = parse_scale("12 9.5 6 3", "", "", fifth=2)

    assert format_place_points(scale.five) == "12 9.5 6 3 3"
    assert format_place_points(scale.three) == "12 9.5 6"
    assert format_place_points(parse_scale("", "", "", fifth=2).five) == "10 8 6 4 2"


def test_a_tournament_counts_by_its_scale(house: House) -> None:
    tournament = a_tournament(house, 4, scale="3 2,5 1 0")
    (session,) = begun(house, tournament)
    close_with_points(house, session, 9, 3, -6, -6)

    worths = [row.total.worth for row in load_standing(tournament).results]

    assert Tournament.objects.get().scale == "3 2.5 1 0"
    assert worths == [3, Fraction(5, 2), Fraction(1, 2), Fraction(1, 2)]


def test_a_faulty_scale_is_refused_at_its_own_field(house: House) -> None:
    plan = a_tournament_plan(house, scale="10 8 6", scale_five="1 2 3 4 5", scale_three="x")

    with pytest.raises(RefusedError) as caught:
        make_tournament(club_id=house.club.id, form=a_form(house.anna), plan=plan)

    assert codes(caught) == [
        ("scale", "scale_places"),
        ("scale_five", "scale_rises"),
        ("scale_three", "scale_unreadable"),
    ]
