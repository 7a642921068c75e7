"""The draft of the entry form: stored, restored, taken over, discarded."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from support.club_factories import House, a_user
from support.entry_forms import address, fields_of, with_ids
from tarokk_club.club.models import Draft, Entry, Role, Session, User

BEGUN = {"declarer": "Anna", "bid": "solo", "trull_ours": "on", "catch_from": "Dóra"}
TOLD = {"trull_ours_made": "lost", "trull_ours_by": "Anna"}
REST = TOLD | {"partner": "Csaba", "result": "won", "catch_by": "Csaba"}


@pytest.fixture
def scorer(house: House) -> User:
    return a_user("feri", club=house.club, roles=(Role.SCORER,))


def begun(client: Client, session: Session, house: House) -> dict[str, str]:
    """Store a draft of a hand; return the fields of its form."""
    fields = fields_of(client.get(address(session, "hand_new"))) | with_ids(house, BEGUN)
    answer = client.post(address(session, "draft"), fields)
    return fields | {"revision": str(answer.json()["revision"])}


def test_a_draft_is_restored_with_every_field(house: House, session: Session, anna: Client) -> None:
    fields = begun(anna, session, house)
    draft = Draft.objects.get()
    assert (draft.revision, str(draft.key)) == (1, fields["key"])
    page = anna.get(address(session, "hand_new"))
    kept = fields_of(page)
    assert {name: kept.get(name) for name in fields if name != "csrfmiddlewaretoken"} == {
        **{name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"},
        "order": "trull_ours",
    }
    assertContains(page, "At stake.")


def test_a_draft_is_recorded_under_its_own_key(
    house: House, session: Session, anna: Client
) -> None:
    begun(anna, session, house)
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page)) | with_ids(house, REST)
    assert anna.post(page, fields).status_code == 302
    assert str(Entry.objects.get().id) == fields["key"]
    assert Draft.objects.count() == 0


def test_a_tap_that_arrives_after_the_hand_was_saved_leaves_no_draft(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page)) | with_ids(house, BEGUN | REST)
    anna.post(page, fields)
    answer = anna.post(address(session, "draft"), fields)
    assert answer.status_code == 409
    assert answer.json()["say"] == "This hand was saved or given up on another phone."
    assert Draft.objects.count() == 0


def test_another_phone_must_confirm_before_it_takes_over_a_draft(
    house: House, session: Session, anna: Client, scorer: User
) -> None:
    fields = begun(anna, session, house)
    other = Client()
    other.force_login(scorer)
    asked = other.get(address(session, "hand_new"))
    assertContains(asked, "anna is entering this hand.")
    assert re.search(r"At stake\.</b>\s*</span>", asked.content.decode())
    taken = other.post(address(session, "draft_take"), {"revision": fields["revision"]})
    assert taken["Location"] == address(session, "hand_new")
    assert fields_of(other.get(taken["Location"]))["declarer"] == fields["declarer"]
    told = anna.post(address(session, "draft"), fields)
    assert told.status_code == 409
    assert told.json() == {"revision": 2, "say": "feri is entering this hand on another phone."}


def test_the_same_person_must_confirm_on_a_second_phone(
    house: House, session: Session, anna: Client
) -> None:
    fields = begun(anna, session, house)
    tablet = Client()
    tablet.force_login(house.anna)

    assertContains(
        tablet.get(address(session, "hand_new")), "You have an unfinished hand on another phone."
    )
    # The first phone goes on without being asked anything.
    assertContains(anna.get(address(session, "hand_new")), 'name="declarer"')

    taken = tablet.post(address(session, "draft_take"), {"revision": fields["revision"]})

    assert fields_of(tablet.get(taken["Location"]))["declarer"] == fields["declarer"]
    told = anna.post(address(session, "draft"), fields)
    assert told.json() == {"revision": 2, "say": "You are entering this hand on another phone."}


def test_a_phone_stays_the_same_when_its_person_signs_in_again(
    house: House, session: Session
) -> None:
    who = {"login": "anna", "password": "kalandos pagat"}
    phone = Client()
    phone.post(reverse("account_login"), who)
    fields = begun(phone, session, house)
    phone.post(reverse("account_logout"))

    phone.post(reverse("account_login"), who)

    assert fields_of(phone.get(address(session, "hand_new")))["declarer"] == fields["declarer"]


def test_a_script_takes_over_and_learns_revision_and_key(
    house: House, session: Session, anna: Client, scorer: User
) -> None:
    fields = begun(anna, session, house)
    other = Client()
    other.force_login(scorer)
    json = {"Accept": "application/json"}
    sent = {"revision": fields["revision"]}
    answer = other.post(address(session, "draft_take"), sent, headers=json)
    assert answer.json() == {"revision": 2, "key": fields["key"]}
    late = other.post(address(session, "draft_take"), sent, headers=json)
    assert late.status_code == 409 and late.json()["revision"] == 2


def test_a_draft_can_be_discarded(house: House, session: Session, anna: Client) -> None:
    fields = begun(anna, session, house)
    stale = anna.post(address(session, "draft_drop"), {"revision": "7"})
    assert stale.status_code == 302 and Draft.objects.count() == 1
    anna.post(address(session, "draft_drop"), {"revision": fields["revision"]})
    assert Draft.objects.count() == 0
    assert "declarer" not in fields_of(anna.get(address(session, "hand_new")))


def test_a_draft_of_another_phone_is_not_overwritten(
    house: House, session: Session, anna: Client
) -> None:
    fields = begun(anna, session, house)
    url = address(session, "draft")
    first, second = anna.post(url, fields), anna.post(url, fields | {"bid": "two"})
    assert (first.status_code, second.status_code) == (200, 409)
    assert Draft.objects.get().record["bid"] == "solo"


def test_drafts_are_changed_only_by_post(house: House, session: Session, anna: Client) -> None:
    for name in ("draft", "draft_take", "draft_drop"):
        assert anna.get(address(session, name)).status_code == 405


def test_draft_addresses_require_the_right_to_enter(
    house: House, session: Session, client: Client
) -> None:
    client.force_login(house.bela)
    for name in ("draft", "draft_take", "draft_drop", "preview"):
        assert client.post(address(session, name), {}).status_code == 403


def test_a_stale_draft_of_the_same_browser_is_refused_with_its_revision(
    house: House, session: Session, anna: Client
) -> None:
    fields = begun(anna, session, house)

    told = anna.post(address(session, "draft"), fields | {"revision": "0"})

    assert told.status_code == 409
    say = "You are entering this hand in another window."
    assert told.json() == {"revision": 1, "say": say, "key": fields["key"]}


def test_shows_final_amounts_once(house: House, session: Session, anna: Client) -> None:
    fields = fields_of(anna.get(address(session, "hand_new")))
    hand = {"declarer": "Anna", "bid": "three", "partner": "Béla", "result": "won"}
    fields |= with_ids(house, hand) | {"pagat_ultimo_ours": "on", "pagat_ultimo": "ours_made"}
    answer = anna.post(address(session, "preview"), fields).content.decode()
    stakes = re.findall(r'<b class="stake">(.*?)</b>', answer)
    assert "Pagát ultimó: by whom?" in answer
    assert [re.findall(r">([^<]+)</span>", stake) for stake in stakes] == [
        [amount] for amount in ("+11", "+11", "−11", "−11")
    ]
