"""Further clubs: who founds and owns them, and how members switch between them."""

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.fixtures import Settings

from support.club_factories import House, a_house, a_user
from support.club_web import text_of
from tarokk_club.club.models import Club, Membership, User

pytestmark = pytest.mark.django_db
URL = "/clubs/new/"


@pytest.fixture
def house() -> House:
    return a_house()


def typed(**changes: Any) -> dict[str, str]:
    said = {"key": str(uuid4()), "club": "Óbuda", "language": "en", "currency": "HUF"}
    return said | changes


@pytest.fixture
def operator(client: Client, house: House) -> User:
    """Anna, who operates the site too, signed in."""
    call_command("operator", "Anna", stdout=StringIO())
    house.anna.refresh_from_db()
    client.force_login(house.anna)
    return house.anna


def test_an_operator_founds_another_club(client: Client, operator: User) -> None:
    response = client.post(URL, typed())

    club = Club.objects.get(slug="obuda")
    assert response["Location"] == "/c/obuda/"
    assert Membership.objects.get(club=club).roles == ["owner", "secretary"]
    assert (club.founded_by, club.currency, club.time_zone) == (operator, "HUF", "UTC")


def test_a_double_tap_founds_one_club(client: Client, operator: User) -> None:
    form = typed()

    first, second = client.post(URL, form), client.post(URL, form)

    assert first["Location"] == second["Location"]
    assert Club.objects.count() == 2


def test_a_member_founds_no_club(client: Client, house: House) -> None:
    client.force_login(house.bela)

    for answer in (client.get(URL), client.post(URL, typed())):
        assert answer.status_code == 403
        assert "founded by the operator" in text_of(answer)
    assert Club.objects.count() == 1
    assert URL not in text_of(client.get("/me/"))


def test_a_setting_lets_everybody_found_a_club(
    client: Client, house: House, settings: Settings
) -> None:
    settings.FOUNDERS = "anyone"
    client.force_login(house.bela)

    assert URL in text_of(client.get("/me/"))
    assert client.post(URL, typed()).status_code == 302
    assert Club.objects.get(slug="obuda").founded_by == house.bela


def test_a_closed_account_founds_nothing(house: House, settings: Settings) -> None:
    settings.FOUNDERS = "anyone"
    client = Client()
    client.force_login(house.bela)
    User.objects.filter(pk=house.bela.pk).update(is_active=False)

    assert client.post(URL, typed())["Location"].startswith("/accounts/login/")
    assert Club.objects.count() == 1


def test_user_founds_at_most_five_clubs_a_day(
    client: Client, house: House, settings: Settings
) -> None:
    settings.FOUNDERS = "anyone"
    client.force_login(house.bela)

    answers = [client.post(URL, typed(club=f"Club {number}")) for number in range(6)]

    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert int(answers[-1]["Retry-After"]) > 0


def test_the_same_name_gets_an_address_of_its_own(client: Client, operator: User) -> None:
    client.post(URL, typed(club="Zugló"))

    assert set(Club.objects.values_list("slug", flat=True)) == {"zuglo", "zuglo-2"}


def test_a_faulty_form_comes_back(client: Client, operator: User) -> None:
    response = client.post(URL, typed(club="", currency="XXX"))

    assert response.status_code == 422
    assert Club.objects.count() == 1


def test_a_member_of_several_clubs_can_switch_between_them(client: Client, operator: User) -> None:
    assert 'aria-label="Your clubs"' not in text_of(client.get("/c/zuglo/"))
    client.post(URL, typed())

    home = text_of(client.get("/"))

    assert 'href="/c/zuglo/"' in home and 'href="/c/obuda/"' in home
    for slug in ("zuglo", "obuda"):
        assert 'aria-label="Your clubs"' in text_of(client.get(f"/c/{slug}/"))


def test_operator_cannot_read_other_clubs(client: Client, operator: User) -> None:
    stranger = a_user("zita")
    club = Club.objects.create(slug="titkos", name="Titkos", founded_by=stranger)

    assert client.get(f"/c/{club.slug}/").status_code == 404


def test_the_command_makes_operators_and_takes_the_mark_away(house: House) -> None:
    told = StringIO()
    call_command("operator", "anna", stdout=told)
    assert "anna" in told.getvalue()
    assert list(User.objects.filter(is_superuser=True, is_staff=True)) == [house.anna]

    call_command("operator", "anna", remove=True, stdout=told)

    assert "no operator" in told.getvalue()
    assert not User.objects.filter(is_superuser=True).exists()
    assert not User.objects.filter(is_staff=True).exists()
    with pytest.raises(CommandError, match="nobody"):
        call_command("operator", "nobody", stdout=told)
