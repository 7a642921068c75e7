"""The first visit to an empty site."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from support.club_factories import a_house
from tarokk_club.accounts.founding_code import get_or_create_founding_code
from tarokk_club.club.models import Club, Membership, User

pytestmark = pytest.mark.django_db
URL = "/found/"


def typed(**changes: Any) -> dict[str, str]:
    return {
        "key": str(uuid4()),
        "club": "Zugló",
        "name": "Anna",
        "password": "kalandos pagat",
        "language": "hu",
        "currency": "HUF",
        "time_zone": "Europe/Budapest",
    } | changes


def test_the_first_visit_founds_a_club(client: Client) -> None:
    assert client.get("/").headers["Location"] == URL
    assert client.get(URL).status_code == 200

    response = client.post(URL, typed())

    club = Club.objects.get()
    assert response.headers["Location"] == f"/c/{club.slug}/"
    assert (club.name, club.currency, club.time_zone) == ("Zugló", "HUF", "Europe/Budapest")
    assert Membership.objects.get().roles == ["owner", "secretary"]
    # Who founds the club is signed in.
    assert client.get(response.headers["Location"]).status_code == 200


def test_the_founder_signs_in_again(client: Client) -> None:
    client.post(URL, typed())
    client.logout()

    client.post("/accounts/login/", {"login": "Anna", "password": "kalandos pagat"})

    assert client.get(f"/c/{Club.objects.get().slug}/").status_code == 200


def test_founded_site_refuses_a_second_founding(client: Client) -> None:
    a_house()

    assert client.get(URL).status_code == 302
    assert client.post(URL, typed(club="Other")).status_code == 302
    assert Club.objects.count() == 1


def test_the_same_form_sent_twice_makes_one_club(client: Client) -> None:
    form = typed()

    client.post(URL, form)
    client.post(URL, form)

    assert (Club.objects.count(), User.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("club", ""),
        ("name", " "),
        ("name", "An\u202ena"),
        ("password", "short"),
        ("password", "password1234"),
        ("currency", "XXX"),
        ("language", "xx"),
        ("key", "none"),
    ],
)
def test_shows_each_fault_at_its_field(client: Client, field: str, value: str) -> None:
    response = client.post(URL, typed(**{field: value}))

    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Club.objects.exists()


def test_keeps_the_typed_values(client: Client) -> None:
    response = client.post(URL, typed(password="short"))

    assert 'value="Zugló"' in response.content.decode()


def test_an_invented_time_zone_gives_way_to_the_usual_one(client: Client) -> None:
    client.post(URL, typed(time_zone="Moon/Crater"))

    assert Club.objects.get().time_zone == "Europe/Budapest"


def test_another_machine_needs_the_code_from_the_terminal(client: Client) -> None:
    elsewhere: dict[str, Any] = {"REMOTE_ADDR": "192.168.1.20"}

    without = client.post(URL, typed(), **elsewhere)
    wrong = client.post(URL, typed(code="AAAA-BBBB-CCCC"), **elsewhere)

    assert (without.status_code, wrong.status_code) == (422, 422)
    assert "code" in wrong.context["form"].errors
    assert not Club.objects.exists()
    assert (
        client.post(URL, typed(code=get_or_create_founding_code().lower()), **elsewhere).status_code
        == 302
    )
