"""What names a merged player later goes to the player merged into and says so: hands that waited,
drafts, forms, files; an erased player is a conflict, and nothing is lost.
"""

import json
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.core.problem import RefusedError
from support.catalogue import row
from support.club_evenings import as_bytes, document
from support.club_factories import (
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_session,
    recorded,
)
from support.club_web import form_in, text_of
from support.entry_forms import address, fields_of, with_ids
from support.money_tables import settle_club
from support.programs import a_program
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.merging.usecases.merges import merge_players, unmerge_players
from tarokk_club.club.models import (
    Balance,
    Draft,
    Entry,
    Erasure,
    Merge,
    MoneyRules,
    Payment,
    Player,
    Session,
)
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.bank_lines import BankLine
from tarokk_club.club.money.queries.bank.bank_matches import load_money_to_match, match_bank_lines
from tarokk_club.club.paper.queries.paper_reading import read_paper_sheet
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.session.usecases.events import delete_event, record_event, restore_event
from tarokk_club.club.session.usecases.sessions import close_session, reopen_session
from tarokk_club.club.writing.errors import ConflictError

pytestmark = row("R41")

DAY = date(2026, 11, 19)
PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Cilike", "result": "won"}
SAID = "Cilike was merged into Cili, so Cili is recorded instead."


@pytest.fixture
def twice(house: House) -> House:
    """Cili was entered a second time, as Cilike."""
    house.players["Cilike"] = str(Player.objects.create(club=house.club, name="Cilike").pk)
    return house


@pytest.fixture
def table(twice: House) -> Session:
    """A table at which Cilike sits."""
    seats = twice.ids("Anna", "Béla", "Csaba", "Cilike")
    return a_session(twice, players=seats, dealer=seats[-1])


def merge(house: House, gone: str = "Cilike", kept: str = "Cili") -> Merge:
    ids = UUID(house.players[gone]), UUID(house.players[kept])
    return merge_players(club_id=house.club.pk, form=a_form(house.anna), gone=ids[0], into=ids[1])


def erase(house: House, name: str) -> None:
    erase_person(club_id=house.club.pk, form=a_form(), player_id=UUID(house.players[name]))


def waiting(client: Client, session: Session, house: House) -> dict[str, str]:
    """The fields of a hand as a phone keeps them."""
    fields = fields_of(client.get(address(session, "hand_new"))) | {"key": str(uuid4())}
    return fields | with_ids(house, PLAIN) | {"dealer": ""}


def messages_of(client: Client, house: House) -> str:
    """What the next page says."""
    return text_of(client.get(reverse("club:session_list", args=[house.club.slug])))


def test_a_queued_hand_follows_a_merged_player_with_a_notice(
    twice: House, table: Session, anna: Client
) -> None:
    fields = waiting(anna, table, twice)
    merge(twice)

    answer = anna.post(address(table, "outbox"), fields)

    # The phone learns that its next hand follows this one: nobody else wrote in between.
    assert answer.json() == {"version": 3, "say": "Hand 1 is saved.", "after": 1}
    assert SAID in messages_of(anna, twice)
    entry = Entry.objects.get()
    assert entry.record["partner"] == twice.players["Cili"]
    assert list(iter_findings()) == []


def test_hand_queued_through_two_merges_goes_to_the_last_player(
    twice: House, table: Session, anna: Client
) -> None:
    fields = waiting(anna, table, twice)
    merge(twice)
    merge(twice, "Cili", "Dóra")

    assert anna.post(address(table, "outbox"), fields).status_code == 200

    assert Entry.objects.get().record["partner"] == twice.players["Dóra"]
    assert "Cilike was merged into Dóra" in messages_of(anna, twice)
    assert list(iter_findings()) == []


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_resent_hand_is_recorded_once(
    twice: House, table: Session, anna: Client, when: str
) -> None:
    fields = waiting(anna, table, twice)
    if when == "before":
        anna.post(address(table, "outbox"), fields)
    one = merge(twice)
    first = anna.post(address(table, "outbox"), fields)
    again = anna.post(address(table, "outbox"), fields)

    assert (first.status_code, again.status_code) == (200, 200)
    assert Entry.objects.count() == 1

    unmerge_players(club_id=twice.club.pk, form=a_form(twice.anna), merge_id=one.pk)
    assert anna.post(address(table, "outbox"), fields).status_code == 200
    assert Entry.objects.count() == 1
    assert list(iter_findings()) == []


def test_merged_player_does_not_hide_a_conflict_of_hands(
    twice: House, table: Session, anna: Client
) -> None:
    fields = waiting(anna, table, twice)
    recorded(twice, table, PASSED_OUT)
    merge(twice)

    assert anna.post(address(table, "outbox"), fields).status_code == 409
    assert Entry.objects.count() == 1


