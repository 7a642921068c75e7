"""Long lists of players and members, and searching them."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from support.club_factories import House, a_user
from support.club_web import text_of
from tarokk_club.club.models import Player, Role


@pytest.fixture
def many(house: House) -> House:
    for number in range(10):
        Player.objects.create(club=house.club, name=f"Vendég {number}")
        a_user(f"tag{number}", club=house.club, roles=(Role.MEMBER,))
    Player.objects.filter(name="Vendég 9").update(archived_at=timezone.now())
    return house


def list_names(client: Client, house: House, name: str, asked: str = "") -> list[str]:
    answer = client.get(reverse(f"club:{name}", args=[house.club.slug]) + asked)
    assert answer.status_code == 200
    return [row.name for row in answer.context["rows"]]


def test_each_field_of_the_players_page_has_a_label_of_its_own(anna: Client, many: House) -> None:
    page = anna.get(reverse("club:players", args=[many.club.slug])).content.decode()
    labels = re.findall(r"<label[^>]*>([^<]+)</label>", page)

    assert {"New players", "Name"} <= set(labels)
    assert len(labels) == len(set(labels))


def test_a_long_list_is_paged_and_searched(anna: Client, many: House) -> None:
    assert len(list_names(anna, many, "players")) == 15
    # However it is spelt.
    assert list_names(anna, many, "players", "?name=DORA") == ["Dóra"]
    assert list_names(anna, many, "players", "?who=archived") == ["Vendég 9"]
    assert "Vendég 9" not in list_names(anna, many, "players", "?who=coming&name=vend")
    assert list_names(anna, many, "members", "?role=owner") == ["anna"]
    assert list_names(anna, many, "members", "?name=tag3") == ["tag3"]


def test_a_short_list_asks_for_nothing(anna: Client, house: House) -> None:
    for name in ("players", "members"):
        page = text_of(anna.get(reverse(f"club:{name}", args=[house.club.slug])))
        assert "Show these" not in page


def test_reports_a_name_without_matches(anna: Client, many: House) -> None:
    for name in ("players", "members"):
        page = text_of(anna.get(reverse(f"club:{name}", args=[many.club.slug]) + "?name=zzz"))
        assert "Nobody has this name." in page
        assert "Show all" in page


@pytest.mark.parametrize("asked", ["?who=nobody", f"?name={'x' * 81}"])
def test_an_invalid_filter_lists_everybody(anna: Client, many: House, asked: str) -> None:
    assert len(list_names(anna, many, "players", asked)) == 15


def test_a_part_is_answered_to_htmx(anna: Client, many: House) -> None:
    for name in ("players", "members"):
        url = reverse(f"club:{name}", args=[many.club.slug])
        assert text_of(anna.get(url, headers={"HX-Request": "true"})).startswith('<div id="shown">')


def test_a_search_costs_no_more_queries(
    anna: Client, many: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("players", "members"):
        with django_assert_max_num_queries(7):
            anna.get(reverse(f"club:{name}", args=[many.club.slug]) + "?name=vend")
