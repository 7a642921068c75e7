"""The Paskievics form without a page: every legal hand can be tapped in and comes out the same."""

from functools import partial
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.problem import Problem
from scoring.core.table import Table
from scoring.games.paskievics import PASKIEVICS
from support.example_counts import count_examples
from support.hand_forms import KEY, seating
from support.hand_forms import canonical as stored
from support.hand_forms import form_of as hand_form
from support.strategies.hungarian import announced, faults, hand, table_of
from support.strategies.paskievics import hands
from support.strategies.sessions import tables
from tarokk_club.club.hand.forms.hand_form import STEP, HandSeating
from tarokk_club.club.hand.forms.paskievics.form import PaskievicsForm

form_of = partial(hand_form, PaskievicsForm)
canonical = partial(stored, PASKIEVICS)


@settings(max_examples=count_examples(300))
@given(st.data())
@pytest.mark.ci
def test_every_legal_hand_goes_through_the_form_unchanged(data: st.DataObject) -> None:
    table = data.draw(tables(PASKIEVICS))
    raw = canonical(data.draw(hands(table)))
    form = form_of(table, PaskievicsForm.build_initial(raw, table))
    assert form.is_valid(), form.errors
    assert canonical(form.read_raw_event()) == raw


@given(st.data())
def test_no_choice_breaks_the_form(data: st.DataObject) -> None:
    table = table_of()
    names = list(PaskievicsForm(seating=seating(table)).fields)
    values = st.sampled_from([*table.seats, "on", "won", "ours_made", "5", "8c", "alone", "\x00"])
    form = form_of(table, data.draw(st.dictionaries(st.sampled_from(names), values | st.text())))
    preview = PASKIEVICS.preview(form.read_raw_event(), table)
    form.show_problems([*preview.problems, *faults(form.read_raw_event(), table)])
    assert form.errors or form.is_valid()


def test_missing_choices_are_reported_in_the_order_of_the_page() -> None:
    form = form_of(table_of(), {})
    assert list(form.errors) == ["declarer", "partner", "bid", "result"]
    assert form.first_invalid_field == "declarer"


def test_a_trial_three_defaults_to_the_last_speaker() -> None:
    raw = form_of(table_of(), {"outcome": "failed_trial"}).read_raw_event()
    assert raw == {"type": "hand", "outcome": "failed_trial", "declarer": "Dóra", "bid": "three"}
    five = form_of(table_of(players=5), {"outcome": "failed_trial"}).read_raw_event()
    assert five["declarer"] == "Csaba"


PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


def test_the_announcer_is_required_and_does_not_default_to_the_first_of_the_side() -> None:
    form = form_of(table_of(), PLAIN | {"trull_theirs": "on", "trull_theirs_made": "lost"})
    assert form.errors == {"trull_theirs_by": ["Trull: by whom?"]}
    assert form.read_raw_event()["open"] == ["announced.0.by"]
    told = {"trull_theirs": "on", "trull_theirs_made": "lost", "trull_theirs_by": "Dóra"}
    raw = form_of(table_of(), PLAIN | told | {"trull_theirs_kontra": "2"}).read_raw_event()
    assert raw["announced"] == [{"figure": "trull", "by": "Dóra", "kontra": 2}]
    alone = form_of(
        table_of(), PLAIN | {"partner": "alone", "trull_ours": "on", "trull": "declarer"}
    )
    assert alone.is_valid() and alone.read_raw_event()["announced"] == [
        {"figure": "trull", "by": "Anna"}
    ]


def test_an_announced_figure_needs_an_outcome() -> None:
    said = {"four_kings_ours": "on", "four_kings_ours_by": "Anna"}
    form = form_of(table_of(), PLAIN | said)
    assert form.errors == {"four_kings_ours_made": ["Four kings: made or failed?"]}
    assert form.read_raw_event()["open"] == ["announced.0.made"]
    for told in ({"four_kings": "declarer"}, {"four_kings_ours_made": "lost"}):
        found = form_of(table_of(), PLAIN | said | told)
        assert found.is_valid(), found.errors
        assert "open" not in found.read_raw_event()
    both = form_of(
        table_of(), PLAIN | said | {"four_kings": "declarer", "four_kings_ours_made": "lost"}
    )
    assert list(both.errors) == ["four_kings_ours_made"]


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        ("double", {}),
        ("volat", {}),
        ("trull", {"trull": "opponents"}),
        ("four_kings", {"result": "all_tricks"}),
        ("four_kings", {"result": "no_tricks"}),
        ("pagat_ultimo", {"pagat_ultimo": "theirs_made", "pagat_by": "Béla"}),
        ("pagat_ultimo", {"trull": "opponents"}),
        ("xxi_catch", {"catch_from": "Dóra"}),
        ("xxi_catch", {"catch_from": "Csaba", "catch_by": "Dóra"}),
    ],
)
def test_an_outcome_that_follows_is_not_required(figure: str, told: dict[str, str]) -> None:
    said = {f"{figure}_ours": "on", f"{figure}_ours_by": "Anna"}
    form = form_of(table_of(), PLAIN | said | told)
    assert form.is_valid(), form.errors


