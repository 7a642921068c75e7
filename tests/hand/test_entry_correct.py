"""Correcting a hand and putting a forgotten one in its place, with a look at what changes first."""

from uuid import UUID

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.timezone import localtime
from pytest_django.asserts import assertContains, assertNotContains

from support.catalogue import row
from support.club_factories import PASSED_OUT, House, a_form, a_hand, a_user, create_denes, recorded
from support.club_web import text_of
from support.entry_forms import address, fields_of, sent_hand, wrong_in
from tarokk_club.club.models import Balance, Change, Entry, Role, Session, User
from tarokk_club.club.session.usecases.events import correct_event, delete_event
from tarokk_club.club.session.usecases.sessions import bin_session

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


@pytest.fixture
def hands(house: House, session: Session) -> list[UUID]:
    """Three hands, the second void."""
    saved = recorded(house, session, a_hand(house), PASSED_OUT, a_hand(house, "Béla", "Dóra"))
    return [one.entry_id for one in saved if one.entry_id]


def totals(session: Session) -> list[int]:
    rows = dict(Balance.objects.filter(session=session).values_list("player_id", "points"))
    return [rows[UUID(player)] for player in session.seats]


def test_a_correction_is_previewed_and_then_recorded(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[0])
    look = sent_hand(anna, session, house, url=url, result="lost", reason="Misread")
    assert look.status_code == 200
    assertContains(look, "Reason: Misread")
    assert Change.objects.filter(action="correct").count() == 0
    done = anna.post(url, fields_of(look) | {"confirm": "1"})
    assert done.status_code == 302
    change = Change.objects.get(action="correct")
    assert change.after and change.after["result"] == "lost"
    assert change.reason == "Misread"
    assert totals(session) == [-3, 3, -3, 3]
    assertContains(anna.get(done["Location"]), "Hand 1 is corrected.")


