"""Paskievics: every row of the tables and every fine point under the usual rules."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.events import Hand, read_event, serialize_event
from scoring.core.posting import sum_points
from scoring.core.table import Table
from scoring.games.paskievics import PASKIEVICS
from support.strategies.hungarian import after, announced, hand, score, table_of, value

DOUBLE, VOLAT = "double", "volat"


def items(raw: dict[str, Any], table: Table) -> list[str]:
    return [line.item for line in score(raw, table).lines]


PLAIN = table_of()

# --- the game and its bids


@pytest.mark.parametrize(("bid", "points"), [("three", 1), ("two", 2), ("one", 3), ("solo", 4)])
def test_each_bid_has_its_value_won_and_lost(bid: str, points: int) -> None:
    assert value(hand(bid=bid, declarer_points=48), PLAIN) == points
    assert value(hand(bid=bid, declarer_points=47), PLAIN) == -points


@pytest.mark.parametrize("steps", range(6))
def test_each_kontra_doubles_the_game(steps: int) -> None:
    assert value(hand(bid="two", kontra_game=steps), PLAIN) == 2 * 2**steps


@pytest.mark.parametrize(
    ("result", "points"),
    [
        ("no_tricks", -6),
        ("double_lost", -4),
        ("lost", -2),
        ("won", 2),
        ("double_won", 4),
        ("all_tricks", 6),
    ],
)
def test_each_result_band_pays_its_value(result: str, points: int) -> None:
    raw = hand(bid="two", declarer_points=None, result=result)
    assert value(raw, PLAIN) == points


def test_seventy_one_points_are_a_double_game_for_either_side() -> None:
    assert value(hand(declarer_points=70), PLAIN) == 1
    assert value(hand(declarer_points=71), PLAIN) == 2
    assert value(hand(declarer_points=24), PLAIN) == -1
    assert value(hand(declarer_points=23), PLAIN) == -2


def test_partners_win_from_both_opponents() -> None:
    assert score(hand(declarer_points=50), PLAIN).net == {
        "Anna": 1,
        "Csaba": 1,
        "Béla": -1,
        "Dóra": -1,
    }


def test_a_lone_declarer_settles_with_each_of_three() -> None:
    raw = hand(partner=None, bid="one", declarer_points=40)
    assert score(raw, PLAIN).net == {"Anna": -9, "Béla": 3, "Csaba": 3, "Dóra": 3}


def test_with_five_the_dealer_sits_out() -> None:
    table = table_of(players=5, dealer="Emil")
    result = score(hand(), table)
    assert result.net == {"Anna": 1, "Csaba": 1, "Béla": -1, "Dóra": -1}
    assert PASKIEVICS.sits_out(table) == "Emil"
    assert PASKIEVICS.sits_out(PLAIN) is None
    assert result.after.dealer == "Anna"


# --- figures


@pytest.mark.parametrize(
    ("facts", "figure", "silent", "told"),
    [
        ({"trull": "declarer"}, "trull", 1, 2),
        ({"four_kings": "declarer"}, "four_kings", 1, 2),
        ({"pagat_ultimo": {"by": "Csaba", "made": True}}, "pagat_ultimo", 5, 10),
        ({"xxi_catch": {"by": "Anna", "from": "Dóra"}}, "xxi_catch", 21, 42),
    ],
)
def test_each_figure_silent_announced_kontrad_and_failed(
    facts: dict[str, Any], figure: str, silent: int, told: int
) -> None:
    assert value(hand(**facts), PLAIN) == 1 + silent
    assert value(hand(announced=[announced(figure)], **facts), PLAIN) == 1 + told
    assert value(hand(announced=[announced(figure, kontra=2)], **facts), PLAIN) == 1 + 4 * told
    assert value(hand(announced=[announced(figure)]), PLAIN) == 1 - told
    # Announced and failed by the opponents pays the declarer's side, beside its own silent one.
    by_them = hand(announced=[announced(figure, by="Béla")], **facts)
    assert value(by_them, PLAIN) == 1 + told + silent


@pytest.mark.parametrize(
    ("facts", "points"),
    [
        ({"trull": "opponents"}, -1),
        ({"four_kings": "opponents"}, -1),
        ({"pagat_ultimo": {"by": "Dóra", "made": True}}, -5),
        ({"pagat_ultimo": {"by": "Dóra", "made": False}}, 5),
        ({"pagat_ultimo": {"by": "Csaba", "made": False}}, -5),
        ({"xxi_catch": {"by": "Béla", "from": "Csaba"}}, -21),
    ],
)
def test_figures_of_the_opponents_and_failed_pagats_count_against(
    facts: dict[str, Any], points: int
) -> None:
    assert value(hand(**facts), PLAIN) == 1 + points


def test_an_announced_pagat_ultimo_beaten_at_the_end_costs_ten_and_not_fifteen() -> None:
    raw = hand(announced=[announced("pagat_ultimo")], pagat_ultimo={"by": "Anna", "made": False})
    assert value(raw, PLAIN) == 1 - 10


def test_the_other_side_winning_with_the_pagat_gets_ten_and_five() -> None:
    raw = hand(announced=[announced("pagat_ultimo")], pagat_ultimo={"by": "Béla", "made": True})
    assert value(raw, PLAIN) == 1 - 10 - 5


def test_kontras_to_an_announcement_and_to_the_game_are_independent() -> None:
    raw = hand(announced=[announced("trull", kontra=1)], trull="declarer")
    assert value(raw, PLAIN) == 1 + 4
    assert value(hand(kontra_game=1, trull="declarer"), PLAIN) == 2 + 1


def test_both_sides_may_announce_the_same_figure() -> None:
    calls = [announced("trull"), announced("trull", by="Dóra", kontra=1)]
    assert value(hand(announced=calls, trull="opponents"), PLAIN) == 1 - 2 - 4


# --- double game, volat and the game in four steps


def test_all_tricks_carry_announced_trull_and_kings_but_no_silent_ones() -> None:
    raw = hand(declarer_points=90, tricks="all", trull="declarer", four_kings="declarer")
    assert value(raw, PLAIN) == 3
    calls = [announced("trull"), announced("four_kings", by="Csaba")]
    swept = hand(declarer_points=90, tricks="all", announced=calls)
    assert value(swept, PLAIN) == 3 + 2 + 2


def test_all_tricks_lose_the_announced_kings_of_the_other_side() -> None:
    raw = hand(declarer_points=90, tricks="all", announced=[announced("four_kings", by="Béla")])
    assert value(raw, PLAIN) == 3 + 2


def test_a_silent_volat_counts_beside_an_announced_double() -> None:
    raw = hand(bid="two", declarer_points=90, tricks="all", announced=[announced(DOUBLE)])
    assert value(raw, PLAIN) == 8 + 6


def test_an_announced_double_failed_with_the_game_costs_five_times_the_game() -> None:
    raw = hand(declarer_points=40, announced=[announced(DOUBLE, by="Csaba")])
    assert value(raw, PLAIN) == -5


def test_the_kontrad_game_is_paid_beside_everything() -> None:
    raw = hand(declarer_points=90, tricks="all", kontra_game=1, announced=[announced(VOLAT)])
    assert value(raw, PLAIN) == 6 + 2


def test_opponents_can_announce_and_make_a_volat() -> None:
    raw = hand(declarer_points=6, tricks="none", announced=[announced(VOLAT, by="Béla", kontra=1)])
    assert value(raw, PLAIN) == -12


def test_the_lines_come_in_the_order_of_the_rules() -> None:
    calls = [
        announced("four_kings"),
        announced(VOLAT, by="Béla"),
        announced("trull"),
        announced(DOUBLE),
    ]
    raw = hand(
        announced=calls,
        declarer_points=75,
        kontra_game=1,
        pagat_ultimo={"by": "Anna", "made": True},
        tarokks=[{"player": "Béla", "count": 8}],
    )
    assert items(raw, PLAIN) == [
        *(DOUBLE, VOLAT, "game", "trull", "four_kings", "pagat_ultimo", "tarokks"),
    ]


def test_lines_carry_the_facts_for_the_statistics() -> None:
    raw = hand(
        announced=[announced("trull", by="Béla", kontra=2)],
        xxi_catch={"by": "Csaba", "from": "Dóra"},
    )
    game, trull, catch = score(raw, PLAIN).lines
    assert (game.figure, game.announced, game.side, game.kontra) == ("game", None, "declarer", 0)
    assert (trull.figure, trull.announced, trull.kontra) == ("trull", True, 2)
    assert (trull.side, trull.by) == ("opponents", "Béla")
    assert (catch.figure, catch.announced, catch.side) == ("xxi_catch", False, "declarer")
    assert catch.by == "Csaba"


# --- tarokks and the hat


def test_declared_tarokks_are_paid_by_each_of_the_other_three() -> None:
    raw = hand(tarokks=[{"player": "Béla", "count": 9}])
    assert score(raw, PLAIN).net == {"Anna": -1, "Csaba": -1, "Béla": 5, "Dóra": -3}


def test_only_partners_pay_claimed_tarokks() -> None:
    claim = [{"player": "Béla", "count": 8, "declared": False}]
    assert score(hand(tarokks=claim), PLAIN).lines[-1].points == {"Béla": 1, "Dóra": -1}
    against_one = hand(partner=None, tarokks=claim)
    assert score(against_one, PLAIN).lines[-1].points == {"Béla": 2, "Csaba": -1, "Dóra": -1}


def test_tarokks_claimed_by_a_lone_declarer_pay_nothing() -> None:
    claim = [{"player": "Anna", "count": 9, "declared": False}]
    result = score(hand(partner=None, tarokks=claim), PLAIN)
    assert sum_points(result.lines[-1:]) == {"Anna": 0}


def test_losing_the_xxi_passes_the_hat() -> None:
    table = after(hand(xxi_catch={"by": "Béla", "from": "Anna"}), PLAIN)
    assert table.mayor == "Anna"
    assert after(hand(), table).mayor == "Anna"
    assert after(hand(xxi_catch={"by": "Anna", "from": "Dóra"}), table).mayor == "Dóra"
    assert PASKIEVICS.hat


# --- records


def test_the_canonical_json_leaves_defaults_out() -> None:
    raw = {
        "type": "hand",
        "outcome": "played",
        "declarer": "Anna",
        "bid": "two",
        "called": None,
        "kontra_game": 0,
        "announced": [announced("trull")],
        "tricks": "split",
        "declarer_points": 50,
        "tarokks": [{"player": "Béla", "count": 8, "declared": True}],
    }
    assert serialize_event(PASKIEVICS, read_event(PASKIEVICS, raw)) == {
        "type": "hand",
        "declarer": "Anna",
        "bid": "two",
        "partner": None,
        "announced": [{"figure": "trull", "by": "Anna"}],
        "tarokks": [{"player": "Béla", "count": 8}],
        "declarer_points": 50,
    }


def test_the_canonical_json_keeps_everything_else_in_the_order_of_the_format() -> None:
    raw = {
        "type": "hand",
        "auction": [["Anna", "three"], ["Béla", "pass"], ["Csaba", "pass"], ["Dóra", "pass"]],
        "declarer": "Anna",
        "bid": "three",
        "called": "XX",
        "partner": "Csaba",
        "kontra_game": 1,
        "announced": [{"figure": "trull", "by": "Anna", "kontra": 1}],
        "tarokks": [{"player": "Béla", "count": 8, "declared": False}],
        "declarer_points": 90,
        "tricks": "all",
        "trull": "declarer",
        "four_kings": "declarer",
        "pagat_ultimo": {"by": "Anna", "made": True},
        "xxi_catch": {"by": "Anna", "from": "Béla"},
        "talon_honours": [{"player": "Anna", "card": "XXI", "late": True}],
        "note": "a long evening",
    }
    written = serialize_event(PASKIEVICS, read_event(PASKIEVICS, raw))
    assert list(written) == list(raw)
    assert written == raw


@pytest.mark.parametrize(
    "raw",
    [
        {"outcome": "passed_out"},
        {"outcome": "annulled"},
        {"outcome": "annulled", "by": "Béla", "holding": "xxi_pagat"},
        {"outcome": "failed_trial", "declarer": "Anna", "bid": "one"},
        {"outcome": "conceded", "declarer": "Anna", "partner": None},
    ],
)
def test_hands_that_were_not_played_survive_json(raw: dict[str, Any]) -> None:
    event = read_event(PASKIEVICS, {"type": "hand", **raw})
    assert isinstance(event, Hand)
    assert event.record.outcome == raw["outcome"]
    assert serialize_event(PASKIEVICS, event) == {"type": "hand", **raw}


def test_joining_costs_nothing() -> None:
    assert PASKIEVICS.join(PLAIN, "Anna") == ()