def test_an_announced_catch_needs_the_player_of_the_xxi() -> None:
    said = {"xxi_catch_theirs": "on", "xxi_catch_theirs_by": "Béla"}
    form = form_of(table_of(), PLAIN | said)
    assert form.errors == {"xxi_catch_theirs_made": ["XXI-catch: whose, or failed?"]}
    assert form_of(table_of(), PLAIN | said | {"xxi_catch_theirs_made": "lost"}).is_valid()


def test_a_silent_ultimo_needs_the_holder_of_the_pagat() -> None:
    form = form_of(table_of(), PLAIN | {"pagat_ultimo": "theirs_made"})
    assert form.errors == {"pagat_by": ["Pagát ultimó: who took it?"]}
    announced = {"pagat_ultimo_theirs": "on", "pagat_ultimo_theirs_by": "Dóra"}
    raw = form_of(table_of(), PLAIN | announced | {"pagat_ultimo": "theirs_made"}).read_raw_event()
    assert raw["pagat_ultimo"] == {"by": "Dóra", "made": True}


def test_a_draft_stores_missing_choices_as_missing() -> None:
    table = table_of()
    asked = form_of(table, PLAIN | {"trull_theirs": "on"}).read_raw_event()
    initial = PaskievicsForm.build_initial(asked, table)
    assert not {"trull_theirs_by", "trull_theirs_made"} & initial.keys()
    assert form_of(table, initial).read_raw_event() == asked
    failed = form_of(
        table, PLAIN | {"trull_theirs": "on", "trull_theirs_made": "lost"}
    ).read_raw_event()
    assert PaskievicsForm.build_initial(failed, table)["trull_theirs_made"] == "lost"


def test_the_catcher_of_the_xxi_is_required_only_where_it_does_not_follow() -> None:
    caught = PLAIN | {"catch_from": "Csaba"}
    form = form_of(table_of(), caught)
    assert list(form.errors) == ["catch_by"]
    assert form.read_raw_event()["xxi_catch"] == {"from": "Csaba"}
    announced = {"xxi_catch_theirs": "on", "xxi_catch_theirs_by": "Béla"}
    said = form_of(table_of(), caught | announced)
    assert said.is_valid() and said.read_raw_event()["xxi_catch"] == {"by": "Béla", "from": "Csaba"}
    alone = form_of(table_of(), PLAIN | {"partner": "alone", "catch_from": "Csaba"})
    assert alone.is_valid() and alone.read_raw_event()["xxi_catch"] == {
        "by": "Anna",
        "from": "Csaba",
    }


def test_form_uses_the_dealer_it_was_rendered_with() -> None:
    # The same form, sent again after the deal has passed on, must say the same.
    choices = PLAIN | {"declarer": "Béla", "trull_theirs": "on", "dealer": "Dóra"}
    before = form_of(table_of(players=5, dealer="Dóra"), choices).read_raw_event()
    after = form_of(table_of(players=5, dealer="Emil"), choices).read_raw_event()
    assert before == after and before["announced"][0]["by"] == "Emil"


