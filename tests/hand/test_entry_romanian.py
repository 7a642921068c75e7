"""Entering a Romanian hand by the form: contract and level, contras, michi-michi, surrender."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django.asserts import assertContains, assertNotContains

from scoring.core.problem import Problem
from scoring.core.table import Table
from scoring.games.romanian import ROMANIAN
from support.club_factories import House, a_session
from support.entry_forms import address, fields_of, focused_in, sent_hand, with_ids, wrong_in
from support.example_counts import count_examples
from support.hand_forms import canonical, complete_announcements, form_of
from support.strategies.romanian import hands
from support.strategies.romanian_table import table_of
from support.strategies.sessions import tables
from tarokk_club.club.hand.forms.romanian.form import RomanianForm
from tarokk_club.club.models import Draft, Entry, Posting, Session

PLAIN = {"declarer": "Ana", "contract": "doi", "partner": "Carmen", "declarer_points": "41"}
SENT = {**PLAIN, "declarer": "Anna", "partner": "Csaba"}


def sent(table: Table, **choices: Any) -> RomanianForm:
    """The form of a doi that Ana won with Carmen, with these choices."""
    form = form_of(RomanianForm, table, PLAIN | choices)
    assert isinstance(form, RomanianForm)
    return form


def recorded(**choices: Any) -> dict[str, Any]:
    """What these choices beside a plain doi add to its record."""
    form = sent(table_of(), **choices)
    assert form.is_valid(), form.errors
    plain = sent(table_of()).read_raw_event()
    return {
        key: value for key, value in form.read_raw_event().items() if plain.get(key, ...) != value
    }


@settings(max_examples=count_examples(300))
@given(st.data())
@pytest.mark.ci
def test_every_legal_hand_goes_through_the_form_unchanged(data: st.DataObject) -> None:
    table = data.draw(tables(ROMANIAN))
    raw = canonical(ROMANIAN, data.draw(hands(table)))
    form = form_of(RomanianForm, table, RomanianForm.build_initial(raw, table))
    assert form.is_valid(), form.errors
    assert canonical(ROMANIAN, form.read_raw_event()) == raw


@given(st.data())
def test_no_choice_breaks_the_form(data: st.DataObject) -> None:
    table = table_of()
    names = list(form_of(RomanianForm, table, {}).fields)
    values = st.sampled_from([*table.seats, "on", "doi", "ours_made", "5", "12", "alone", "\x00"])
    choices = dict.fromkeys(PLAIN, "") | data.draw(st.dictionaries(st.sampled_from(names), values))
    form = sent(table, **choices)
    form.show_problems(ROMANIAN.preview(form.read_raw_event(), table).problems)
    assert form.read_raw_event()["type"] == "hand"
    assert form.figures and form.levels and form.counted_tricks >= 0


def test_the_level_and_the_called_king_belong_to_the_contract() -> None:
    assert recorded(level="3", called="hearts") == {"level": 3, "called": "hearts"}
    assert recorded(contract="solo", level="1") == {"contract": "solo"}


def test_the_contras_are_called_by_their_own_words() -> None:
    steps = sent(table_of()).game_kontra.chips
    assert [str(chip.small) for chip in steps[1:]] == [
        "Contra",
        "Recontra",
        "Supra",
        "Hirș",
        "Mord",
    ]


def test_rege_ultimo_is_announced_by_the_partner_and_pagat_ultimo_by_the_declarer() -> None:
    choices = {"called": "clubs", "pagat_ultimo_ours": "on", "rege_ultimo_ours": "on"}
    choices |= {"pagat_ultimo_ours_made": "lost", "rege_ultimo": "lost"}
    assert recorded(**choices)["announced"] == [
        {"figure": "pagat_ultimo", "by": "Ana"},
        {"figure": "rege_ultimo", "by": "Carmen"},
    ]
    assert recorded(**choices, partner="alone")["announced"][1]["by"] == "Ana"


def test_an_announced_figure_needs_an_outcome_and_an_announcer() -> None:
    form = sent(table_of(), trula_theirs="on", pagat_ultimo_ours="on", called="clubs")
    assert form.errors == {
        "trula_theirs_made": ["Trull: made or failed?"],
        "trula_theirs_by": ["Trull: by whom?"],
        "pagat_ultimo_ours_made": ["Pagát ultimó: made or failed?"],
    }
    # Its cards may lie in the talon: all tricks do not bring the trula.
    form = sent(
        table_of(), trula_ours="on", trula_ours_by="Ana", tricks="all", declarer_points="60"
    )
    assert list(form.errors) == ["trula_ours_made"]
    form = sent(table_of(), rege_ultimo_ours="on", called="clubs", king_captured="on")
    assert form.is_valid(), form.errors


def test_the_luna_catcher_is_implied_if_only_one_is_possible() -> None:
    lost = {"catch_from": "Bogdan"}
    assert list(sent(table_of(), **lost).errors) == ["catch_by"]
    alone = recorded(**lost, partner="alone")
    assert alone["luna_prinsa"] == {"by": "Ana", "from": "Bogdan"}
    announced = recorded(**lost, luna_prinsa_ours="on", luna_prinsa_ours_by="Carmen")
    assert announced["luna_prinsa"] == {"by": "Carmen", "from": "Bogdan"}


def test_the_declared_taroace_keep_the_order_of_the_record() -> None:
    items = [{"player": "Dan", "count": 8}, {"player": "Bogdan", "count": 8}]
    raw = {"type": "hand", **PLAIN, "declarer_points": 41, "declarations": items}
    form = form_of(RomanianForm, table_of(), RomanianForm.build_initial(raw, table_of()))
    assert form.read_raw_event()["declarations"] == items


@pytest.mark.parametrize(
    ("choices", "missing"),
    [
        ({}, ["declarer", "contract", "partner", "declarer_points"]),
        ({"outcome": "surrendered"}, ["declarer", "contract", "honour_held"]),
        ({"outcome": "michi", "tricks_Ana": "7"}, ["tricks_taken"]),
        ({"outcome": "abandoned"}, []),
    ],
)
def test_required_fields_of_the_record_are_required_in_the_form(
    choices: dict[str, str], missing: list[str]
) -> None:
    assert list(form_of(RomanianForm, table_of(), choices).errors) == missing


def test_all_tricks_need_no_card_points() -> None:
    assert sent(table_of(), declarer_points="", tricks="all").is_valid()


PAGAT = "pagat_ultimo"
NO_UNU, RADLER = {"unu": False}, {"all_pass": "radler"}


@pytest.mark.parametrize(
    ("choices", "rules", "fields"),
    [
        ({"contract": "unu"}, NO_UNU, ["contract"]),
        ({"level": "8"}, {}, ["level"]),
        ({"contract": "solo", "level": "2"}, {}, ["level"]),
        ({"partner": "Ana"}, {}, ["partner"]),
        ({"declarer_points": "71"}, {}, ["declarer_points"]),
        ({"declarer_points": "30", "tricks": "all"}, {}, ["declarer_points"]),
        ({"declarer_points": "20", "tricks": "none"}, {}, ["declarer_points"]),
        ({"declarer_points": "9", "trula": "declarer"}, {}, ["trula"]),
        ({"declarer_points": "60", "toti_regii": "opponents"}, {}, ["toti_regii"]),
        ({"catch_from": "Carmen", "catch_by": "Ana"}, {}, ["catch_from"]),
        ({"pagat_ultimo": "ours_made", "trula": "opponents"}, {}, ["trula"]),
        ({"pagat_ultimo_theirs": "on"}, {}, ["pagat_ultimo_theirs_by"]),
        (
            {"pagat_ultimo_ours": "on", "pagat_ultimo_ours_by": "Carmen"},
            {},
            ["pagat_ultimo_ours_by"],
        ),
        ({"rege_ultimo_ours": "on"}, {}, ["rege_ultimo_ours"]),
        ({"rege_ultimo_theirs": "on", "called": "clubs"}, {}, ["rege_ultimo_theirs_by"]),
        ({"rege_ultimo": "made"}, {}, ["rege_ultimo"]),
        (
            {"tricks": "all", "declarer_points": "60", "king_captured": "on"},
            {},
            ["king_captured"],
        ),
        ({"outcome": "michi", "tricks_Ana": "7", "tricks_Dan": "6"}, {}, ["tricks_taken"]),
        ({"outcome": "michi", "tricks_Ana": "12"}, RADLER, ["outcome"]),
        ({"outcome": "passed_out"}, {}, ["outcome"]),
        (
            {
                "pagat_ultimo": "ours_made",
                "tricks": "none",
                "declarer_points": "0",
                "trula": "declarer",
            },
            {},
            ["trula", "pagat_ultimo"],
        ),
    ],
)
def test_shows_each_problem_at_its_field(
    choices: dict[str, str], rules: dict[str, Any], fields: list[str]
) -> None:
    table = table_of(**rules)
    form = sent(table, **complete_announcements(choices, ours="Ana", theirs="Bogdan"))
    assert form.is_valid(), form.errors
    form.show_problems(ROMANIAN.preview(form.read_raw_event(), table).problems)
    assert list(form.errors) == fields


def test_a_player_not_at_the_table_is_reported_at_the_field() -> None:
    form = form_of(RomanianForm, table_of(), PLAIN)
    codes = [
        ("announced.0.by", None),
        ("declarations.0.player", None),
        ("luna_prinsa.by", "catch_by"),
        ("pagat_ultimo.by", "pagat_by"),
        ("tricks_taken.Ana", "tricks_Ana"),
        ("tricks_taken.Emil", None),
    ]
    form.read_raw_event()
    form.show_problems(Problem("not_at_table", path, {"player": "Emil"}) for path, _ in codes)
    assert set(form.errors) == {"__all__", "catch_by", "pagat_by", "tricks_Ana"}


# --- the page


@pytest.fixture
def evening(house: House) -> Session:
    """A session of Romanian tarok."""
    return a_session(house, game="romanian", rules={})


def test_a_romanian_hand_is_recorded_with_its_level(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    choices = {"level": "3", "called": "hearts", "trula": "declarer", "taroace_Anna": "9"}
    answer = sent_hand(client, evening, house, **SENT, **choices)
    assert answer.status_code == 302
    anna, csaba = house.ids("Anna", "Csaba")
    assert Entry.objects.get().record == {
        "type": "hand",
        "declarer": anna,
        "contract": "doi",
        "level": 3,
        "called": "hearts",
        "partner": csaba,
        "declarations": [{"player": anna, "count": 9}],
        "declarer_points": 41,
        "trula": "declarer",
    }
    # 2 for the doi, 1 for the trula, 2 for nine taroace, and 1 into the new pool.
    assert Posting.objects.get().net[anna] == 4


def test_no_contract_is_chosen_from_the_start(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    assert "contract" not in fields_of(client.get(address(evening, "hand_new")))


def test_shows_the_current_value_of_an_announced_pagat_ultimo(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    page = address(evening, "hand_new")
    # Nobody has paid yet: four found the pool with 1 each, the dealer puts in 1 more.
    assertContains(client.get(page), "1 · announced 7 and the pool, 5")
    sent_hand(client, evening, house, **SENT)
    assertContains(client.get(page), "1 · announced 7 and the pool, 6")


def test_a_radler_shows_with_the_hands_left(house: House, evening: Session, client: Client) -> None:
    client.force_login(house.anna)
    sent_hand(client, evening, house, outcome="michi", tricks_Anna="7", tricks_Dóra="5")
    assert Posting.objects.get().kind == "michi"
    for name in ("sheet", "hand_new"):
        assertContains(client.get(address(evening, name)), "Radler")
    assertContains(client.get(address(evening, "hand_new")), "4 left")
    assertContains(client.get(address(evening, "sheet")), "4 hands left")


def test_choices_excluded_by_the_rules_are_not_offered(house: House, client: Client) -> None:
    client.force_login(house.anna)
    usual = client.get(address(a_session(house, game="romanian", rules={}), "hand_new"))
    assertContains(usual, 'value="unu"')
    assertContains(usual, 'value="michi"')
    assertNotContains(usual, 'value="passed_out"')
    rules = {"unu": False, "all_pass": "radler", "pool": False}
    other = client.get(address(a_session(house, game="romanian", rules=rules), "hand_new"))
    assertNotContains(other, 'value="unu"')
    assertNotContains(other, 'value="michi"')
    assertContains(other, 'value="passed_out"')
    assertNotContains(other, "and the pool")


def test_refused_hand_shows_its_problems_and_input(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    choices = {"level": "8", "trula_theirs": "on", "declarer_points": "71"}
    answer = sent_hand(client, evening, house, **SENT | choices)
    assert answer.status_code == 422
    assertContains(answer, "This must be from 1 to 7.", status_code=422)
    assert {"level", "declarer_points"} <= set(wrong_in(answer))
    assert focused_in(answer) == {"level"}
    kept = fields_of(answer)
    assert kept | with_ids(house, SENT | choices) == kept
    assert not Entry.objects.exists()


def test_a_michi_michi_must_reach_twelve(house: House, evening: Session, client: Client) -> None:
    client.force_login(house.anna)
    answer = sent_hand(client, evening, house, outcome="michi", tricks_Anna="7")
    assertContains(answer, "Tricks counted: 7 of 12.", status_code=422)
    answer = sent_hand(client, evening, house, outcome="michi", tricks_Anna="7", tricks_Béla="6")
    assertContains(answer, "add up to 13 and must add up to 12", status_code=422)


def test_a_surrender_shows_its_declarer_contract_and_honours(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    choices = {"outcome": "surrendered", "declarer": "Csaba", "contract": "doi", "level": "2"}
    choices |= {"honour_held": "no"}
    assert sent_hand(client, evening, house, **choices).status_code == 302
    csaba = house.players["Csaba"]
    assert Entry.objects.get().record == {
        "type": "hand",
        "outcome": "surrendered",
        "declarer": csaba,
        "contract": "doi",
        "level": 2,
        "honour_held": False,
    }
    assert Posting.objects.get().net[csaba] == -15 - 1


def test_a_hand_in_play_comes_back_as_it_was(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    fields = fields_of(client.get(address(evening, "hand_new")))
    choices = {"declarer": "Béla", "contract": "doi", "level": "4", "called": "spades"}
    choices |= {"kontra_game": "1"}
    client.post(address(evening, "draft"), fields | with_ids(house, choices))
    assert "partner" not in Draft.objects.get().record
    back = fields_of(client.get(address(evening, "hand_new")))
    assert back | with_ids(house, choices) == back
    # The best and the worst for the declarer, who has no partner yet: 2 x 4 x 2, contra'd.
    assertContains(client.get(address(evening, "hand_new")), '<span class="plus">+16</span>')


def test_the_correction_form_preselects_a_lone_declarer(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    sent_hand(client, evening, house, **SENT | {"partner": "alone"})
    page = client.get(address(evening, "entry_correct", Entry.objects.get().id))
    assert fields_of(page)["partner"] == "alone"
    assertContains(client.get(address(evening, "sheet")), "Anna · Doi, alone")


def test_a_rege_ultimo_that_failed_has_captured_the_king() -> None:
    fell = {"called": "clubs", "rege_ultimo": "lost"}
    found = recorded(**fell)
    assert found["rege_ultimo"] == {"made": False} and found["king_captured"] is True
    captured = {chip.name: chip.checked for chip in sent(table_of(), **fell).called_king_outcomes}
    assert captured == {"king_captured": True, "king_abandoned": False}
    assert "king_captured" not in recorded(called="clubs", rege_ultimo="made")


@pytest.mark.parametrize(
    ("points", "said", "tricks"),
    [
        ("70", "", "all"),
        ("0", "split", "none"),
        ("70", "all", "all"),
        ("69", "", None),
        ("1", "", None),
    ],
)
def test_all_or_no_points_imply_the_tricks(points: str, said: str, tricks: str | None) -> None:
    form = sent(table_of(), declarer_points=points, tricks=said)
    assert form.is_valid(), form.errors
    assert form.read_raw_event().get("tricks") == tricks
    assert ROMANIAN.preview(form.read_raw_event(), table_of()).problems == ()


def test_trei_is_offered_where_the_house_rules_have_it() -> None:
    def offered(**rules: Any) -> list[str]:
        return [chip.value for chip in sent(table_of(**rules)).contracts]

    assert offered() == ["doi", "unu", "solo"]
    assert offered(trei=True, unu=False) == ["trei", "doi", "solo"]


def test_conflicts_with_the_called_king_are_greyed_with_a_reason() -> None:
    form = sent(table_of(), called="clubs")
    conflicts = {chip.name: dict(chip.conflicts) for chip in form.called_king_outcomes}
    reason = "The called king cannot be in the tricks of both sides."
    assert conflicts["king_captured"]["rege_ultimo=made"] == reason
    assert conflicts["king_captured"]["toti_regii=declarer"] == reason
    assert conflicts["king_abandoned"]["rege_ultimo=lost"].startswith("A king that is left")
