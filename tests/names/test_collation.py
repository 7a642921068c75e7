"""Names in the order of the reader's own alphabet."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from support.club_factories import House, a_club
from support.club_web import text_of
from tarokk_club.club.models import Player, User
from tarokk_club.club.names.collation import build_sort_key

ORDERS = {
    "en": "Ágnes Aladár Åse Cecil Csaba Csilla Cyril Ödön Østergaard Oszkár Otto Șerban Sorin Zita",
    "hu": "Ágnes Aladár Åse Cecil Cyril Csaba Csilla Østergaard Oszkár Otto Ödön Șerban Sorin Zita",
    "da": "Ágnes Aladár Cecil Csaba Csilla Cyril Oszkár Otto Șerban Sorin Zita Ödön Østergaard Åse",
    "ro": "Ágnes Aladár Åse Cecil Csaba Csilla Cyril Ödön Østergaard Oszkár Otto Sorin Șerban Zita",
}


@pytest.mark.parametrize("language", ORDERS)
def test_each_language_has_its_own_order(language: str) -> None:
    wanted = ORDERS[language].split()
    with translation.override(language):
        assert sorted(set(wanted), key=build_sort_key) == wanted


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("hu", "Asszony Asztalos Azték"),
        ("hu", "Dénes Duna Dzerzs Dzsenifer Erik"),
        ("hu", "Ödön Őze Özséb Pál"),
        ("hu", "Zorka Zsófia"),
        ("da", "Yrsa Ürsel Zoe Ægir Ærø Ålborg Aase"),
        ("ro", "Ana Andrei Ărdeal Âna Barbu Ion Îngrid Tudor Țepeș Ţuca"),
        ("en", "Anna anna Ánna Annab B"),
    ],
)
def test_pairs_accents_and_capitals(language: str, wanted: str) -> None:
    names = wanted.split()

    assert sorted(set(names), key=lambda one: build_sort_key(one, language)) == names


@pytest.mark.parametrize(("language", "wanted"), [("hu", "Östör Zoltán"), ("da", "Zoltán Östör")])
def test_sorts_the_players_of_a_club(
    client: Client, house: House, language: str, wanted: str
) -> None:
    for name in ("Zoltán", "Östör"):
        Player.objects.create(club=house.club, name=name)
    User.objects.filter(pk=house.anna.pk).update(language=language)
    client.force_login(house.anna)
    for page in ("players", "session_new"):
        shown = text_of(client.get(reverse(f"club:{page}", args=[house.club.slug])))
        first, second = (shown.index(name) for name in wanted.split())
        assert first < second, page


def test_sorts_the_clubs_of_a_person(client: Client, house: House) -> None:
    for name in ("Zebi", "Óbuda"):
        Player.objects.create(club=a_club(name, house.anna), name="Anna", user=house.anna)
    client.force_login(house.anna)

    for page in ("home", "me", "keys", "service_keys", "my_data"):
        text = text_of(client.get(reverse(f"club:{page}")))
        assert text.index("Óbuda") < text.index("Zebi"), page
