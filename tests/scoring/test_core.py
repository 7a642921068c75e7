"""Edge cases of the core that do not occur in an evening of a club."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.events import Adjust, ChangeDealer, GiveNotice, Leave, read_event
from scoring.core.open_questions import (
    drop_stand_in_problems,
    find_partner_question,
    split_open_questions,
)
from scoring.core.options import read_rules
from scoring.core.posting import Line
from scoring.core.problem import Problem, RefusedError
from scoring.core.replay import LARGEST_POT, apply_event, open_table, replay
from scoring.core.table import Notice, TableChange, advance_table, count_hands_left, give_notice
from scoring.core.translation_marks import format_product, name_multiplier
from scoring.document import read_head, rename_players
from scoring.games import GAMES
from scoring.games.danish import DANISH
from scoring.games.danish.between_hands import round_third
from scoring.games.paskievics import PASKIEVICS
from scoring.games.romanian import ROMANIAN
from scoring.parsing import parse_strict_json
from support.strategies.danish_table import running as danish_table
from support.strategies.hungarian import table_of
from support.strategies.romanian_table import table_of as romanian_table

FOUR = ("Anna", "Béla", "Csaba", "Dóra")
NAMES = {"trull": {"figure": "fig.trull"}, "xxi_catch": {"figure": "fig.xxi_catch"}}


# --- the table


@pytest.mark.parametrize(
    ("seats", "gone", "left"),
    [
        (4, 0, (4, 7)),
        (4, 4, (0, 3)),
        (4, 7, (0, 0)),
        (4, 9, (0, 0)),
        (5, 0, (6, 9)),
        (5, 6, (0, 3)),
    ],
)
def test_hands_after_a_notice_without_the_skiz(
    seats: int, gone: int, left: tuple[int, int]
) -> None:
    players = (*FOUR, "Emil")[:seats]
    table = open_table(PASKIEVICS, PASKIEVICS.rules(), players, "Dóra")
    notice = Notice("Anna", None, tuple(players[at % seats] for at in range(gone)))
    assert count_hands_left(replace(table, notice=notice)) == left


def test_notice_begins_once_and_accepts_the_skiz_later() -> None:
    first = replace(give_notice(None, "Anna", None), dealers=("Béla",))
    assert give_notice(first, "Csaba", None) == first
    assert give_notice(first, "Csaba", "Dóra") == Notice("Anna", "Dóra", ("Béla",))
    assert give_notice(give_notice(first, "Csaba", "Dóra"), "Anna", None) == Notice(
        "Anna", "Dóra", ("Béla",)
    )


def test_hands_are_numbered_and_a_hand_dealt_again_keeps_its_dealer() -> None:
    table = replace(table_of(), notice=Notice("Anna"))
    after = advance_table(table, TableChange(True, {}, table.doubling, mayor="Anna"))
    again = advance_table(after, TableChange(False, {}, table.doubling, paid_by="Béla"))

    assert (table.number, after.number, again.number) == (1, 2, 3)
    assert (table.founded, after.founded) == (False, True)
    assert after.dealer != table.dealer and again.dealer == after.dealer
    assert after.notice == again.notice == Notice("Anna", None, (table.dealer,))
    assert (after.mayor, again.mayor) == ("Anna", "Anna")
    assert (after.paid_by, again.paid_by) == (None, "Béla")


def test_events_are_played_until_one_is_refused() -> None:
    events = [ChangeDealer("Anna", "so"), ChangeDealer("Zoli", "so"), ChangeDealer("Béla", "so")]
    steps = list(replay(PASKIEVICS, table_of(), events))
    assert [bool(step.problems) for step in steps] == [False, True]
    assert steps[1].after == steps[0].after


def test_a_pot_has_an_upper_limit() -> None:
    table = danish_table()
    (pot, *_others) = table.pots
    full = replace(table, pots={**table.pots, pot: LARGEST_POT})
    adjust = Adjust({table.dealer: 0}, "so")
    assert apply_event(DANISH, full, adjust).problems == ()
    (problem,) = apply_event(
        DANISH, replace(table, pots={**table.pots, pot: LARGEST_POT + 1}), adjust
    ).problems
    assert (problem.code, problem.values) == ("pot_too_large", {"highest": LARGEST_POT})


# --- words


def test_products_omit_ones_and_keep_zeros() -> None:
    assert format_product((3, 0, 2)) == "3 × 0 × 2 = 0"
    assert format_product((1,)) == "1"
    assert format_product((1, 1, 2)) == "1 × 2 = 2"


def test_only_a_product_of_a_doubled_round_names_it() -> None:
    lines = [Line("a", "a", {"sum": [1, 2]}, {}), Line("b", "b", {}, {})]
    assert name_multiplier(lines, 1, "round.doubled") == lines
    found = name_multiplier(lines, 2, "round.doubled")
    assert [dict(line.values) for line in found] == [{"sum": [1, 2], "round": "round.doubled"}, {}]


# --- missing parts of a draft


@pytest.mark.parametrize(
    ("item", "place", "code"),
    [
        ({"figure": "trull"}, "made", "untold.fate"),
        ({"figure": "trull"}, "by", "untold.by"),
        ({"figure": "xxi_catch"}, "made", "untold.catch"),
        ({"figure": "xxi_catch"}, "by", "untold.by"),
        ({"figure": "trull", "suit": "hearts"}, "by", "untold.by_suited"),
    ],
)
def test_open_question_of_a_field_is_reported(item: dict[str, Any], place: str, code: str) -> None:
    raw = {"announced": [item], "open": [f"announced.0.{place}"]}
    rest, (problem,) = split_open_questions(raw, NAMES)
    assert rest == {"announced": [item]}
    assert (problem.code, problem.field) == (code, f"announced.0.{place}")


@pytest.mark.parametrize("place", ["announced.1.made", "announced.2.made", "announced.x.by"])
def test_unknown_field_has_no_open_question(place: str) -> None:
    raw = {"announced": [{"figure": "trull"}], "open": [place]}
    assert split_open_questions(raw, NAMES)[1] == ()


def test_omits_problems_of_placeholders_only() -> None:
    raw = {"announced": [{"figure": "trull", "by": "Anna"}]}
    asked = [Problem("untold.by", "announced.0.by")]
    anna, bela = Problem("x", "", {"by": "Anna"}), Problem("x", "", {"by": "Béla"})
    plain = Problem("x", "")
    assert drop_stand_in_problems([anna, bela, plain], raw, asked) == [bela, plain]
    assert drop_stand_in_problems([anna, bela, plain], raw, []) == [anna, bela, plain]


def test_asks_for_the_partner_after_the_fields_before_it() -> None:
    (problem,) = find_partner_question({"declarer": "Anna", "bid": "three"}, "declarer", "bid")
    assert (problem.code, problem.field) == ("untold.partner", "partner")
    assert find_partner_question({"declarer": "Anna"}, "declarer", "bid") == ()
    assert find_partner_question({"declarer": "Anna", "partner": None}, "declarer") == ()


# --- documents


def head(**changes: Any) -> dict[str, Any]:
    return {
        "format": "tarokk-session",
        "version": 1,
        "game": "paskievics",
        "players": list(FOUR),
        "dealer": "Dóra",
        "events": [],
        **changes,
    }


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"dealer": None}, [("missing", "dealer")]),
        ({"events": None}, [("missing", "events")]),
        ({"events": {}}, [("not_list", "events")]),
        ({"players": [*FOUR, "Emil", "Feri"]}, [("players_wrong", "players")]),
        ({"players": list(FOUR[:3])}, [("players_wrong", "players")]),
        ({"players": [*FOUR[:3], " "]}, [("name_wrong", "players.3")]),
        ({"players": [*FOUR[:3], 4]}, [("name_wrong", "players.3")]),
        ({"date": "2026-W47-3"}, [("date_wrong", "date")]),
        ({"date": "2024-02-29"}, []),
        ({"date": "20261118"}, [("date_wrong", "date")]),
        ({"date": "2026-13-18"}, [("date_wrong", "date")]),
        ({"date": 20261118}, [("not_text", "date")]),
        ({"stake": {"currency": "EUR"}}, [("missing", "stake.per_point")]),
        ({"stake": {"per_point": "1"}}, [("missing", "stake.currency")]),
        ({"game": 5}, [("unknown_game", "game")]),
        (
            {"game": "bridge", "rules": {"wild": 1}, "players": ["A"] * 9},
            [("unknown_game", "game"), ("players_wrong", "players")],
        ),
        ({"rules": {"wild": 1}}, [("unknown_key", "rules.wild")]),
        ({"game": "romanian", "rules": {"pool": False}}, [("ro.pool_needed", "rules.pool")]),
        ({"game": "romanian", "rules": {"pool": False, "x": 1}}, [("unknown_key", "rules.x")]),
    ],
)
def test_faults_of_a_head(changes: dict[str, Any], found: list[tuple[str, str]]) -> None:
    problems: list[Problem] = []
    try:
        read_head(head(**changes))
    except RefusedError as refused:
        problems = list(refused.problems)
    assert [(one.code, one.field) for one in problems] == found


def test_reads_the_fields_of_a_head() -> None:
    found = read_head(head(title="T", date="2026-11-18", rules={"preset": "pagat"}))
    assert (found.title, found.preset, found.dealer) == ("T", "pagat", "Dóra")
    assert found.day is not None and found.day.isoformat() == "2026-11-18"
    assert read_head(head()).preset is None


@pytest.mark.parametrize(
    ("text", "event", "field"),
    [
        ('{"a": 1, "a": 2}', None, "a"),
        ('{"rules": {"a": 1, "a": 2}}', None, "rules.a"),
        ('{"events": [{}, {"type": "hand", "x": {"a": 1, "a": 2}}]}', 2, "x.a"),
        ('{"events": [3, {"a": 4, "a": {"b": 1, "b": 1}}]}', 2, "a.b"),
    ],
)
def test_a_repeated_key_is_refused_where_it_is(text: str, event: int | None, field: str) -> None:
    with pytest.raises(RefusedError) as refused:
        parse_strict_json(text)
    assert [(one.code, one.field) for one in refused.value.problems] == [("key_twice", field)]
    assert refused.value.event == event


def test_one_key_in_two_objects_is_read() -> None:
    assert parse_strict_json('{"a": 1, "b": {"a": 2}}') == {"a": 1, "b": {"a": 2}}


def test_every_game_is_offered_in_its_place() -> None:
    assert list(GAMES) == [
        *("paskievics", "illustrated", "magas", "zebi", "danish", "romanian", "taper"),
    ]
    assert ROMANIAN.pots(romanian_table().rules) == GAMES["romanian"].pots(romanian_table().rules)


# --- what events may do at the table


def test_options_after_an_unknown_one_are_still_read() -> None:
    problems: list[Problem] = []
    rules = read_rules(PASKIEVICS.rules, {}, {"wild": 1, "max_kontra": 2}, problems)
    assert [one.field for one in problems] == ["rules.wild"]
    assert rules.max_kontra == 2


def test_older_notice_is_accepted_in_a_game_without_notices() -> None:
    table = danish_table()
    assert apply_event(DANISH, table, GiveNotice(table.dealer, schema=1)).problems == ()
    (problem,) = apply_event(DANISH, table, GiveNotice(table.dealer)).problems
    assert (problem.code, problem.field) == ("no_notice", "type")


def test_the_dealer_after_a_notice_held_no_skiz() -> None:
    five = open_table(PASKIEVICS, PASKIEVICS.rules(), (*FOUR, "Emil"), "Dóra")
    gone = replace(five, dealer="Béla", notice=Notice("Anna", None, ("Dóra", "Emil", "Anna")))
    for table in (five, gone):
        found = {
            player: [one.code for one in apply_event(PASKIEVICS, table, event).problems]
            for player in five.seats
            for event in [GiveNotice("Anna", player)]
        }
        assert found == {player: [] for player in five.seats} | {"Dóra": ["skiz_sat_out"]}


def test_the_deal_stays_where_it_is_when_another_leaves() -> None:
    table = open_table(PASKIEVICS, PASKIEVICS.rules(), (*FOUR, "Emil"), "Csaba")
    dealers = {one: apply_event(PASKIEVICS, table, Leave(one)).after.dealer for one in table.seats}
    assert dealers == dict.fromkeys(table.seats, "Csaba") | {"Csaba": "Dóra"}


def test_a_notice_does_not_wait_for_a_departed_skiz_holder() -> None:
    table = open_table(PASKIEVICS, PASKIEVICS.rules(), FOUR, "Dóra")
    assert count_hands_left(replace(table, notice=Notice("Anna", "Zoli"))) == (4, 7)
    assert count_hands_left(replace(table, notice=Notice("Anna", "Béla"))) == (6, 6)
    assert count_hands_left(replace(table, notice=Notice("Anna", "Dóra", ("Dóra",)))) == (0, 0)
    assert count_hands_left(replace(table, notice=Notice("Anna", "Béla", ("Béla", "Csaba")))) == (
        2,
        2,
    )


def test_a_fine_needs_its_severity() -> None:
    with pytest.raises(RefusedError) as refused:
        read_event(DANISH, {"type": "fine", "player": "Anna"})
    assert [(one.code, one.field) for one in refused.value.problems] == [("missing", "severity")]


def test_a_version_below_one_is_no_version() -> None:
    for version in (0, 2):
        with pytest.raises(RefusedError):
            read_head(head(version=version))


def test_a_place_of_a_card_is_named_by_its_list() -> None:
    names = {"facan.pagat": {"figure": "fig.facan_pagat"}}
    raw = {"facan": [{"card": "pagat", "by": "Anna"}], "open": ["facan.0.made"]}
    (problem,) = split_open_questions(raw, names)[1]
    assert (problem.code, dict(problem.values)) == ("untold.fate", names["facan.pagat"])


def test_players_are_renamed_wherever_an_event_holds_them() -> None:
    raw = {
        "type": "hand",
        "declarer": "Anna",
        "auction": [["Anna", "three"]],
        "announced": [{"figure": "trull", "by": "Béla"}],
        "own": {"own:hat": "declarer"},
        "paros_facan": {"by": "declarer", "made": True},
        "tricks": "all",
    }
    assert rename_players(raw, str.upper) == raw | {
        "declarer": "ANNA",
        "auction": [["ANNA", "three"]],
        "announced": [{"figure": "trull", "by": "BÉLA"}],
    }
    assert rename_players({"points": {"Anna": 1}}, str.upper) == {"points": {"ANNA": 1}}


def test_the_third_of_a_pot_is_rounded_to_five() -> None:
    assert [round_third(content) for content in (0, 5, 10, 15, 20, 25, 95)] == [
        *(0, 0, 5, 5, 5, 10, 30),
    ]
