"""Undoing the last entry with one tap on the sheet."""

import pytest
from django.test import Client

from club_factories import END, House, a_hand, a_user, denes, recorded
from club_web import entry_url, form_in, send, session_url, text_of
from tarokk_club.club.models import Change, Entry, Role, Session


@pytest.fixture
def anna(client: Client, house: House) -> Client:
    client.force_login(house.anna)
    return client


def undo(client: Client, session: Session) -> object:
    return send(client, session_url(session, "undo"), at=session_url(session, "sheet"))


def test_it_works(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra"))
    last = session.entries.order_by("position")[1]

    undo(anna, session)
    shown = text_of(anna.get(session_url(session, "sheet")))

    assert Entry.objects.get(deleted=True) == last
    assert "The last entry is taken back." in shown
    assert f'href="{entry_url(last)}"' in shown
    assert "Enter hand 2" in shown


def test_it_comes_back(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    undo(anna, session)

    last = session.entries.get()
    send(anna, entry_url(last, "restore"), at=entry_url(last))

    assert not session.entries.get().deleted


def test_the_same_tap_twice_takes_one_back(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house))
    url = session_url(session, "undo")
    sent = form_in(anna.get(session_url(session, "sheet")), url).sent

    anna.post(url, sent)
    anna.post(url, sent)

    assert session.entries.filter(deleted=True).count() == 1


def test_a_tap_on_an_old_page_takes_nothing_back(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    url = session_url(session, "undo")
    old = form_in(anna.get(session_url(session, "sheet")), url).sent
    recorded(house, session, a_hand(house))

    refused = anna.post(url, old)

    assert refused.status_code == 409
    assert "anna changed the session at" in text_of(refused)
    assert not session.entries.filter(deleted=True).exists()


def test_nothing_to_undo(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    undo(anna, session)
    session.refresh_from_db()
    sent = {"key": "5f0b6b52-54f1-4f1d-8c6a-0d3f4f8f0a11", "version": session.version}

    refused = anna.post(session_url(session, "undo"), sent)

    assert refused.status_code == 422
    assert "There is nothing to undo." in text_of(refused)


def test_a_closed_session_stays_closed(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)
    session.refresh_from_db()
    sent = {"key": "5f0b6b52-54f1-4f1d-8c6a-0d3f4f8f0a12", "version": session.version}

    refused = anna.post(session_url(session, "undo"), sent)

    assert refused.status_code == 422
    assert "The session is closed; open it again first." in text_of(refused)


def test_a_scorer_takes_back_only_the_own(client: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    client.force_login(a_user("zoli", club=house.club, roles=(Role.SCORER,)))

    refused = undo(client, session)

    assert getattr(refused, "status_code", None) == 403
    assert "Your role in this club does not allow this." in text_of(refused)


def test_asking_does_nothing(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))

    answer = anna.get(session_url(session, "undo"))

    assert answer.headers["Location"] == session_url(session, "sheet")
    assert not Change.objects.filter(action="delete").exists()


def test_who_may_not(client: Client, house: House, session: Session) -> None:
    client.force_login(house.bela)
    assert client.post(session_url(session, "undo")).status_code == 403
    client.force_login(denes())
    assert client.post(session_url(session, "undo")).status_code == 404
