"""The same content again within two minutes at one table: the same hand, or another?"""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains

from support.club_factories import House, a_form, a_hand, a_session, recorded
from support.entry_forms import address, fields_of, sent_hand, with_ids
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.session.usecases.events import delete_event, record_event

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}
VOID = {"outcome": "passed_out"}
EVENING = datetime(2026, 11, 18, 21, 14, tzinfo=UTC)


def in_the_box(client: Client, session: Session, house: House, **more: str) -> dict[str, str]:
    """The fields of a filled form as the script of the page sends them."""
    fields = fields_of(client.get(address(session, "hand_new")))
    return fields | with_ids(house, PLAIN) | more


def boxed(client: Client, session: Session, fields: dict[str, str]) -> int:
    """Send a hand by the script; the status of the answer."""
    return client.post(address(session, "outbox"), fields).status_code


def test_a_repeated_hand_needs_a_confirmation_and_loses_no_input(
    house: House, session: Session, anna: Client
) -> None:
    sent_hand(anna, session, house, **PLAIN, note="Ultimo nélkül.")
    asked = sent_hand(anna, session, house, **PLAIN, note="Ultimo nélkül.")

    assertContains(asked, "The same hand, or another?", status_code=409)
    assertContains(asked, "Hand 1, entered by anna at", status_code=409)
    assertContains(asked, "has the same content. Yours is not saved yet.", status_code=409)
    assert Entry.objects.count() == 1
    page = address(session, "hand_new")
    opened = fields_of(anna.post(page, fields_of(asked) | {"edit": "1"}))
    assert opened["declarer"] == house.players["Anna"]
    assert opened["note"] == "Ultimo nélkül."


def test_another_hand_is_saved_and_the_same_one_dropped(
    house: House, session: Session, anna: Client
) -> None:
    sent_hand(anna, session, house, **PLAIN)
    page = address(session, "hand_new")
    asked = fields_of(sent_hand(anna, session, house, **PLAIN))
    dropped = anna.post(page, asked | {"drop": "1"}, follow=True)
    assertContains(dropped, "Your entry was dropped; the book stays as it is.")
    assert Entry.objects.count() == 1

    assert anna.post(page, asked).status_code == 302
    assert Entry.objects.count() == 2


@pytest.mark.parametrize(
    "other", [{"result": "lost"}, {"partner": "Dóra"}, {"note": "A másik volt."}]
)
def test_different_content_needs_no_confirmation(
    house: House, session: Session, anna: Client, other: dict[str, str]
) -> None:
    sent_hand(anna, session, house, **PLAIN)

    assert sent_hand(anna, session, house, **PLAIN | other).status_code == 302


def test_same_content_at_another_table_needs_no_confirmation(house: House, anna: Client) -> None:
    for session in (a_session(house), a_session(house)):
        assert sent_hand(anna, session, house, **PLAIN).status_code == 302


def test_deleted_hand_can_be_entered_again(house: House, session: Session, anna: Client) -> None:
    sent_hand(anna, session, house, **PLAIN)
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=Entry.objects.get().pk)

    assert sent_hand(anna, session, house, **PLAIN).status_code == 302


@pytest.mark.parametrize(("seconds", "status"), [(119, 409), (121, 302)])
def test_same_hand_needs_no_confirmation_two_minutes_later(
    house: House, session: Session, anna: Client, seconds: int, status: int
) -> None:
    with time_machine.travel(EVENING, tick=False) as clock:
        anna.force_login(house.anna)
        sent_hand(anna, session, house, **PLAIN)
        clock.shift(timedelta(seconds=seconds))

        assert sent_hand(anna, session, house, **PLAIN).status_code == status


def test_the_time_of_entry_counts_and_not_that_of_arrival(
    house: House, session: Session, anna: Client
) -> None:
    """A hand that waited for half an hour is not of this minute, and one of then is."""
    with time_machine.travel(EVENING, tick=False) as clock:
        anna.force_login(house.anna)
        late = in_the_box(anna, session, house, ago=str(30 * 60_000))
        assert boxed(anna, session, late) == 200
        assert Entry.objects.get().entered_at == EVENING - timedelta(minutes=30)
        assert sent_hand(anna, session, house, **PLAIN).status_code == 302
        clock.shift(timedelta(minutes=30))
        then = in_the_box(anna, session, house, ago=str(30 * 60_000), back="1")
        assert boxed(anna, session, then) == 409


