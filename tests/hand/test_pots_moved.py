"""Points put into a pot or taken out of it: entered and corrected through their page."""

from typing import Any

import pytest
from django.test import Client

from support.club_factories import House, a_session, recorded
from support.club_web import entry_url, form_in, send, session_url, text_of
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Entry, Posting, Session


@pytest.fixture
def danish(house: House) -> Session:
    seats = house.ids("Anna", "Béla", "Csaba")
    return a_session(house, game="danish", rules={}, players=seats, dealer=seats[2])


def moved(session: Session, amount: int, **more: Any) -> dict[str, Any]:
    return {"type": "pot", "pot": "king", "points": {session.seats[1]: amount}} | more


def test_points_are_put_into_a_pot(anna: Client, danish: Session) -> None:
    url = session_url(danish, "pot")
    assert url in text_of(anna.get(session_url(danish, "sheet")))
    sent = {"pot": "king", f"points_{danish.seats[1]}": "20", "note": "Forgotten at the start"}
    done = send(anna, url, **sent)

    assert done.headers["Location"] == session_url(danish, "sheet")
    assert Entry.objects.get().record == moved(danish, 20)
    assert Posting.objects.get().net.items() >= {danish.seats[1]: -20, "pot:king": 20}.items()
    assert "Points into or out of a pot" in text_of(anna.get(session_url(danish, "sheet")))
    assert list(iter_findings()) == []


def test_a_pot_movement_is_corrected_after_a_preview(
    anna: Client, danish: Session, house: House
) -> None:
    recorded(house, danish, moved(danish, 20, note="Forgotten"))
    entry = Entry.objects.get()
    url = entry_url(entry, "event_correct")
    assert url in text_of(anna.get(entry_url(entry)))
    looked = send(anna, url, **{f"points_{danish.seats[1]}": "10"})
    anna.post(url, form_in(looked, url).sent | {"confirm": looked.context["mark"]})
    assert Posting.objects.get().net[danish.seats[1]] == -10


def test_an_impossible_pot_movement_is_refused_with_a_reason(anna: Client, danish: Session) -> None:
    url = session_url(danish, "pot")
    player = f"points_{danish.seats[1]}"
    for sent, reason in (
        ({"pot": "king", player: "-5", "note": "x"}, "Only 0 points lie in the pot"),
        ({"pot": "king", "note": "x"}, "Fill in who puts points in or takes them out."),
        ({player: "5", "note": "x"}, "This field is required."),
        ({"pot": "king", player: "5", "note": ""}, "This field is required."),
    ):
        refused = send(anna, url, **sent)
        assert refused.status_code == 422
        assert reason in text_of(refused)
    assert not Entry.objects.exists()


def test_without_a_pot_there_is_no_such_page(anna: Client, session: Session) -> None:
    assert anna.get(session_url(session, "pot")).status_code == 404
    assert session_url(session, "pot") not in text_of(anna.get(session_url(session, "sheet")))
