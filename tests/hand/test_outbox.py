"""Hands queued on a phone: each is recorded once, or refused so that the phone can ask."""

from typing import Any
from uuid import uuid4

from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains

from support.catalogue import row
from support.club_factories import House, a_form, a_hand, a_session, recorded
from support.entry_forms import address, fields_of, with_ids
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.session.usecases.events import delete_event
from tarokk_club.club.session.usecases.sessions import close_session

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


def waiting(client: Client, session: Session, house: House, **choices: str) -> dict[str, str]:
    """The fields of a hand as the phone keeps them: who deals is not known there."""
    fields = fields_of(client.get(address(session, "hand_new"))) | {"key": str(uuid4())}
    return fields | with_ids(house, PLAIN | choices) | {"dealer": ""}


def sent(client: Client, session: Session, fields: dict[str, str]) -> Any:
    """The answer to a hand that goes up."""
    return client.post(address(session, "outbox"), fields)


def test_queued_hand_is_recorded(house: House, session: Session, anna: Client) -> None:
    asked = anna.get(address(session, "outbox")).json()
    answer = sent(anna, session, waiting(anna, session, house))

    assert asked["who"] == str(house.anna.pk)
    assert answer.status_code == 200
    assert answer.json() == {"version": 2, "say": "Hand 1 is saved."}
    session.refresh_from_db()
    assert session.version == 2 and Entry.objects.count() == 1


def test_the_requested_token_is_valid(house: House, session: Session) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(house.anna)
    fields = waiting(client, session, house)
    assert sent(client, session, fields | {"csrfmiddlewaretoken": "x" * 64}).status_code == 403

    token = client.get(address(session, "outbox")).json()["token"]
    assert sent(client, session, fields | {"csrfmiddlewaretoken": token}).status_code == 200


@row("R12")
def test_resent_hand_gets_the_same_response(house: House, session: Session, anna: Client) -> None:
    first = waiting(anna, session, house)
    one = sent(anna, session, first)
    second = waiting(anna, session, house, declarer="Béla", partner="Dóra")
    sent(anna, session, second)
    again = sent(anna, session, first)

    assert (again.status_code, again.json()) == (200, one.json())
    assert Entry.objects.count() == 2


@row("R12")
def test_resent_hand_of_five_uses_the_table_it_was_recorded_at(house: House, anna: Client) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili")
    session = a_session(house, players=seats, dealer=seats[3])
    choices = {"declarer": "Csaba", "partner": "Anna", "trull_theirs": "on"}
    choices |= {"trull_theirs_made": "lost", "trull_theirs_by": "Béla"}
    fields = waiting(anna, session, house, **choices)

    assert [sent(anna, session, fields).status_code for _ in range(2)] == [200, 200]
    assert Entry.objects.count() == 1


@row("R12")
def test_resent_hand_deleted_meanwhile_stays_deleted(
    house: House, session: Session, anna: Client
) -> None:
    fields = waiting(anna, session, house)
    sent(anna, session, fields)
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=Entry.objects.get().pk)

    assert sent(anna, session, fields).status_code == 200
    assert Entry.objects.get().deleted


@row("R13")
def test_the_same_key_with_another_hand_is_for_the_person_to_decide(
    house: House, session: Session, anna: Client
) -> None:
    fields = waiting(anna, session, house)
    sent(anna, session, fields)

    assert sent(anna, session, fields | {"result": "lost"}).status_code == 409
    assert Entry.objects.get().record["result"] == "won"


@row("R14")
def test_a_hand_from_elsewhere_meanwhile_is_for_the_person_to_decide(
    house: House, session: Session, anna: Client
) -> None:
    fields = waiting(anna, session, house)
    half = fields | {"result": ""}
    recorded(house, session, a_hand(house, "Béla", "Dóra"))

    assert sent(anna, session, fields).status_code == 409
    assert sent(anna, session, half).status_code == 409
    assert Entry.objects.count() == 1


@row("R36")
def test_a_refused_hand_gets_the_reason(house: House, session: Session, anna: Client) -> None:
    fields = waiting(anna, session, house)
    half = sent(anna, session, fields | {"result": ""})
    close_session(session_id=session.id, form=a_form(house.anna))
    session.refresh_from_db()
    closed = sent(anna, session, fields | {"version": str(session.version)})

    assert half.status_code == closed.status_code == 422
    assert "result" in half.json()["say"]
    assert closed.json()["say"] == "The session has ended; nothing can follow."


def test_only_a_form_in_the_foreground_is_reported_on_the_next_page(
    house: House, session: Session, anna: Client
) -> None:
    sent(anna, session, waiting(anna, session, house))
    assertNotContains(anna.get(address(session, "sheet")), "Hand 1 is saved.")
    sent(anna, session, waiting(anna, session, house) | {"now": "1"})
    assertContains(anna.get(address(session, "sheet")), "Hand 2 is saved.")


def test_the_outbox_check_costs_two_queries_beyond_session_and_user(
    house: House,
    session: Session,
    anna: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_max_num_queries(4):
        anna.get(address(session, "outbox"))