def test_draft_saved_after_merging_names_the_remaining_player(
    twice: House, table: Session, anna: Client
) -> None:
    fields = waiting(anna, table, twice)
    merge(twice)

    assert anna.post(address(table, "draft"), fields).status_code == 200

    assert Draft.objects.get().record["partner"] == twice.players["Cili"]


def test_a_form_of_money_that_was_open_meanwhile_pays_the_player_merged_into(
    twice: House, anna: Client
) -> None:
    url = reverse("club:payment_new", args=[twice.club.slug])
    sent = form_in(anna.get(url), url).sent
    sent |= {"payer": KITTY, "receiver": twice.players["Cilike"], "amount": "70"}
    sent |= {"overdraw": "on"}
    merge(twice)

    page = text_of(anna.post(url, sent, follow=True))

    assert SAID in page
    assert str(Payment.objects.get().receiver_id) == twice.players["Cili"]
    assert list(iter_findings()) == []


def test_the_api_answers_422_with_the_new_id(twice: House, table: Session) -> None:
    merge(twice)
    program = a_program(twice.anna, twice.club)
    hand = a_hand(twice, partner="Cilike")
    for more in ("", "?dry_run=true"):
        answer = program.post(
            f"/api/v1/clubs/{twice.club.slug}/sessions/{table.pk}/hands{more}",
            json.dumps(hand),
            "application/json",
            headers={"Idempotency-Key": str(uuid4())},
        )
        assert answer.status_code == 422, answer.content
        (error,) = answer.json()["errors"]
        assert error == {
            "field": "partner",
            "code": "player_merged",
            "detail": "Cilike was merged into Cili; choose Cili.",
            "merged_into": twice.players["Cili"],
        }
    assert not Entry.objects.exists()


