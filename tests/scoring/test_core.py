"""What the core does at its edges, where no evening of a club comes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.events import Adjust, Deals
from scoring.core.posting import Line
from scoring.core.problem import Problem, RefusedError
from scoring.core.replay import LARGEST_POT, apply, open_table, replay
from scoring.core.table import Notice, Outcome, after_hand, hands_left, told
from scoring.core.untold import lacks_partner, told_apart, without_stand_ins
from scoring.core.words import factors, told_round
from scoring.document import parse, read_head
from scoring.games import GAMES
from scoring.games.danish import DANISH
from scoring.games.paskievics import PASKIEVICS
from scoring.games.romanian import ROMANIAN
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
    assert hands_left(replace(table, notice=notice)) == left


def test_a_notice_begins_once_and_the_skiz_may_be_told_later() -> None:
    first = replace(told(None, "Anna", None), dealers=("Béla",))
    assert told(first, "Csaba", None) == first
    assert told(first, "Csaba", "Dóra") == Notice("Anna", "Dóra", ("Béla",))
    assert told(told(first, "Csaba", "Dóra"), "Anna", None) == Notice("Anna", "Dóra", ("Béla",))


def test_hands_are_numbered_and_a_hand_dealt_again_keeps_its_dealer() -> None:
    table = replace(table_of(), notice=Notice("Anna"))
    after = after_hand(table, Outcome(True, {}, table.doubling, mayor="Anna"))
    again = after_hand(after, Outcome(False, {}, table.doubling, paid_by="Béla"))

    assert (table.number, after.number, again.number) == (1, 2, 3)
    assert (table.founded, after.founded) == (False, True)
    assert after.dealer != table.dealer and again.dealer == after.dealer
    assert after.notice == again.notice == Notice("Anna", None, (table.dealer,))
    assert (after.mayor, again.mayor) == ("Anna", "Anna")
    assert (after.paid_by, again.paid_by) == (None, "Béla")


def test_events_are_played_until_one_is_refused() -> None:
    events = [Deals("Anna", "so"), Deals("Zoli", "so"), Deals("Béla", "so")]
    steps = list(replay(PASKIEVICS, table_of(), events))
    assert [bool(step.problems) for step in steps] == [False, True]
    assert steps[1].after == steps[0].after


def test_a_pot_holds_so_much_and_no_more() -> None:
    table = danish_table()
    (pot, *_others) = table.pots
    full = replace(table, pots={**table.pots, pot: LARGEST_POT})
    adjust = Adjust({table.dealer: 0}, "so")
    assert apply(DANISH, full, adjust).problems == ()
    (problem,) = apply(
        DANISH, replace(table, pots={**table.pots, pot: LARGEST_POT + 1}), adjust
    ).problems
    assert (problem.code, problem.values) == ("pot_too_large", {"highest": LARGEST_POT})


# --- words


def test_products_leave_out_ones_and_keep_noughts() -> None:
    assert factors([3, 0, 2]) == "3 × 0 × 2 = 0"
    assert factors([1]) == "1"
    assert factors([1, 1, 2]) == "1 × 2 = 2"


def test_only_a_product_of_a_doubled_round_names_it() -> None:
    lines = [Line("a", "a", {"sum": [1, 2]}, {}), Line("b", "b", {}, {})]
    assert told_round(lines, 1, "round.doubled") == lines
    found = told_round(lines, 2, "round.doubled")
    assert [dict(line.values) for line in found] == [{"sum": [1, 2], "round": "round.doubled"}, {}]


# --- what a hand in the making has not told


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
def test_an_open_place_asks_its_question(item: dict[str, Any], place: str, code: str) -> None:
    raw = {"announced": [item], "open": [f"announced.0.{place}"]}
    rest, (problem,) = told_apart(raw, NAMES)
    assert rest == {"announced": [item]}
    assert (problem.code, problem.field) == (code, f"announced.0.{place}")


@pytest.mark.parametrize("place", ["announced.1.made", "announced.2.made", "announced.x.by"])
def test_a_place_that_is_not_there_asks_nothing(place: str) -> None:
    raw = {"announced": [{"figure": "trull"}], "open": [place]}
    assert told_apart(raw, NAMES)[1] == ()


def test_problems_of_stand_ins_are_left_out_and_others_stay() -> None:
    raw = {"announced": [{"figure": "trull", "by": "Anna"}]}
    asked = [Problem("untold.by", "announced.0.by")]
    anna, bela = Problem("x", "", {"by": "Anna"}), Problem("x", "", {"by": "Béla"})
    plain = Problem("x", "")
    assert without_stand_ins([anna, bela, plain], raw, asked) == [bela, plain]
    assert without_stand_ins([anna, bela, plain], raw, []) == [anna, bela, plain]


def test_a_partner_is_missed_when_all_before_is_told() -> None:
    (problem,) = lacks_partner({"declarer": "Anna", "bid": "three"}, "declarer", "bid")
    assert (problem.code, problem.field) == ("untold.partner", "partner")
    assert lacks_partner({"declarer": "Anna"}, "declarer", "bid") == ()
    assert lacks_partner({"declarer": "Anna", "partner": None}, "declarer") == ()


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
        ({"date": "2026-W47-3"}, []),
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


def test_a_head_holds_what_it_was_told() -> None:
    found = read_head(head(title="T", date="2026-11-18", rules={"preset": "pagat"}))
    assert (found.title, found.preset, found.dealer) == ("T", "pagat", "Dóra")
    assert found.day is not None and found.day.isoformat() == "2026-11-18"
    assert read_head(head()).preset is None


def test_a_key_that_stands_twice_is_refused_where_that_is_asked() -> None:
    text = '{"a": 1, "a": 2}'
    assert parse(text) == {"a": 2}
    with pytest.raises(RefusedError) as refused:
        parse(text, once=True)
    assert [(one.code, one.field) for one in refused.value.problems] == [("key_twice", "a")]


def test_every_game_is_offered_in_its_place() -> None:
    assert list(GAMES) == [
        *("paskievics", "illustrated", "magas", "zebi", "danish", "romanian", "taper"),
    ]
    assert ROMANIAN.pots(romanian_table().rules) == GAMES["romanian"].pots(romanian_table().rules)