def test_the_form_holds_the_recorded_values(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    fields = fields_of(anna.get(address(session, "entry_correct", hands[2])))
    assert fields["declarer"] == house.players["Béla"]
    assert fields["partner"] == house.players["Dóra"]
    assert (fields["bid"], fields["result"]) == ("three", "won")
    # No called card was recorded, so none is shown.
    assert "called" not in fields


@row("U13")
def test_the_look_shows_later_hands_and_totals(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[1])
    choices = PLAIN | {"outcome": "played", "called": "XX"}
    look = sent_hand(anna, session, house, url=url, **choices)
    # The doubled round is gone, and the deal has passed on.
    assertContains(look, "It counts ×1 instead of ×2.")
    assertContains(look, "deals instead of")


def test_going_back_from_the_preview_keeps_the_input(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[0])
    look = sent_hand(anna, session, house, url=url, result="lost", reason="Misread")
    back = anna.post(url, fields_of(look) | {"edit": "1"})
    assert back.status_code == 200
    fields = fields_of(back)
    assert (fields["result"], fields["reason"]) == ("lost", "Misread")


def test_the_last_hand_is_corrected_without_a_second_page(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[2])
    assertContains(anna.get(url), "Save the correction")
    done = sent_hand(anna, session, house, url=url, result="lost", reason="Misread")
    assert done.status_code == 302
    change = Change.objects.get(action="correct")
    assert (change.entry_id, change.reason) == (hands[2], "Misread")
    assertContains(anna.get(address(session, "entry_correct", hands[0])), "See what changes")


def test_a_correction_is_previewed_when_a_new_hand_came_first(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[2])
    fields = fields_of(anna.get(url)) | {"result": "lost"}
    recorded(house, session, a_hand(house))
    late = anna.post(url, fields)
    assert late.status_code == 409
    assert "confirm" not in fields_of(late)
    assert not Change.objects.filter(action="correct").exists()
    assertContains(anna.post(url, fields_of(late)), "What changes")


def test_the_sheet_links_to_the_correction_only_with_the_right_to_correct(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    sheet, link = address(session, "sheet"), address(session, "entry_correct", hands[2])
    assertContains(anna.get(sheet), f'href="{link}"', count=1)
    scorer = Client()
    scorer.force_login(a_user("scorer", club=house.club, roles=(Role.SCORER,)))
    assertNotContains(scorer.get(sheet), link)
    assertContains(scorer.get(sheet), "Undo the last entry")


def test_the_confirmation_twice_is_one_correction(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[0])
    sent = fields_of(sent_hand(anna, session, house, url=url, result="lost")) | {"confirm": "1"}
    assert [anna.post(url, sent).status_code for _ in range(2)] == [302, 302]
    assert Change.objects.filter(action="correct").count() == 1


def test_a_correction_without_a_change_is_reported(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[0])
    sent = fields_of(sent_hand(anna, session, house, url=url)) | {"confirm": "1"}
    assertContains(anna.post(url, sent), "Nothing was changed.", status_code=422)


def test_an_impossible_choice_is_refused_at_its_field(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[0])
    choices = {"result": "all_tricks", "four_kings": "opponents"}
    answer = sent_hand(anna, session, house, url=url, **choices)
    assert (answer.status_code, wrong_in(answer)) == (422, ["four_kings"])


@pytest.mark.parametrize("step", ["look", "confirm"])
def test_a_stale_correction_shows_the_changes_and_preserves_the_input(
    house: House, session: Session, anna: Client, hands: list[UUID], step: str
) -> None:
    url = address(session, "entry_correct", hands[0])
    fields = fields_of(anna.get(url)) | {"result": "lost"}
    if step == "confirm":
        fields = fields_of(anna.post(url, fields)) | {"confirm": "1"}
    recorded(house, session, a_hand(house))
    answer = anna.post(url, fields)
    assert answer.status_code == 409
    assertContains(answer, "The book has moved on", status_code=409)
    # Another hand was changed, so there is nothing to choose between.
    assert "Keep theirs" not in answer.content.decode()
    again = fields_of(answer)
    assert again["result"] == "lost"
    look = anna.post(url, again)
    assert anna.post(url, fields_of(look) | {"confirm": "1"}).status_code == 302


@pytest.fixture
def kati(house: House) -> User:
    """A second secretary."""
    return a_user("kati", club=house.club, roles=(Role.SECRETARY,))


@row("R18")
@pytest.mark.parametrize("step", ["look", "confirm"])
def test_the_later_of_two_secretaries_sees_both_versions(
    house: House, anna: Client, kati: User, hands: list[UUID], step: str
) -> None:
    session = Session.objects.get()
    url = address(session, "entry_correct", hands[0])
    fields = fields_of(anna.get(url)) | {"result": "lost", "note": "Bukott."}
    if step == "confirm":
        fields = fields_of(anna.post(url, fields)) | {"confirm": "1"}
    raw = a_hand(house, result="double_won", note="Kati szerint duplán.")
    correct_event(session_id=session.id, form=a_form(kati), entry_id=hands[0], raw=raw)
    at = date_format(localtime(Change.objects.get(author=kati).at), "TIME_FORMAT")

    answer = anna.post(url, fields)

    assert answer.status_code == 409
    page = text_of(answer)
    assert f"Changed by <bdi>kati</bdi> at {at}" in page
    theirs, mine = page.index("In the book"), page.index("Yours")
    assert theirs < page.index("Kati szerint duplán.") < mine < page.index("Bukott.")
    assert page.count("<bdi>Anna</bdi>") >= 2
    assert all(choice in page for choice in ("Keep theirs", "Keep mine", "Keep editing mine"))
    assert address(session, "hand", hands[0]) in page
    # Keeping mine: the form of this very page, after a look at what changes.
    kept = fields_of(answer)
    assert (kept["result"], kept["note"]) == ("lost", "Bukott.")
    assert Entry.objects.get(pk=hands[0]).record["result"] == "double_won"
    look = anna.post(url, kept)
    assert look.status_code == 200
    assert anna.post(url, fields_of(look) | {"confirm": "1"}).status_code == 302
    assert Entry.objects.get(pk=hands[0]).record["result"] == "lost"
    # Kati's version is in the history.
    versions = Change.objects.filter(entry=hands[0], action="correct").order_by("seq")
    assert [(one.after or {})["result"] for one in versions] == ["double_won", "lost"]


@row("R18")
def test_conflict_shows_both_versions_even_of_an_incomplete_hand(
    house: House, session: Session, anna: Client, kati: User, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[0])
    fields = fields_of(anna.get(url)) | {"result": "all_tricks", "four_kings": "opponents"}
    raw = a_hand(house, result="lost")
    correct_event(session_id=session.id, form=a_form(kati), entry_id=hands[0], raw=raw)

    answer = anna.post(url, fields)

    assertContains(answer, "it is shown below", status_code=409)
    assert fields_of(answer)["result"] == "all_tricks"


@row("R18")
def test_a_hand_deleted_meanwhile_loses_nothing(
    house: House, session: Session, anna: Client, kati: User, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[0])
    fields = fields_of(anna.get(url)) | {"result": "lost", "note": "Bukott."}
    delete_event(session_id=session.id, form=a_form(kati), entry_id=hands[0])
    assert anna.get(url)["Location"] == address(session, "hand", hands[0])

    asked = anna.post(url, fields)

    assertContains(asked, "Deleted by <bdi>kati</bdi> (", status_code=409)
    assertContains(asked, "Bukott.", status_code=409)
    back = anna.post(url, fields_of(asked) | {"revive": "1"})
    assert back.status_code == 200
    kept = fields_of(back)
    assert (kept["result"], kept["note"]) == ("lost", "Bukott.")
    assert not Entry.objects.get(pk=hands[0]).deleted
    look = anna.post(url, kept)
    assert anna.post(url, fields_of(look) | {"confirm": "1"}).status_code == 302
    assert Entry.objects.get(pk=hands[0]).record["result"] == "lost"


@row("R18")
def test_a_hand_deleted_meanwhile_shows_its_amounts_until_it_is_sent(
    house: House, session: Session, anna: Client, kati: User, hands: list[UUID]
) -> None:
    fields = fields_of(anna.get(address(session, "entry_correct", hands[0])))
    fields |= {"at": str(hands[0])}
    before = anna.post(address(session, "preview"), fields)
    delete_event(session_id=session.id, form=a_form(kati), entry_id=hands[0])

    # An error would have the page loaded again, without what was entered.
    after = anna.post(address(session, "preview"), fields)

    assert after.status_code == 200
    assert text_of(after) == text_of(before)


@row("R18")
def test_an_impossible_restore_is_explained_and_the_input_stays(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_correct", hands[0])
    fields = fields_of(anna.get(url)) | {"note": "Bukott."}
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=hands[0])
    bin_session(session_id=session.id, form=a_form(house.anna))
    asked = anna.post(url, fields)

    refused = anna.post(url, fields_of(asked) | {"revive": "1"})

    assertContains(refused, "It cannot be brought back", status_code=409)
    assert fields_of(refused)["note"] == "Bukott."


def test_a_forgotten_hand_goes_before_another(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(session, "entry_insert", hands[1])
    assertContains(anna.get(url), "A forgotten hand before hand 2")
    look = sent_hand(anna, session, house, url=url, **PLAIN | {"bid": "solo"})
    assert look.status_code == 200 and Entry.objects.count() == 3
    done = anna.post(url, fields_of(look) | {"confirm": "1"})
    assertContains(anna.get(done["Location"]), "Hand 2 is saved.")
    rows = Entry.objects.order_by("position").values_list("record__bid", flat=True)
    assert list(rows) == ["three", "solo", None, "three"]


def test_the_amounts_are_those_of_the_table_of_that_time(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    fields = fields_of(anna.get(address(session, "entry_correct", hands[0])))
    answer = anna.post(address(session, "preview"), fields | {"result": "double_won"})
    # Today everything counts double; the first hand did not.
    assertContains(answer, "+2")
    fields["at"] = "00000000-0000-0000-0000-000000000000"
    assert anna.post(address(session, "preview"), fields).status_code == 404


def test_the_page_requires_the_right_to_correct(
    house: House, session: Session, client: Client, hands: list[UUID]
) -> None:
    stranger = create_denes()
    for name in ("entry_correct", "entry_insert"):
        url = address(session, name, hands[0])
        client.force_login(house.bela)
        assert client.get(url).status_code == client.post(url, {}).status_code == 403
        client.force_login(stranger)
        assert client.get(url).status_code == client.post(url, {}).status_code == 404


def test_other_entries_are_not_corrected_as_hands(
    house: House, session: Session, anna: Client
) -> None:
    left = recorded(house, session, {"type": "leave", "player": house.players["Dóra"]})
    assert anna.get(address(session, "entry_correct", left[0].entry_id)).status_code == 404


def test_unknown_entry_returns_404(
    house: House, session: Session, anna: Client, hands: list[UUID]
) -> None:
    wrong = address(session, "entry_correct", house.club.id)
    assert anna.get(wrong).status_code == anna.post(wrong, {}).status_code == 404
