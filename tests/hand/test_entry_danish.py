"""The Danish entry form: values it records, requires and refuses."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django.asserts import assertContains, assertNotContains

from scoring.core.events import read_event
from scoring.core.replay import apply_event
from scoring.core.table import Table
from scoring.games.danish import DANISH
from support.club_factories import House, a_session, recorded
from support.entry_forms import address, fields_of, sent_hand, with_ids, wrong_in
from support.entry_phone import table_of
from support.example_counts import count_examples
from support.hand_forms import canonical, form_of
from support.strategies.danish import hands
from support.strategies.danish_table import FOUR, fresh
from support.strategies.sessions import tables
from tarokk_club.club.hand.forms import ENTRY_GAMES, HandForm
from tarokk_club.club.hand.forms.danish.form import DanishForm
from tarokk_club.club.hand.views.entry_screen import load_screen
from tarokk_club.club.models import Change, Draft, Entry, Posting, Session

PLAIN = {"last": "other_Bo", "pile_Anna": "30", "pile_Bo": "22"}


def form(table: Table, **choices: Any) -> HandForm:
    return form_of(DanishForm, table, choices)


def stored(raw: dict[str, Any]) -> dict[str, Any]:
    """The record as it is stored; in which order cards were beaten in one trick means nothing."""
    found = canonical(DANISH, raw)
    found.get("last_trick", {}).get("lost", []).sort(key=str)
    return found


@settings(max_examples=count_examples(300))
@given(st.data())
@pytest.mark.ci
def test_every_legal_hand_goes_through_the_form_unchanged(data: st.DataObject) -> None:
    table = data.draw(tables(DANISH))
    raw = stored(data.draw(hands(table)))
    found = form_of(DanishForm, table, DanishForm.build_initial(raw, table))
    assert found.is_valid(), found.errors
    assert stored(found.read_raw_event()) == raw


@given(st.data())
def test_no_choice_breaks_the_form(data: st.DataObject) -> None:
    table = fresh(data.draw(st.sampled_from([FOUR, FOUR[:3]])))
    names = list(form(table).fields)
    values = ["Anna", "Dan", "on", "half", "11", "king_Bo", "pagat_lost_Cai", "[{}]", "\x00"]
    texts = st.sampled_from(values) | st.text()
    found = form_of(DanishForm, table, data.draw(st.dictionaries(st.sampled_from(names), texts)))
    found.show_problems(DANISH.preview(found.read_raw_event(), table).problems)
    again = form_of(DanishForm, table, DanishForm.build_initial(found.read_raw_event(), table))
    assert again.read_raw_event().keys() <= found.read_raw_event().keys() | {"last_trick"}


def test_missing_choices_are_reported_in_the_order_of_the_page() -> None:
    empty = form(fresh())
    assert list(empty.errors) == ["last", "pile_Anna"]
    assert empty.first_invalid_field == "last"
    one = form(fresh(), last="other_Bo", pile_Anna="30")
    # The pile that was told stays told.
    assert list(one.errors) == ["pile_Bo"]
    assert one.read_raw_event()["card_points"] == {"Anna": 30}


def test_plain_hand_needs_only_the_last_trick_and_two_piles() -> None:
    found = form(fresh(), **PLAIN)
    assert found.is_valid()
    assert found.read_raw_event() == {
        "type": "hand",
        "last_trick": {"winner": "Bo", "with": "other"},
        "card_points": {"Anna": 30, "Bo": 22},
    }


def test_without_the_count_rule_needs_no_piles() -> None:
    found = form(fresh(count=False), last="king_Cai")
    assert found.is_valid()


def test_tout_determines_the_winner_of_the_last_trick() -> None:
    found = form(fresh(), tout="Cai", lost_Bo="pagat", pile_Cai="78", pile_Bo="0")
    assert found.is_valid()
    assert found.read_raw_event()["last_trick"] == {
        "winner": "Cai",
        "with": "other",
        "lost": [{"player": "Bo", "card": "pagat"}],
    }
    assert "last_trick" not in form(fresh(), tout="Cai").read_raw_event()


def test_an_announced_tout_needs_an_outcome() -> None:
    table = fresh()
    dealer, other = table.dealer, next(one for one in table.seats if one != table.dealer)
    piles = {f"pile_{player}": "26" for player in table.seats[:2]}
    said = piles | {"announced_tout": "on", "last": f"other_{dealer}"}
    form = form_of(DanishForm, table, said)
    assert form.errors == {"announced_tout_made": ["Tout: made or failed?"]}
    assert form.read_raw_event()["open"] == ["announced_tout.made"]
    assert not DANISH.preview(form.read_raw_event(), table).complete
    made = form_of(DanishForm, table, said | {"announced_tout_made": "made"})
    assert made.is_valid() and made.read_raw_event()["tout"] == dealer
    lost = form_of(DanishForm, table, said | {"announced_tout_made": "lost"})
    assert lost.is_valid() and "tout" not in lost.read_raw_event()
    assert DanishForm.build_initial(lost.read_raw_event(), table)["announced_tout_made"] == "lost"
    follows = form_of(DanishForm, table, said | {"last": f"other_{other}"})
    assert follows.is_valid(), follows.errors


def test_nolo_needs_a_last_trick_only_if_a_card_was_lost_in_it() -> None:
    assert form(fresh(), nolo="Bo").is_valid()
    assert list(form(fresh(), nolo="Bo", lost_Cai="king").errors) == ["last"]


def test_declarations_default_to_the_order_of_turns() -> None:
    told = {"kings_Anna": "half", "trumps_Cai": "11", "with_pagat_Cai": "on", "matadors_Bo": "4"}
    cai = {"player": "Cai", "kind": "trumps", "count": 11, "pagat": True}
    bo = {"player": "Bo", "kind": "matadors", "count": 4}
    anna = {"player": "Anna", "kind": "kings", "level": "half"}
    # Anna deals, so Bo declares first and she last.
    assert form(fresh(), **told).read_raw_event()["declarations"] == [bo, cai, anna]
    order = "kings_Anna trumps_Cai matadors_Bo"
    assert form(fresh(), **told, order=order).read_raw_event()["declarations"] == [anna, cai, bo]


def test_events_in_play_stay_in_order() -> None:
    told = {"king_lost_Anna_0": "on", "king_lost_Bo_1": "on", "pagat": "pagat_won_Cai"}
    found = form(fresh(), **told, order="pagat king_lost_Anna_0")
    events = [(one["event"], one["player"]) for one in found.read_raw_event()["in_play"]]
    assert events == [("pagat_won", "Cai"), ("king_lost", "Anna"), ("king_lost", "Bo")]


def test_a_misdeal_and_an_abandoned_hand_drop_other_fields() -> None:
    told = {"kings_Anna": "half", "pagat": "pagat_lost_Bo", **PLAIN}
    assert form(fresh(), outcome="misdeal", **told).read_raw_event() == {
        "type": "hand",
        "outcome": "misdeal",
    }
    abandoned = form(fresh(), outcome="abandoned", **told)
    assert abandoned.is_valid()
    assert set(abandoned.read_raw_event()) == {"type", "outcome", "declarations", "in_play"}


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ({"last": "other_Bo", "lost_Bo": "king"}, "lost_Bo"),
        ({"pagat": "pagat_lost_Anna", "last": "pagat_Bo"}, "last"),
        ({"last": "king_Bo", "lost_Anna": "pagat", "lost_Cai": "pagat"}, "lost_Cai"),
        ({"tout": "Cai"}, "tout"),
        ({"nolo": "Bo"}, "nolo"),
        ({"tout": "Bo", "nolo": "Cai"}, "nolo"),
        ({"nolo": "Cai"}, "pile_Anna"),
        ({"pile_Anna": "60"}, "pile_Anna"),
        ({"pile_Anna": "99", "pile_Bo": ""}, "pile_Anna"),
        ({"pile_Cai": "27"}, "pile_Anna"),
        (
            {"last": "king_Bo", **{f"king_lost_Anna_{place}": "on" for place in range(4)}},
            "last",
        ),
        (
            {f"king_lost_{who}_{place}": "on" for who in ("Anna", "Bo") for place in range(3)},
            "king_lost_Anna_1",
        ),
    ],
)
def test_shows_each_problem_at_its_field(choices: dict[str, str], field: str) -> None:
    table = fresh()
    found = form_of(DanishForm, table, PLAIN | choices)
    found.show_problems(DANISH.preview(found.read_raw_event(), table).problems)
    assert field in found.errors, found.errors


def test_a_player_sitting_out_has_no_column_and_is_refused() -> None:
    table = fresh(FOUR)
    found = form(table, **PLAIN | {"last": "other_Cai"}, lost_Cai="king", nolo="Anna")
    assert isinstance(found, DanishForm)
    assert [column.name for column in found.columns] == ["Anna", "Bo", "Dan"]
    found.show_problems(DANISH.preview(found.read_raw_event(), table).problems)
    assert "Cai sits opposite the dealer and does not play this hand." in found.form_errors


def test_values_without_a_field_are_carried_along() -> None:
    table = fresh()
    twice = [{"player": "Bo", "kind": "trumps", "count": count} for count in (10, 12)]
    raw = {"type": "hand", "declarations": twice}
    initial = DanishForm.build_initial(raw, table)
    assert form_of(DanishForm, table, initial).read_raw_event()["declarations"] == twice
    del initial["also"]
    assert form_of(DanishForm, table, initial).read_raw_event()["declarations"] == twice[:1]
    assert "declarations" not in form(table, also='[{"player": 7}, 3, "x"]').read_raw_event()


# --- the page


@pytest.fixture
def session(house: House) -> Session:
    """Three at the table, Csaba deals first."""
    seats = house.ids("Anna", "Béla", "Csaba")
    return a_session(house, game="danish", rules={}, players=seats, dealer=seats[2])


def named(house: House, choices: dict[str, str]) -> dict[str, str]:
    """The choices with ids, also inside values such as king_Béla."""
    found = with_ids(house, choices)
    ids = house.players
    return {
        name: "_".join(ids.get(part, part) for part in value.split("_"))
        for name, value in found.items()
    }


def test_a_danish_hand_is_recorded_with_pots(house: House, session: Session, anna: Client) -> None:
    a, b, c = session.seats
    told = {"last": "other_Béla", "pile_Anna": "30", "pile_Béla": "22"}
    answer = sent_hand(anna, session, house, **named(house, told))
    assert answer.status_code == 302
    assert Entry.objects.get().record["last_trick"] == {"winner": b, "with": "other"}
    # Foundation 40 each, deal 10, last trick 20 from each, Béla pays 5 to Anna, who deals next.
    nets = {a: -40 - 20 + 5, b: -40 + 40 - 5, c: -40 - 10 - 20}
    assert Posting.objects.get().net == nets | {"pot:pagat": 65, "pot:king": 65}
    sheet = anna.get(answer["Location"])
    assertContains(sheet, "Last trick: Béla")
    assertContains(sheet, "Pagat pot")


def test_the_preview_shows_the_pots_after_the_hand(
    house: House, session: Session, anna: Client
) -> None:
    page = address(session, "hand_new")
    fields = fields_of(anna.get(page)) | named(house, {"king_lost_Béla_0": "on"})
    answer = anna.post(address(session, "preview"), fields)
    # Three times 20, the dealer's 5, and 5 for the king.
    assertContains(answer, 'id="pots"')
    assertContains(answer, "<b>65</b>", html=True)
    assertContains(answer, "<b>70</b>", html=True)
    assertContains(answer, "So far.")
    assertContains(answer, "Who won the last trick, and with what?")


def test_sheet_shows_a_draft_as_in_play(house: House, session: Session, anna: Client) -> None:
    page = address(session, "hand_new")
    told = named(house, {"king_lost_Béla_0": "on", "trumps_Anna": "10"})
    fields = fields_of(anna.get(page)) | told
    assert anna.post(address(session, "draft"), fields).status_code == 200
    assert Draft.objects.get().record["in_play"]
    sheet = anna.get(address(session, "sheet"))
    assertContains(sheet, "A king of Béla does not win its trick")
    assertContains(sheet, "Anna declares 10 trumps")
    assertContains(sheet, "in play")
    assertContains(sheet, f'href="{address(session, "session_rules")}#rule-king_lost"', count=1)
    again = fields_of(anna.get(page))
    assert told.items() <= again.items()


def test_faults_are_marked_and_nothing_typed_is_lost(
    house: House, session: Session, anna: Client
) -> None:
    told = {"nolo": "Anna", "last": "king_Anna", "pile_Béla": "80"}
    answer = sent_hand(anna, session, house, **named(house, told))
    assert answer.status_code == 422
    bela = house.players["Béla"]
    assert set(wrong_in(answer)) == {"nolo", f"pile_{bela}"}
    assert fields_of(answer)[f"pile_{bela}"] == "80"
    assertContains(answer, "won the last trick and so has no nolo.", status_code=422)
    assert not Entry.objects.exists()


def test_refuses_an_auction_step_in_a_game_without_an_auction(
    house: House, session: Session, anna: Client
) -> None:
    assert sent_hand(anna, session, house, step="Anna pass").status_code == 422


def test_player_opposite_the_dealer_of_four_has_no_column(house: House, anna: Client) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra")
    session = a_session(house, game="danish", rules={}, players=seats, dealer=seats[3])
    page = anna.get(address(session, "hand_new"))
    assertContains(page, "<bdi>Béla</bdi> sits out")
    assertNotContains(page, f'name="lost_{seats[1]}"')


def test_a_hand_is_corrected_through_the_same_form(
    house: House, session: Session, anna: Client
) -> None:
    a, b, c = session.seats
    hand = {
        "type": "hand",
        "in_play": [{"player": a, "event": "king_lost"}],
        "last_trick": {"winner": b, "with": "king", "lost": [{"player": c, "card": "king"}]},
        "card_points": {a: 20, b: 30, c: 28},
    }
    recorded(house, session, hand)
    entry = Entry.objects.get()
    url = address(session, "entry_correct", entry.id)
    fields = fields_of(anna.get(url))
    assert fields["last"] == f"king_{b}" and fields[f"lost_{c}"] == "king"
    assert anna.post(url, fields | {f"lost_{c}": ""}).status_code == 302
    entry.refresh_from_db()
    assert entry.record["last_trick"] == {"winner": b, "with": "king"}


@given(st.data())
def test_the_amounts_of_the_screen_are_those_that_are_booked(data: st.DataObject) -> None:
    table = data.draw(tables(DANISH))
    raw = data.draw(hands(table))
    found = form_of(DanishForm, table, DanishForm.build_initial(stored(raw), table))
    preview = DANISH.preview(found.read_raw_event(), table)
    step = apply_event(DANISH, table, read_event(DANISH, raw))
    assert preview.complete
    assert sum((sum(line.points.values()) for line in preview.lines), 0) == 0
    assert sorted(str(line.points) for line in preview.lines) == sorted(
        str(line.points) for line in step.lines
    )


def test_a_half_declaration_may_name_the_missing_card() -> None:
    table = fresh()
    told = {"kings_Bo": "half", "missing_kings_Bo": "clubs"}
    told |= {"hearts_Bo": "half", "missing_hearts_Bo": "queen", "spades_Cai": "full"}
    found = form(table, **PLAIN, **told, missing_spades_Cai="jack")
    kings, hearts, spades = found.read_raw_event()["declarations"]
    assert (kings["missing"], hearts["missing"]) == ("clubs", "queen")
    assert "missing" not in spades
    again = form_of(DanishForm, table, DanishForm.build_initial(found.read_raw_event(), table))
    assert again.read_raw_event() == found.read_raw_event()


def test_a_misdeal_may_record_its_reason_and_caller() -> None:
    found = form(fresh(), outcome="misdeal", misdeal_reason="no_trumps", caller="Cai")
    told = {"type": "hand", "outcome": "misdeal", "reason": "no_trumps", "player": "Cai"}
    assert found.is_valid() and found.read_raw_event() == told
    again = form_of(DanishForm, fresh(), DanishForm.build_initial(told, fresh()))
    assert again.read_raw_event() == told
    older = form(fresh(), outcome="misdeal", reason="no_trumps", caller="Cai")
    assert older.read_raw_event() == told
    plainly = form(fresh(), outcome="misdeal")
    assert plainly.is_valid() and plainly.read_raw_event() == {"type": "hand", "outcome": "misdeal"}


def test_correction_takes_a_typed_reason(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, *[{"type": "hand", "outcome": "misdeal"}] * 2)
    entry = Entry.objects.earliest("position")
    url = address(session, "entry_correct", entry.pk)
    choices = {"misdeal_reason": "no_trumps", "reason": "Forgotten"}

    look = anna.post(url, fields_of(anna.get(url)) | choices)
    assertContains(look, "Reason: Forgotten")
    anna.post(url, fields_of(look) | {"confirm": "1"})

    entry.refresh_from_db()
    assert entry.record["reason"] == "no_trumps"
    assert Change.objects.get(action="correct").reason == "Forgotten"


@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_fields_of_a_game_replace_none_of_all_games(house: House, game: str) -> None:
    form = load_screen(table_of(house, game)).build_form()

    common = {name: type(field) for name, field in HandForm.base_fields.items()}
    assert {name: type(form.fields[name]) for name in common} == common


def test_page_has_fields_for_misdeals_and_missing_cards(anna: Client, house: House) -> None:
    seats = house.ids("Anna", "Béla", "Csaba")
    session = a_session(house, game="danish", rules={}, players=seats, dealer=seats[2])
    page = anna.get(address(session, "hand_new"))
    for text in ("Why it is dealt again", "Who called it", f'name="missing_kings_{seats[0]}"'):
        assertContains(page, text)