def test_the_api_refuses_a_document_with_the_name_of_a_merged_player(twice: House) -> None:
    merge(twice)
    program = a_program(twice.anna, twice.club)
    raw = document(players=["Anna", "Béla", "Csaba", "Cilike"], date="2026-03-01")
    answer = program.post(
        f"/api/v1/clubs/{twice.club.slug}/sessions",
        as_bytes(raw),
        "application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["merged_into"] == twice.players["Cili"]


def imported(client: Client, house: House, raw: dict[str, Any]) -> Any:
    url = reverse("club:session_import", args=[house.club.slug])
    return client.post(url, {"file": SimpleUploadedFile("session.json", as_bytes(raw))})


def test_a_file_with_a_merged_player_is_that_of_the_player_merged_into(
    twice: House, anna: Client
) -> None:
    merge(twice)
    raw = document(
        PASSED_OUT, players=["Anna", "Béla", "Csaba", "Cilike"], dealer="Cilike", date="2026-03-01"
    )
    look = imported(anna, twice, raw)
    assert SAID in text_of(look)
    url = reverse("club:session_import", args=[twice.club.slug])
    answer = anna.post(url, form_in(look, url).sent)

    assert answer.status_code == 302
    assert Session.objects.get().seats[-1] == twice.players["Cili"]
    assert not Balance.objects.filter(player=UUID(twice.players["Cilike"])).exists()
    assert list(iter_findings()) == []
    assert "is already in the club" in text_of(imported(anna, twice, raw))


def test_a_file_that_seats_one_player_twice_is_a_conflict(twice: House, anna: Client) -> None:
    merge(twice)
    raw = document(players=["Anna", "Béla", "Cili", "Cilike"], date="2026-03-01")
    look = imported(anna, twice, raw)
    assert look.status_code == 409
    assert "Cilike and Cili are one player here" in text_of(look)


def test_a_file_that_names_an_erased_player_is_a_conflict(twice: House, anna: Client) -> None:
    erase(twice, "Cilike")
    raw = document(players=["Anna", "Béla", "Csaba", "Player 1"], date="2026-03-01")
    look = imported(anna, twice, raw)
    assert look.status_code == 409
    assert "Player 1 was erased" in text_of(look)
    assert not Session.objects.exists()


def test_results_of_another_book_name_the_player_merged_into(twice: House, anna: Client) -> None:
    merge(twice)
    url = reverse("club:totals_import", args=[twice.club.slug])
    file = SimpleUploadedFile("table.csv", "Anna;Béla;Csaba;Cilike\n3;-1;-1;-1\n".encode())
    look = anna.post(url, {"file": file})
    assert SAID in text_of(look)
    assert form_in(look, url).sent["column_3"] == twice.players["Cili"]


def test_balances_of_another_book_name_the_player_merged_into(twice: House, anna: Client) -> None:
    merge(twice)
    url = reverse("club:openings", args=[twice.club.slug])
    file = SimpleUploadedFile("book.csv", b"name;balance\nAnna;70\nCilike;-70\n")
    look = anna.post(url, {"file": file, "currency": "HUF"})
    assert SAID in text_of(look)
    assert form_in(look, url).sent["who_1"] == twice.players["Cili"]
    anna.post(url, form_in(look, url).sent)
    assert str(Payment.objects.get().receiver_id) == twice.players["Cili"]


def test_a_typed_sheet_may_use_the_name_of_a_merged_player(twice: House, table: Session) -> None:
    merge(twice)
    table.refresh_from_db()
    reading = read_paper_sheet(table, "A 3 Cilike 52")
    assert reading.is_valid, reading.faulty_lines
    assert reading.raws[0]["partner"] == twice.players["Cili"]
    assert [values["gone"] for values in reading.merged.values()] == ["Cilike"]


def test_a_line_of_the_bank_may_name_a_merged_player(twice: House) -> None:
    MoneyRules.objects.create(
        club=twice.club, till=KITTY, beneficiary="Kör", iban="BE72000000001616"
    )
    seats = twice.ids("Anna", "Béla", "Csaba", "Cilike")
    session = a_session(twice, players=seats, dealer=seats[-1])
    points = {twice.players["Anna"]: 5, twice.players["Cilike"]: -5}
    recorded(twice, session, {"type": "adjust", "points": points, "note": "x"})
    close_session(session_id=session.pk, form=a_form(twice.anna))
    merge(twice)
    settle_club(twice)
    line = BankLine(DAY, 50, "HUF", "CILIKE", "", "1")

    (match,) = match_bank_lines(twice.club, [line], load_money_to_match(twice.club))

    assert match.transfer and str(match.transfer.payer_id) == twice.players["Cili"]


def test_a_deleted_entry_of_a_merged_player_cannot_be_brought_back(house: House) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Cili")
    session = a_session(house, players=seats, dealer=seats[-1])
    join = {"type": "join", "player": house.players["Dóra"], "after": house.players["Anna"]}
    entry = record_event(session_id=session.pk, form=a_form(house.anna), raw=join).entry_id
    assert entry
    delete_event(session_id=session.pk, form=a_form(house.anna), entry_id=entry)
    merge(house, "Dóra", "Cili")
    with pytest.raises(RefusedError) as caught:
        restore_event(session_id=session.pk, form=a_form(house.anna), entry_id=entry)
    assert [one.code for one in caught.value.problems] == ["player_merged"]
    assert list(iter_findings()) == []


def test_pending_hand_of_an_erased_player_is_a_conflict_and_stored(
    twice: House, table: Session, anna: Client
) -> None:
    fields = waiting(anna, table, twice)
    close_session(session_id=table.pk, form=a_form(twice.anna))
    erase(twice, "Cilike")
    reopen_session(session_id=table.pk, form=a_form(twice.anna))
    table.refresh_from_db()
    fields["version"] = str(table.version)
    live = Entry.objects.filter(deleted=False).count()

    answer = anna.post(address(table, "outbox"), fields)
    page = anna.post(address(table, "hand_new"), fields)

    assert (answer.status_code, page.status_code) == (409, 409)
    assert (
        "Player 1 was erased, so nothing can be recorded for this player." in answer.json()["say"]
    )
    assert fields_of(page)["partner"] == twice.players["Cilike"]
    assert Entry.objects.filter(deleted=False).count() == live


def test_a_hand_that_does_not_name_the_erased_player_is_not_booked_on_one_either(
    twice: House, table: Session
) -> None:
    close_session(session_id=table.pk, form=a_form(twice.anna))
    erase(twice, "Cilike")
    reopen_session(session_id=table.pk, form=a_form(twice.anna))
    with pytest.raises(ConflictError) as caught:
        recorded(twice, table, a_hand(twice, partner="Béla"))
    assert [one.code for one in caught.value.problems] == ["erased_named"]


def test_an_erased_player_may_leave_a_reopened_table(twice: House, table: Session) -> None:
    recorded(
        twice,
        table,
        {
            "type": "join",
            "player": twice.players["Dóra"],
            "after": twice.players["Anna"],
        },
    )
    close_session(session_id=table.pk, form=a_form(twice.anna))
    erase(twice, "Cilike")
    reopen_session(session_id=table.pk, form=a_form(twice.anna))
    recorded(twice, table, {"type": "leave", "player": twice.players["Cilike"]})
    recorded(twice, table, a_hand(twice, partner="Dóra"))
    assert list(iter_findings()) == []


def test_erased_player_no_longer_holds_the_cash(twice: House) -> None:
    cilike = UUID(twice.players["Cilike"])
    MoneyRules.objects.create(club=twice.club, till="player", till_player_id=cilike)
    erase(twice, "Cilike")
    assert MoneyRules.objects.get().hub == ""


def test_a_player_merged_into_an_erased_one_counts_as_erased(twice: House, anna: Client) -> None:
    merge(twice)
    erase(twice, "Cili")
    assert Erasure.objects.exists()
    url = reverse("club:payment_new", args=[twice.club.slug])
    page = text_of(anna.get(url))
    assert twice.players["Cilike"] not in page and twice.players["Cili"] not in page
