"""What the operator of a site sees of its clubs."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import DjangoAssertNumQueries

from support.club_factories import END, PASSED_OUT, House, a_house, a_session, a_user, recorded
from tarokk_club.club.models import Club, Role
from tarokk_club.club.people.queries.site_clubs import site_clubs

pytestmark = pytest.mark.django_db


def told() -> list[list[str]]:
    """The lines of the command by their columns."""
    out = StringIO()
    call_command("clubs", stdout=out)
    return [[cell for cell in line.split("  ") if cell] for line in out.getvalue().splitlines()]


def a_club(house: House, slug: str, **more: Any) -> Club:
    facts = {"language": "hu", "time_zone": "UTC", "founded_by": house.anna, **more}
    return Club.objects.create(slug=slug, name="Üres", **facts)


def test_each_club_has_a_line_with_its_size_last_use_and_owners() -> None:
    house = a_house()
    a_user("zita", club=house.club, roles=(Role.OWNER, Role.MEMBER))
    session = a_session(house)
    recorded(house, session, PASSED_OUT, PASSED_OUT, END)
    binned = a_session(house)
    recorded(house, binned, PASSED_OUT)
    binned.binned_at = binned.created_at
    binned.save()
    a_club(house, "empty", demo=True)

    titles, empty, club = told()

    assert len(titles) == len(empty) == len(club) == 7
    assert [cell.strip() for cell in empty[:1] + empty[2:]] == ["empty", "0", "0", "0", "–", "–"]
    cells = [cell.strip() for cell in club]
    assert cells[0] == house.club.slug
    assert cells[2:] == [
        str(len(house.players)),
        "1",
        "2",
        str(session.date),
        ", ".join(sorted(("anna", "zita"))),
    ]


def test_a_site_without_a_club_says_so() -> None:
    assert told() == [["There is no club on this site."]]


def test_the_queries_do_not_grow_with_the_clubs(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    house = a_house()
    for number in range(5):
        a_club(house, f"c{number}")

    with django_assert_num_queries(3):
        assert len(site_clubs()) == 6
