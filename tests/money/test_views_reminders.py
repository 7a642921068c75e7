"""The reminder of a debt: its readers and its language."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_user
from support.club_web import text_of
from support.money_tables import link_player, played
from tarokk_club.club.models import Role


@pytest.fixture
def treasurer(client: Client, house: House) -> Client:
    played(house, Anna=5, Béla=-5)
    client.force_login(a_user("treasurer", club=house.club, roles=(Role.TREASURER,)))
    return client


def url_of(house: House, name: str) -> str:
    return reverse("club:account", args=[house.club.slug, house.players[name]])


def reminder_on(page: str) -> str:
    found = re.search(r'<textarea[^>]*lang="(\w+)">(.*?)</textarea>', page)
    return f"{found[1]}: {found[2]}" if found else ""


def test_a_reminder_is_in_the_language_of_the_debtor(treasurer: Client, house: House) -> None:
    url = url_of(house, "Béla")

    assert reminder_on(text_of(treasurer.get(url))) == (
        "en: Dear Béla, on your account with Zugló you still owe HUF\N{NO-BREAK SPACE}50."
        f" All that was booked: http://testserver{url}"
    ).replace("\N{NO-BREAK SPACE}", " ")


def test_the_receiver_reads_it_in_the_own_language(treasurer: Client, house: House) -> None:
    house.club.language = "da"
    house.club.save()
    assert reminder_on(text_of(treasurer.get(url_of(house, "Béla")))).startswith("da: ")
    house.bela.language = "hu"
    house.bela.save()
    link_player(house, house.bela, "Béla")

    assert reminder_on(text_of(treasurer.get(url_of(house, "Béla")))).startswith("hu: ")


def test_only_the_treasurer_sees_a_reminder_and_only_for_a_debt(
    treasurer: Client, house: House
) -> None:
    assert reminder_on(text_of(treasurer.get(url_of(house, "Anna")))) == ""
    treasurer.force_login(house.bela)
    assert reminder_on(text_of(treasurer.get(url_of(house, "Béla")))) == ""
