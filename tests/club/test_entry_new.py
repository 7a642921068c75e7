"""Entering a new hand by the form, as a phone without script does."""

import pytest
from django.test import Client

from tarokk_club.club.models import Draft, Entry, Session
from club_factories import House, a_house, a_session
from entry_forms import address, fields_of, sent_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    return a_session(house)


@pytest.fixture
def anna(house: House, client: Client) -> Client:
    client.force_login(house.anna)
    return client


def test_it_works(house: House, session: Session, anna: Client) -> None:
    answer = sent_hand(anna, session, house, declarer="Anna", bid="three", partner="Csaba", result="won")
    assert answer.status_code == 302
    assert answer["Location"] == address(session, "sheet")
    anna_id, csaba = house.ids("Anna", "Csaba")
    assert Entry.objects.get().record == {
        "type": "hand",
        "declarer": anna_id,
        "bid": "three",
        "called": "XX",
        "partner": csaba,
        "result": "won",
    }
