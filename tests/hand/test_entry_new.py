"""Entering a new hand by the form, as a phone without script does."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from support.catalogue import row
from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_session,
    create_denes,
    recorded,
)
from support.entry_forms import address, fields_of, focused_in, sent_hand, with_ids, wrong_in
from tarokk_club.club.models import Entry, Posting, Role, Session
from tarokk_club.club.models.people import Membership
from tarokk_club.club.session.usecases.sessions import close_session

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


def test_a_plain_hand_is_recorded_without_script(
    house: House, session: Session, anna: Client
) -> None:
    answer = sent_hand(anna, session, house, **PLAIN)
    assert answer.status_code == 302
    assert answer["Location"] == address(session, "sheet")
    anna_id, csaba = house.ids("Anna", "Csaba")
    assert Entry.objects.get().record == {
        "type": "hand",
        "declarer": anna_id,
        "bid": "three",
        "called": "XX",
        "partner": csaba,
        "result": "won",
    }
    assertContains(anna.get(answer["Location"]), "Hand 1 is saved.")


def test_shows_the_dealer_the_leader_and_the_doubled_hands(
    house: House, session: Session, anna: Client
) -> None:
    recorded(house, session, PASSED_OUT)
    page = anna.get(address(session, "hand_new"))
    assertContains(page, "<bdi>Dóra</bdi> deals")
    assertContains(page, "<bdi>Anna</bdi> leads")
    assertContains(page, "×2 · 4 left")
    assertContains(page, "Save hand 2")


def test_overlapping_rounds_are_listed_one_by_one(
    house: House, session: Session, anna: Client
) -> None:
    recorded(house, session, PASSED_OUT, PASSED_OUT, a_hand(house), PASSED_OUT)
    for name in ("hand_new", "sheet"):
        page = anna.get(address(session, name))
        assertContains(page, "×8 now, then ×8, ×8, ×2")
        assertNotContains(page, "4 left")
    fields = fields_of(anna.get(address(session, "hand_new"))) | with_ids(house, PLAIN)
    assertContains(anna.post(address(session, "preview"), fields), "1 × 8 (doubled round) = 8")


def test_a_hand_with_everything_is_booked(house: House, session: Session, anna: Client) -> None:
    choices = PLAIN | {
        "kontra_game": "1",
        "trull_ours": "on",
        "trull_ours_by": "Anna",
        "trull": "declarer",
        "pagat_ultimo_theirs": "on",
        "pagat_ultimo_theirs_by": "Béla",
        "pagat_ultimo_theirs_kontra": "1",
        "pagat_ultimo": "theirs_lost",
        "catch_from": "Dóra",
        "catch_by": "Csaba",
        "tarokks_Anna": "8",
        "tarokks_Béla": "9c",
        "note": "Kézről kézre",
    }
    assert sent_hand(anna, session, house, **choices).status_code == 302
    entry = Entry.objects.get()
    a, b, c, d = house.ids("Anna", "Béla", "Csaba", "Dóra")
    assert entry.note == "Kézről kézre"
    assert entry.record["announced"] == [
        {"figure": "trull", "by": a},
        {"figure": "pagat_ultimo", "by": b, "kontra": 1},
    ]
    assert entry.record["xxi_catch"] == {"by": c, "from": d}
    assert entry.record["tarokks"] == [
        {"player": a, "count": 8},
        {"player": b, "count": 9, "declared": False},
    ]
    # 2 x 1 game, 2 trull, 10 x 2 pagat, 21 catch: 45 from each; 8 declared, 9 claimed.
    assert Posting.objects.get().net == {a: 45 + 3, b: -45 - 1 + 2, c: 45 - 1, d: -45 - 1 - 2}


@pytest.mark.parametrize(
    ("choices", "record"),
    [
        ({"outcome": "passed_out"}, {"outcome": "passed_out"}),
        ({"outcome": "annulled"}, {"outcome": "annulled"}),
        (
            {"outcome": "annulled", "by": "Béla", "holding": "kings"},
            {"outcome": "annulled", "by": "Béla", "holding": "kings"},
        ),
        (
            {"outcome": "failed_trial"},
            {"outcome": "failed_trial", "declarer": "Dóra", "bid": "three"},
        ),
    ],
)
def test_a_hand_not_played_needs_no_other_field(
    house: House,
    session: Session,
    anna: Client,
    choices: dict[str, str],
    record: dict[str, str],
) -> None:
    assert sent_hand(anna, session, house, **choices).status_code == 302
    assert Entry.objects.get().record == {"type": "hand"} | with_ids(house, record)


def test_conceding_is_offered_only_where_the_rule_is_on(
    house: House, session: Session, anna: Client
) -> None:
    assertNotContains(anna.get(address(session, "hand_new")), 'value="conceded"')
    other = a_session(house, rules={"preset": "standard"})
    choices = {"outcome": "conceded", "declarer": "Anna", "partner": "alone"}
    assert sent_hand(anna, other, house, **choices).status_code == 302
    assert Entry.objects.get().record["partner"] is None


def test_of_five_the_dealer_is_greyed_and_refused(house: House, anna: Client) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili")
    session = a_session(house, players=seats, dealer=seats[2])
    page = anna.get(address(session, "hand_new"))
    csaba = house.players["Csaba"]
    sitter = rf'<input type="radio" name="declarer" value="{csaba}"[^>]* disabled>'
    assert re.search(sitter, page.content.decode())
    answer = sent_hand(anna, session, house, **PLAIN)
    assert answer.status_code == 422
    assert wrong_in(answer) == ["partner"]
    assertContains(answer, "Csaba deals and sits out this hand.", status_code=422)


def test_missing_choices_are_reported_at_their_fields_and_the_input_stays(
    house: House, session: Session, anna: Client
) -> None:
    answer = sent_hand(anna, session, house, declarer="Béla", trull_ours="on", note="Szép")
    assert answer.status_code == 422
    assert wrong_in(answer) == ["bid", "partner", "result", "trull_ours_made"]
    assert focused_in(answer) == {"bid"}
    kept = fields_of(answer)
    assert kept["declarer"] == house.players["Béla"]
    assert (kept["trull_ours"], kept["note"]) == ("on", "Szép")
    assert Entry.objects.count() == 0
    told = {"bid": "two", "partner": "Dóra", "result": "lost"}
    assert wrong_in(anna.post(address(session, "hand_new"), kept | with_ids(house, told))) == [
        "trull_ours_made",
        "trull_ours_by",
    ]
    told |= {"trull_ours_made": "lost", "trull_ours_by": "Dóra"}
    again = anna.post(
        address(session, "hand_new"),
        kept | with_ids(house, told),
    )
    assert again.status_code == 302


def test_an_impossible_choice_is_refused_at_its_field(
    house: House, session: Session, anna: Client
) -> None:
    choices = PLAIN | {"result": "all_tricks", "trull": "opponents"}
    answer = sent_hand(anna, session, house, **choices)
    assert answer.status_code == 422
    assert wrong_in(answer) == ["trull"]
    assertContains(answer, "This side took no trick and cannot have these cards.", status_code=422)


def test_shows_game_problems_with_missing_choices(
    house: House, session: Session, anna: Client
) -> None:
    choices = {"declarer": "Anna", "partner": "Anna", "bid": "three"}
    answer = sent_hand(anna, session, house, **choices)
    assert set(wrong_in(answer)) == {"partner", "result"}


def test_exact_points_replace_the_result(house: House, session: Session, anna: Client) -> None:
    choices = {name: value for name, value in PLAIN.items() if name != "result"}
    answer = sent_hand(anna, session, house, **choices, declarer_points="47")
    assert answer.status_code == 302
    assert Entry.objects.get().record["declarer_points"] == 47


def test_same_form_sent_twice_records_one_hand(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page)) | with_ids(house, PLAIN)
    first, second = anna.post(page, fields), anna.post(page, fields)
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]
    assert Entry.objects.count() == 1


def test_double_tap_records_one_hand_when_the_dealer_of_five_changes(
    house: House, anna: Client
) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili")
    session = a_session(house, players=seats, dealer=seats[3])
    page = address(session, "hand_new")
    choices = {"declarer": "Csaba", "bid": "two", "partner": "Anna", "result": "won"}
    choices |= {"trull_theirs": "on", "trull_theirs_made": "lost", "trull_theirs_by": "Béla"}
    fields = fields_of(anna.get(page)) | with_ids(house, choices)
    assert [anna.post(page, fields).status_code for _ in range(2)] == [302, 302]
    assert Entry.objects.count() == 1


@row("R13")
def test_the_same_key_with_another_hand_shows_both(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page)) | with_ids(house, PLAIN)
    anna.post(page, fields)
    answer = anna.post(page, fields | {"result": "lost"})
    assert answer.status_code == 409
    assertContains(answer, "This form was already saved with other content", status_code=409)
    assertContains(answer, "Game, Three, won", status_code=409)
    again = fields_of(answer)
    assert again["result"] == "lost" and again["key"] != fields["key"]
    assert anna.post(page, again).status_code == 302
    assert Entry.objects.count() == 2


def test_session_closed_meanwhile_is_reported_once(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page)) | with_ids(house, PLAIN)
    close_session(session_id=session.id, form=a_form(house.anna))

    assertContains(anna.post(page, fields), "Session closed", count=1, status_code=409)


def test_a_conflict_shows_the_changes_and_preserves_the_input(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page)) | with_ids(house, PLAIN)
    recorded(house, session, a_hand(house, "Béla", "Dóra"))
    answer = anna.post(page, fields)
    assert answer.status_code == 409
    assertContains(answer, "Hand 1 was just entered by anna.", status_code=409)
    assertContains(answer, "Hand 1: Béla · Three with Dóra", status_code=409)
    assertContains(answer, '<span class="net"><span><bdi>Anna</bdi>', status_code=409)
    assertContains(answer, "enter mine as hand 2", status_code=409)
    again = fields_of(answer)
    assert again["key"] == fields["key"] and again["declarer"] == fields["declarer"]
    assert anna.post(page, again).status_code == 302
    assert Entry.objects.count() == 2


def test_a_conflict_is_reported_before_missing_choices(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    half = fields_of(anna.get(page)) | with_ids(house, {"declarer": "Béla"})
    recorded(house, session, a_hand(house))
    answer = anna.post(page, half)
    assertContains(answer, "The book has moved on", status_code=409)
    again = fields_of(answer)
    assert again["declarer"] == half["declarer"]
    assert anna.post(page, again).status_code == 422


@row("U07")
def test_the_preview_returns_only_the_amounts_that_will_be_posted(
    house: House, session: Session, anna: Client
) -> None:
    fields = fields_of(anna.get(address(session, "hand_new"))) | with_ids(house, PLAIN)
    answer = anna.post(address(session, "preview"), fields)
    assert answer.content.decode().lstrip().startswith('<div id="preview"')
    shown = re.findall(r'<b class="amount [^"]+"[^>]*>([^<]+)</b>', answer.content.decode())
    anna.post(address(session, "hand_new"), fields)
    booked = [Posting.objects.get().net[player] for player in session.seats]
    assert shown == ["+1", "−1", "+1", "−1"] and booked == [1, -1, 1, -1]


def test_before_the_end_the_amounts_are_stakes_with_the_next_choice(
    house: House, session: Session, anna: Client
) -> None:
    fields = fields_of(anna.get(address(session, "hand_new")))
    fields |= with_ids(house, {"declarer": "Anna", "bid": "solo"})
    answer = anna.post(address(session, "preview"), fields)
    assertContains(answer, "At stake.")
    assertContains(answer, "+4")
    assertContains(answer, "Choose the partner, or that the declarer plays alone.")


def test_the_preview_reports_contradictions_at_once(
    house: House, session: Session, anna: Client
) -> None:
    fields = fields_of(anna.get(address(session, "hand_new"))) | with_ids(house, PLAIN)
    fields |= {"result": "double_lost", "trull": "declarer", "four_kings": "declarer"}
    answer = anna.post(address(session, "preview"), fields)
    assertContains(answer, "These cards are worth 35 points; this side has at most 23.")


def test_the_auction_goes_on_call_by_call_without_saving(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page))
    for name, call in (("Anna", "three"), ("Béla", "pass"), ("Csaba", "pass"), ("Dóra", "pass")):
        answer = anna.post(page, fields | {"step": f"{house.players[name]} {call}"})
        assert answer.status_code == 200
        fields = fields_of(answer)
    assertContains(answer, "The auction is over.")
    assert (fields["declarer"], fields["bid"]) == (house.players["Anna"], "three")
    assert Entry.objects.count() == 0
    rest = with_ids(house, {"partner": "Csaba", "result": "won"})
    assert anna.post(page, fields | rest).status_code == 302
    assert len(Entry.objects.get().record["auction"]) == 4


def test_script_receives_only_the_auction(house: House, session: Session, anna: Client) -> None:
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page)) | {"step": f"{house.players['Anna']} two"}
    answer = anna.post(page, fields, headers={"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith('<div id="step-panel"')


def test_a_closed_session_sends_back_to_the_sheet(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page)) | with_ids(house, PLAIN)
    recorded(house, session, END)
    assert anna.get(page)["Location"] == address(session, "sheet")
    fields["version"] = str(int(fields["version"]) + 1)
    answer = anna.post(page, fields)
    assertContains(answer, "The session has ended; nothing can follow.", status_code=422)


def test_only_scorers_can_open_the_form(house: House, session: Session, client: Client) -> None:
    page = address(session, "hand_new")
    assert client.get(page).status_code == 302
    client.force_login(create_denes())
    assert client.get(page).status_code == client.post(page, {}).status_code == 404
    client.force_login(house.bela)
    assert client.get(page).status_code == client.post(page, {}).status_code == 403
    Membership.objects.filter(user=house.bela).update(roles=[Role.SCORER.value])
    assert client.get(page).status_code == 200


@pytest.mark.parametrize(
    "junk",
    [
        {},
        {"key": "x", "version": "-1", "revision": "99999999999999999999"},
        {"declarer": "\x00", "bid": "'; --", "auction": ",,, pass,x three", "order": "a b"},
        {"declarer_points": "nine", "tricks": "most", "dealer": "nobody", "at": "nowhere"},
        {"step": "nobody nothing"},
        {"note": "\u202e", "declarer_points": "99999999999999999999"},
    ],
)
def test_invalid_input_never_breaks_the_entry(
    house: House, session: Session, anna: Client, junk: dict[str, str]
) -> None:
    for name in ("hand_new", "preview", "draft", "draft_take", "draft_drop"):
        answer = anna.post(address(session, name), junk)
        assert answer.status_code in (200, 302, 404, 409, 422), (name, answer.status_code)
    assert Entry.objects.count() == 0


def test_the_page_needs_few_queries_however_long_the_evening(
    house: House, session: Session, anna: Client, django_assert_max_num_queries: type
) -> None:
    recorded(house, session, *[a_hand(house)] * 12)
    with django_assert_max_num_queries(6):
        anna.get(address(session, "hand_new"))


def test_an_unknown_key_in_the_form_is_not_a_hand(
    house: House, session: Session, anna: Client
) -> None:
    fields = fields_of(anna.get(address(session, "hand_new"))) | {"key": str(uuid4())}
    answer = anna.post(address(session, "hand_new"), fields | {"outcome": "misdeal"})
    assert answer.status_code == 422 and wrong_in(answer)[0] == "outcome"
