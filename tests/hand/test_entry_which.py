"""Two phones with perhaps the same hand: the second must choose, without script too."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from support.catalogue import row
from support.club_factories import House, a_form, a_hand, a_user, recorded
from support.entry_forms import address, fields_of, with_ids
from tarokk_club.club.hand.usecases import DraftSubmission, save_draft
from tarokk_club.club.models import Draft, Entry, Player, Role, Session
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.session.usecases.sessions import close_session

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}
EVENING = datetime(2026, 11, 18, 21, 14, tzinfo=UTC)


@pytest.fixture
def filled(house: House, session: Session, anna: Client) -> dict[str, str]:
    """Anna's form, whole but not sent, while Zsófi enters a hand on another phone."""
    fields = fields_of(anna.get(address(session, "hand_new"))) | with_ids(house, PLAIN)
    scorer = a_user("Zsófi", club=house.club, roles=(Role.SCORER,))
    record_event(session_id=session.id, form=a_form(scorer), raw=a_hand(house))
    return fields


@row("R14")
def test_the_second_phone_must_choose_and_nothing_counts_twice(
    session: Session, anna: Client, filled: dict[str, str]
) -> None:
    answer = anna.post(address(session, "hand_new"), filled)

    assertContains(answer, "<b>Anna · Three with Csaba</b>", status_code=409)
    assertContains(answer, "Hand 1 was just entered by Zsófi.", status_code=409)
    assertContains(answer, "<b>Hand 1: Anna · Three with Csaba</b>", status_code=409)
    assert Entry.objects.count() == 1


@row("R14")
def test_shows_both_hands_with_short_names_in_one_order(
    house: House, session: Session, anna: Client, filled: dict[str, str]
) -> None:
    Player.objects.filter(pk=house.players["Anna"]).update(name="Szentgyörgyvölgyi Zsófia")
    answer = anna.post(address(session, "hand_new"), filled)

    page = answer.content.decode()
    assert "Hand 1: Zsófia · Three with Csaba" in page and "Szentgyörgyvölgyi" not in page
    book, mine = (re.findall(r"<bdi>(.+?)</bdi>", net) for net in page.split('class="net"')[1:3])
    assert book[:4] == mine[:4] == ["Zsófia", "Béla", "Csaba", "Dóra"]


@row("R14")
def test_hand_confirmed_as_another_is_entered_after_the_first(
    house: House, session: Session, anna: Client, filled: dict[str, str]
) -> None:
    page = address(session, "hand_new")
    decided = fields_of(anna.post(page, filled | {"note": "mine"}))

    assert anna.post(page, decided).status_code == 302
    assert [entry.note for entry in Entry.objects.order_by("position")] == ["", "mine"]
    assert decided["key"] == filled["key"]


@row("R14")
def test_the_same_hand_is_dropped_with_its_draft(
    house: House, session: Session, anna: Client, filled: dict[str, str]
) -> None:
    draft = DraftSubmission(key=filled["key"], revision=0, record={})  # type: ignore[arg-type]
    save_draft(session_id=session.id, by=house.anna, submitted=draft)
    page = address(session, "hand_new")
    asked = fields_of(anna.post(page, filled | {"revision": "1"}))
    answer = anna.post(page, asked | {"drop": "1"}, follow=True)

    assertContains(answer, "Your entry was dropped; the book stays as it is.")
    assert Entry.objects.count() == 1 and not Draft.objects.exists()


@row("R14")
def test_draft_with_another_key_is_not_dropped(
    house: House, session: Session, anna: Client, filled: dict[str, str]
) -> None:
    other = DraftSubmission(key=house.club.pk, revision=0, record={})
    save_draft(session_id=session.id, by=house.anna, submitted=other)
    anna.post(address(session, "hand_new"), filled | {"drop": "1", "revision": "1"})

    assert Draft.objects.exists()


@row("R14")
def test_own_hand_can_be_changed_before_saving(
    house: House, session: Session, anna: Client, filled: dict[str, str]
) -> None:
    page = address(session, "hand_new")
    asked = fields_of(anna.post(page, filled))
    form = fields_of(anna.post(page, asked | {"edit": "1"}))

    assert form["declarer"] == filled["declarer"] and form["key"] == filled["key"]
    changed = form | with_ids(house, {"declarer": "Béla", "partner": "Dóra"})
    assert anna.post(page, changed).status_code == 302
    assert Entry.objects.count() == 2


@row("R14")
def test_shows_the_time_of_a_hand_entered_an_hour_ago(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    with time_machine.travel(EVENING, tick=False):
        anna.force_login(house.anna)
        filled = fields_of(anna.get(page)) | with_ids(house, PLAIN)
        recorded(house, session, a_hand(house))
    with time_machine.travel(EVENING + timedelta(hours=1), tick=False):
        answer = anna.post(page, filled)

    assertContains(answer, "Hand 1 was entered by anna at", status_code=409)


def test_hand_that_cannot_follow_reopens_in_its_form(
    house: House, session: Session, anna: Client, filled: dict[str, str]
) -> None:
    recorded(house, session, {"type": "leave", "player": house.players["Csaba"]})
    answer = anna.post(address(session, "hand_new"), filled)

    assertContains(answer, "The book has moved on", status_code=409)
    assertNotContains(answer, "The same hand, or another?", status_code=409)


def test_the_same_hand_needs_a_choice_in_a_closed_session_too(
    house: House, session: Session, anna: Client, filled: dict[str, str]
) -> None:
    close_session(session_id=session.id, form=a_form(house.anna))
    page = address(session, "hand_new")
    asked = anna.post(page, filled)

    assertContains(asked, "The same hand, or another?", status_code=409)
    refused = anna.post(page, fields_of(asked))
    assertContains(refused, "The session has ended; nothing can follow.", status_code=422)
    assert fields_of(refused)["declarer"] == filled["declarer"]


def test_change_other_than_a_hand_shows_no_question_about_hands(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    filled = fields_of(anna.get(page)) | with_ids(house, PLAIN)
    points = {house.players["Anna"]: 2, house.players["Béla"]: -2}
    recorded(house, session, {"type": "adjust", "points": points, "note": "borravaló"})

    assertContains(anna.post(page, filled), "The book has moved on", status_code=409)