@pytest.mark.parametrize(
    ("raw", "rules", "field"),
    [
        (hand(partner="Anna"), {}, "partner"),
        (hand(kontra_game=3), {"max_kontra": 2}, "kontra_game"),
        (hand(announced=[announced("trull", "Béla", 3)]), {"max_kontra": 2}, "trull_theirs_kontra"),
        (hand(declarer_points=14, trull="declarer"), {}, "trull"),
        (hand(declarer_points=14, four_kings="declarer"), {}, "four_kings"),
        (hand(declarer_points=90, tricks="all"), {}, None),
        (hand(declarer_points=40, tricks="all"), {}, "declarer_points"),
        (hand(declarer_points=95), {}, "declarer_points"),
        (hand(declarer_points=50, result="won"), {}, "result"),
        (hand(declarer_points=None, result="won", tricks="all"), {}, "tricks"),
        (hand(xxi_catch={"by": "Anna", "from": "Csaba"}), {}, "catch_from"),
        (
            hand(declarer_points=0, tricks="none", pagat_ultimo={"by": "Anna", "made": True}),
            {},
            "pagat_ultimo",
        ),
        (
            hand(pagat_ultimo={"by": "Anna", "made": True}, trull="opponents"),
            {},
            "trull",
        ),
        (hand(talon_honours=[{"player": "Béla", "card": "XXI"}]), {}, "talon_skiz"),
        (
            hand(auction=[["Anna", "three"], ["Béla", "two"]]),
            {},
            "auction",
        ),
        ({"type": "hand", "outcome": "conceded", "declarer": "Anna"}, {}, "outcome"),
    ],
)
def test_shows_each_problem_at_its_field(
    raw: dict[str, Any], rules: dict[str, Any], field: str | None
) -> None:
    table = table_of(**rules)
    form = form_of(table, PaskievicsForm.build_initial({"partner": None, **raw}, table))
    found = faults(form.read_raw_event(), table)
    form.show_problems(found)
    if field is None:
        assert found == []
    elif field == "talon_skiz":
        # Where nobody is paid for honours there is no field for them: above the form.
        assert [problem.code for problem in found] == ["hu.talon_off"]
    else:
        assert field in form.errors, (found, form.errors)


def test_shows_all_faults_of_a_hand_at_once() -> None:
    table = table_of(max_kontra=1)
    raw = hand(kontra_game=2, declarer_points=14, trull="declarer", partner="Anna")
    form = form_of(table, PaskievicsForm.build_initial(raw, table))
    form.show_problems(faults(form.read_raw_event(), table))
    assert {"kontra_game", "trull", "partner"} <= set(form.errors)


def test_a_problem_names_the_players_and_not_their_ids() -> None:
    table = table_of()
    names = {player: f"<{player}>" for player in table.seats}
    form = PaskievicsForm(QueryDict("key=" + KEY), seating=HandSeating(table, names))
    form.show_problems([Problem("hu.own_partner", "partner", {"player": "Anna"})])
    assert "<Anna>" in form.errors["partner"][-1]


def tap_calls(table: Table, calls: list[str]) -> QueryDict:
    """The form after these calls, tapped one after the other."""
    data = QueryDict(mutable=True)
    data.update({"key": KEY, "version": "1", "called": "XX"})
    for call in calls:
        data[STEP] = call
        data = PaskievicsForm.apply_step(data, seating(table))
        del data[STEP]
    return data


def test_a_finished_auction_fills_declarer_bid_and_called_card() -> None:
    table = table_of()
    calls = ["Anna two", "Béla pass", "Csaba pass", "Dóra one", "Anna pass"]
    data = tap_calls(table, calls)
    assert (data["declarer"], data["bid"], data["called"]) == ("Dóra", "one", "XIX")
    assert data["partner"] == "Anna"
    raw = PaskievicsForm(data, seating=seating(table)).read_raw_event()
    assert raw["auction"][0] == ["Anna", "two"] and len(raw["auction"]) == 5


def test_an_auction_in_which_all_pass_is_a_hand_passed_out() -> None:
    data = tap_calls(table_of(), ["Anna pass", "Béla pass", "Csaba pass", "Dóra pass"])
    assert (data["outcome"], data["auction"]) == ("passed_out", "")


def test_calls_can_be_taken_back_one_by_one_or_all() -> None:
    table = table_of()
    assert tap_calls(table, ["Anna three", "Béla two", "back"])["auction"] == "Anna three"
    assert tap_calls(table, ["Anna three", "Béla two", "clear"])["auction"] == ""
    turn = PaskievicsForm(
        seating=seating(table), initial=tap_calls(table, ["Anna three"]).dict()
    ).next_turn
    assert turn is not None and turn.text == "Béla"
    assert [chip.value for chip in turn.chips] == [
        "Béla pass",
        "Béla two",
        "Béla one",
        "Béla solo",
    ]
