"""The end of a session: closing, opening again, into the bin and out of it."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_hand,
    a_session,
    a_user,
    create_denes,
    recorded,
)
from support.club_web import form_in, send, session_url, text_of
from tarokk_club.club.models import Role, Session

BUTTONS = ("close", "reopen", "bin", "unbin")


def press(client: Client, session: Session, name: str, **changes: str) -> object:
    return send(client, session_url(session, name), at=session_url(session, "closing"), **changes)


def test_a_session_is_closed_with_its_pots_named(anna: Client, house: House) -> None:
    session = a_session(house, rules={"preset": "standard"})
    recorded(house, session, PASSED_OUT)
    shown = text_of(anna.get(session_url(session, "closing")))

    closed = press(anna, session, "close")

    assert "Ultimó pot: <b>8</b>" in shown
    assert getattr(closed, "headers", {})["Location"] == session_url(session, "finale")
    session.refresh_from_db()
    assert session.closed


def test_without_pots_nothing_is_split(anna: Client, session: Session) -> None:
    assert "No pot is left to be split." in text_of(anna.get(session_url(session, "closing")))


def test_session_is_reopened_with_a_reason(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)

    press(anna, session, "reopen", reason="One hand was forgotten")

    session.refresh_from_db()
    assert not session.closed
    history = text_of(anna.get(session_url(session, "history")))
    assert "Reason: One hand was forgotten" in history


def test_session_is_binned_and_restored(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))

    press(anna, session, "bin")
    binned = Session.objects.get()
    shown = text_of(anna.get(session_url(session, "closing")))
    press(anna, session, "unbin")

    assert binned.binned_at
    assert "Take it out of the bin" in shown
    assert Session.objects.get().binned_at is None
    assert "Enter hand 2" in text_of(anna.get(session_url(session, "sheet")))


def test_the_sheet_of_a_session_in_the_bin_leads_out_of_it(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    press(anna, session, "bin")
    way = f'<a class="go" href="{session_url(session, "closing")}">Take it out of the bin</a>'

    assert way in anna.get(session_url(session, "sheet")).content.decode()
    assert "<title> Out of the bin" in text_of(anna.get(session_url(session, "closing")))
    anna.force_login(house.bela)
    assert way not in anna.get(session_url(session, "sheet")).content.decode()


def test_the_entry_of_a_session_in_the_bin_leads_to_one_warning(
    anna: Client, house: House, session: Session
) -> None:
    press(anna, session, "bin")
    anna.get(session_url(session, "closing"))

    sheet = anna.get(session_url(session, "hand_new"), follow=True)

    assert sheet.redirect_chain == [(session_url(session, "sheet"), 302)]
    assert sheet.content.decode().count("said warning") == 2, "the other speaks of the network"


def test_an_empty_session_in_the_bin_names_no_button_that_is_not_there(
    anna: Client, session: Session
) -> None:
    sheet, words = session_url(session, "sheet"), "enter it with the button below"
    assert words in text_of(anna.get(sheet))

    press(anna, session, "bin")

    shown = text_of(anna.get(sheet))
    assert "No hand yet" in shown and words not in shown


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("close", "The session is closed."),
        ("reopen", "The session is open again."),
        ("bin", "The session is in the bin."),
        ("unbin", "The session is out of the bin."),
    ],
)
def test_reports_the_outcome(
    anna: Client, house: House, session: Session, name: str, said: str
) -> None:
    recorded(house, session, a_hand(house), *([END] if name == "reopen" else []))
    if name == "unbin":
        press(anna, session, "bin")
        anna.get(session_url(session, "closing"))

    press(anna, session, name)

    assert said in text_of(anna.get(session_url(session, "closing")))


def test_the_same_button_twice_counts_once(anna: Client, session: Session) -> None:
    url = session_url(session, "close")
    sent = form_in(anna.get(session_url(session, "closing")), url).sent

    first, second = anna.post(url, sent), anna.post(url, sent)

    assert first.headers["Location"] == second.headers["Location"]
    assert session.entries.count() == 1


def test_a_stale_page_asks_for_confirmation(anna: Client, house: House, session: Session) -> None:
    url = session_url(session, "close")
    old = form_in(anna.get(session_url(session, "closing")), url).sent
    recorded(house, session, a_hand(house))

    refused = anna.post(url, old)

    assert refused.status_code == 409
    assert "anna changed the session at" in text_of(refused)
    assert anna.post(url, form_in(refused, url).sent).status_code == 302


def test_a_closed_session_is_not_closed_again(anna: Client, house: House, session: Session) -> None:
    sent = form_in(anna.get(session_url(session, "closing")), session_url(session, "close")).sent
    recorded(house, session, END)
    session.refresh_from_db()

    refused = anna.post(session_url(session, "close"), sent | {"version": session.version})

    assert refused.status_code == 422
    assert "Open the session again" in text_of(refused)


def test_get_of_a_button_changes_nothing(anna: Client, session: Session) -> None:
    for name in BUTTONS:
        answer = anna.get(session_url(session, name))
        assert answer.headers["Location"] == session_url(session, "closing")
    session.refresh_from_db()
    assert (session.closed, session.binned_at, session.version) == (False, None, 1)


def test_closing_pages_require_the_secretary(
    client: Client, house: House, session: Session
) -> None:
    scorer = a_user("zoli", club=house.club, roles=(Role.SCORER,))
    for user, status in ((house.bela, 403), (scorer, 403), (create_denes(), 404)):
        client.force_login(user)
        assert client.get(session_url(session, "closing")).status_code == status
        for name in BUTTONS:
            assert client.post(session_url(session, name)).status_code == status


def test_few_queries(
    anna: Client, session: Session, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12):
        assert anna.get(session_url(session, "closing")).status_code == 200
