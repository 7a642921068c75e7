"""Fines into the pots: only in games that have them, entered and corrected through their page."""

import pytest
from django.test import Client

from support.club_factories import House, a_session, recorded
from support.club_web import entry_url, form_in, send, session_url, text_of
from tarokk_club.club.models import Entry, Posting, Session


@pytest.fixture
def danish(house: House) -> Session:
    seats = house.ids("Anna", "Béla", "Csaba")
    return a_session(house, game="danish", rules={}, players=seats, dealer=seats[2])


def test_a_fine_goes_into_the_pots(anna: Client, danish: Session) -> None:
    url = session_url(danish, "fine")
    assert url in text_of(anna.get(session_url(danish, "sheet")))
    done = send(anna, url, player=danish.seats[1], severity="major", note="Revoked")
    assert done.headers["Location"] == session_url(danish, "sheet")
    entry = Entry.objects.get()
    assert entry.record == {"type": "fine", "player": danish.seats[1], "severity": "major"}
    booked = {danish.seats[1]: -40, "pot:pagat": 20, "pot:king": 20}
    assert Posting.objects.get().net.items() >= booked.items()
    assert "Major fine: Béla" in text_of(anna.get(session_url(danish, "sheet")))


def test_a_fine_is_corrected_after_a_look(anna: Client, danish: Session, house: House) -> None:
    recorded(house, danish, {"type": "fine", "player": danish.seats[1], "severity": "major"})
    entry = Entry.objects.get()
    url = entry_url(entry, "event_correct")
    assert url in text_of(anna.get(entry_url(entry)))
    looked = send(anna, url, severity="minor")
    anna.post(url, form_in(looked, url).sent | {"confirm": looked.context["mark"]})
    assert Posting.objects.get().net[danish.seats[1]] == -10


def test_a_fine_needs_all_its_fields(anna: Client, danish: Session) -> None:
    refused = send(anna, session_url(danish, "fine"), player=danish.seats[1])
    assert refused.status_code == 422
    assert not Entry.objects.exists()


def test_a_game_without_fines_has_no_such_page(anna: Client, session: Session) -> None:
    assert anna.get(session_url(session, "fine")).status_code == 404
    assert session_url(session, "fine") not in text_of(anna.get(session_url(session, "sheet")))