@pytest.mark.parametrize("ago", ["", "-5", "x", "1e9", "9" * 40, "²"])
def test_invalid_entry_time_counts_as_now(
    house: House, session: Session, anna: Client, ago: str
) -> None:
    with time_machine.travel(EVENING, tick=False):
        anna.force_login(house.anna)
        assert boxed(anna, session, in_the_box(anna, session, house, ago=ago)) == 200

    assert Entry.objects.get().entered_at == EVENING


def test_void_hands_need_a_confirmation_only_after_going_back_to_the_form(
    house: House, session: Session, anna: Client
) -> None:
    for _hand in range(2):
        assert sent_hand(anna, session, house, **VOID).status_code == 302

    asked = sent_hand(anna, session, house, **VOID, back="1")
    assertContains(asked, "The same hand, or another?", status_code=409)
    assert Entry.objects.count() == 2


def test_queued_hands_with_different_keys_need_no_confirmation(
    house: House, session: Session, anna: Client
) -> None:
    first = in_the_box(anna, session, house)
    ahead = first | {"key": str(uuid4()), "dealer": ""}
    queue = [first, ahead, ahead | {"key": str(uuid4()), "now": "1"}]
    versions = [str(session.version + place) for place in range(3)]

    for fields, version in zip(queue, versions, strict=True):
        assert boxed(anna, session, fields | {"version": version}) == 200
    assert Entry.objects.count() == 3


def test_the_script_confirms_a_form_in_the_foreground_too(
    house: House, session: Session, anna: Client
) -> None:
    sent_hand(anna, session, house, **PLAIN)
    fields = in_the_box(anna, session, house, now="1")

    assert boxed(anna, session, fields) == 409
    assert Entry.objects.count() == 1
    asked = anna.post(address(session, "hand_new"), fields)
    assert boxed(anna, session, fields_of(asked) | {"now": "1"}) == 200


def test_after_a_conflict_the_form_shows_the_dealer_and_needs_a_confirmation(
    house: House, session: Session, anna: Client
) -> None:
    sent_hand(anna, session, house, **PLAIN)
    fields = in_the_box(anna, session, house)
    points = {house.players["Anna"]: 2, house.players["Béla"]: -2}
    recorded(house, session, {"type": "adjust", "points": points, "note": "borravaló"})
    page = address(session, "hand_new")
    moved_on = fields_of(anna.post(page, fields))

    assert moved_on["dealer"]
    assertContains(anna.post(page, moved_on), "The same hand, or another?", status_code=409)


@pytest.mark.parametrize("keeping", [False, True])
def test_a_hand_inserted_twice_needs_a_confirmation(
    house: House, session: Session, anna: Client, keeping: bool
) -> None:
    last = recorded(house, session, a_hand(house, "Béla", "Dóra"))[0].entry_id
    page = address(session, "entry_insert", last)
    sure = {"confirm": "1"} | ({"keep_dealers": "1"} if keeping else {})
    assert sent_hand(anna, session, house, url=page, **PLAIN, **sure).status_code == 302
    count = Entry.objects.count()
    asked = sent_hand(anna, session, house, url=page, **PLAIN, **sure)

    assertContains(asked, "The same hand, or another?", status_code=409)
    assert b"data-box" not in asked.content
    assert Entry.objects.count() == count
    again = fields_of(asked)
    assert anna.post(page, again | {"drop": "1"}).status_code == 302
    assert Entry.objects.count() == count
    assert anna.post(page, again | {"confirm": "1"}).status_code == 302
    assert Entry.objects.count() == count + (2 if keeping else 1)


def test_entries_without_an_entry_time_are_not_compared(house: House, session: Session) -> None:
    """Records of an import or of an older program do not say when they were entered."""
    recorded(house, session, a_hand(house))
    Entry.objects.update(entered_at=None)
    client = Client()
    client.force_login(house.anna)

    assert sent_hand(client, session, house, **PLAIN).status_code == 302


def test_recording_without_a_check_needs_no_confirmation(house: House, session: Session) -> None:
    for _hand in range(2):
        record_event(session_id=session.id, form=a_form(house.anna), raw=a_hand(house))

    assert Entry.objects.count() == 2
