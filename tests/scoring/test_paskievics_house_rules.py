"""Paskievics under every option and preset."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.doubled_rounds import Doubling
from scoring.core.options import list_options, read_rules
from scoring.core.problem import Problem
from scoring.core.table import Table
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.paskievics import PASKIEVICS
from scoring.games.paskievics.rules import PRESETS
from support.strategies.hungarian import after, announced, faults, hand, score, table_of, value

PASSED = {"type": "hand", "outcome": "passed_out"}
# Dora deals, so she is the last of four to speak.
TRIAL = {"type": "hand", "outcome": "failed_trial", "declarer": "Dóra", "bid": "two"}
CONCEDED = {"type": "hand", "outcome": "conceded", "declarer": "Anna", "partner": "Csaba"}
ALL = {"declarer_points": 90, "tricks": "all"}
LOST_ALL = {"declarer_points": 6, "tricks": "none"}


# --- points of figures


@pytest.mark.parametrize(
    ("rule", "facts"),
    [
        ("trull", {"trull": "declarer"}),
        ("four_kings", {"four_kings": "declarer"}),
        ("pagat_ultimo", {"pagat_ultimo": {"by": "Anna", "made": True}}),
        ("xxi_catch", {"xxi_catch": {"by": "Anna", "from": "Béla"}}),
    ],
)
def test_a_table_may_give_a_figure_other_points(rule: str, facts: dict[str, Any]) -> None:
    rules: dict[str, Any] = {rule: [3, 17]}
    table = table_of(**rules)
    assert value(hand(**facts), table) == 1 + 3
    assert value(hand(announced=[announced(rule)], **facts), table) == 1 + 17


def test_double_and_volat_may_have_other_factors() -> None:
    table = table_of(double=[3, 5], volat=[4, 7])
    assert value(hand(bid="two", declarer_points=75), table) == 6
    assert value(hand(declarer_points=75, announced=[announced("double")]), table) == 5
    assert value(hand(bid="two", **ALL), table) == 8
    assert value(hand(announced=[announced("volat")], **ALL), table) == 7


def test_a_fixed_volat_replaces_the_factors_bid_by_bid() -> None:
    fixed = {"three": [6, 12], "two": [8, 16], "one": [10, 20], "solo": [12, 24]}
    table = table_of(volat_fixed=fixed)
    for bid, (silent, told) in fixed.items():
        assert value(hand(bid=bid, **ALL), table) == silent
        said = hand(bid=bid, announced=[announced("volat", kontra=1)], **ALL)
        assert value(said, table) == 2 * told


# --- what counts beside what


def test_a_silent_trull_may_count_beside_a_volat_but_kings_never_do() -> None:
    table = table_of(silent_trull_with_volat=True)
    raw = hand(trull="declarer", four_kings="declarer", **ALL)
    assert value(raw, table) == 3 + 1
    assert value(hand(announced=[announced("volat")], **ALL), table) == 6 + 1


def test_silent_kings_may_fall_away_beside_a_silent_double_of_the_same_side() -> None:
    table = table_of(silent_four_kings_with_double=False)
    raw = hand(declarer_points=72, four_kings="declarer")
    assert value(raw, table) == 2
    assert value(raw, table_of()) == 2 + 1
    # The double was announced, so none is scored silently and the kings count.
    said = hand(declarer_points=72, four_kings="declarer", announced=[announced("double")])
    assert value(said, table) == 4 + 1
    # The kings of the other side have nothing to do with our double.
    others = hand(declarer_points=72, four_kings="opponents")
    assert value(others, table) == 2 - 1


def test_the_plain_game_may_count_beside_a_silent_double_or_volat() -> None:
    double = table_of(game_beside_silent_double=True)
    volat = table_of(game_beside_silent_volat=True)
    assert value(hand(declarer_points=75), double) == 2 + 1
    assert value(hand(**ALL), double) == 3
    assert value(hand(declarer_points=75), volat) == 2
    assert value(hand(**ALL), volat) == 3 + 1
    # Who announced a double has no plain game, whatever else falls to the side silently.
    assert value(hand(announced=[announced("double")], **ALL), volat) == 4 + 3


def test_the_games_kontra_may_cover_a_silent_double_or_volat() -> None:
    table = table_of(kontra_covers_silent=True)
    assert value(hand(declarer_points=75, kontra_game=2), table) == 2 * 4 + 4
    assert value(hand(kontra_game=1, **LOST_ALL), table) == -(3 * 2 + 2)
    assert value(hand(kontra_game=1, trull="declarer"), table) == 2 + 1


def test_silent_doubles_of_the_opponents_may_need_kontra() -> None:
    table = table_of(silent_needs_kontra=True)
    assert value(hand(declarer_points=10), table) == -1
    assert value(hand(declarer_points=10, kontra_game=1), table) == -(2 + 2)
    assert value(hand(declarer_points=80), table) == 2
    assert value(hand(kontra_game=1, **LOST_ALL), table) == -(3 + 2)


def test_option_pays_only_the_game_for_all_tricks_without_kontra() -> None:
    table = table_of(silent_needs_kontra=True)
    raw = hand(trull="opponents", four_kings="opponents", **LOST_ALL)
    assert value(raw, table) == -1


def test_forty_seven_each_after_kontra_may_be_the_declarers() -> None:
    table = table_of(opponents_need_48_after_kontra=True)
    assert value(hand(declarer_points=47, kontra_game=1), table) == 2
    assert value(hand(declarer_points=46, kontra_game=1), table) == -2
    assert value(hand(declarer_points=47), table) == -1


def test_declared_tarokks_may_be_a_bonus_of_the_pair() -> None:
    table = table_of(tarokk_counts="pair")
    assert value(hand(tarokks=[{"player": "Csaba", "count": 9}]), table) == 1 + 2
    assert value(hand(tarokks=[{"player": "Dóra", "count": 8}]), table) == 1 - 1
    claim = [{"player": "Csaba", "count": 8, "declared": False}]
    assert score(hand(tarokks=claim), table).net["Csaba"] == 1 + 1
    alone = hand(partner=None, tarokks=[{"player": "Anna", "count": 8}])
    assert score(alone, table).net["Anna"] == 6


# --- void hands


def multipliers(table: Table, hands: str) -> list[int]:
    """The multiplier of each hand: v for a void one, p for a played one."""
    found = []
    for kind in hands:
        found.append(table.multiplier)
        table = after(PASSED if kind == "v" else hand(), table)
    return found


@pytest.mark.parametrize(
    ("mode", "hands", "expected"),
    [
        ("overlap", "vppppp", [1, 2, 2, 2, 2, 1]),
        ("overlap", "vpvvpppppp", [1, 2, 2, 4, 8, 8, 8, 4, 1, 1]),
        ("extend", "vpvpppppppp", [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1]),
        ("reset", "vpvppppp", [1, 2, 2, 2, 2, 2, 2, 1]),
        ("quadruple", "vpvppppp", [1, 2, 2, 4, 4, 4, 4, 1]),
        ("quadruple", "vvpvppppp", [1, 2, 4, 4, 4, 4, 4, 4, 1]),
        ("none", "vvp", [1, 1, 1]),
        ("pot", "vvp", [1, 1, 1]),
    ],
)
def test_each_way_of_doubling_after_void_hands(mode: str, hands: str, expected: list[int]) -> None:
    assert multipliers(table_of(void_hands=mode), hands) == expected


def test_five_players_double_five_deals() -> None:
    table = after(PASSED, table_of(players=5, dealer="Emil"))
    assert table.doubling == Doubling(((2, 5),))


def test_an_annulled_hand_is_as_void_as_one_passed_out() -> None:
    raw = {"type": "hand", "outcome": "annulled", "by": "Béla", "holding": "xxi"}
    result = score(raw, table_of())
    assert result.net == {}
    assert result.after.multiplier == 2
    assert result.after.dealer == "Dóra"


def test_an_option_sets_the_dealer_after_a_void_hand() -> None:
    assert after(PASSED, table_of()).dealer == "Dóra"
    assert after(PASSED, table_of(void_redeal="next")).dealer == "Anna"


def test_a_doubled_round_doubles_tarokks_and_the_failed_trial_too() -> None:
    table = after(PASSED, table_of())
    raw = hand(bid="two", kontra_game=1, tarokks=[{"player": "Anna", "count": 8}])
    assert value(raw, table) == 2 * 2 * 2 + 2
    assert score(TRIAL, table).net["Béla"] == 2 * 2


@pytest.mark.parametrize("mode", ["bid_value", "none"])
def test_trial_three_and_conceded_use_up_a_doubled_deal_and_pass_the_deal(mode: str) -> None:
    table = after(PASSED, table_of(trial_three=mode, concede_trull_three=True))
    for raw in (TRIAL, CONCEDED):
        moved = after(raw, table)
        assert moved.doubling == Doubling(((2, 3),))
        assert moved.dealer == "Anna"


def test_refuses_too_many_doubled_rounds() -> None:
    full = replace(table_of(), doubling=Doubling(((2, 4),) * 40))
    assert [fault.code for fault in faults(PASSED, full)] == ["hu.too_many_rounds"]


# --- trial three and conceded


@pytest.mark.parametrize(
    ("mode", "each"),
    [
        *(("bid_value", 2), ("two_each", 4), ("two_flat", 2), ("three_each", 3), ("none", 0)),
    ],
)
def test_each_price_of_a_failed_trial(mode: str, each: int) -> None:
    net = score(TRIAL, table_of(trial_three=mode)).net
    assert [net.get(name, 0) for name in ("Anna", "Béla", "Csaba", "Dóra")] == [
        *(each, each, each, -3 * each),
    ]


def test_the_bid_value_of_a_trial_follows_the_bid() -> None:
    raw = {**TRIAL, "bid": "solo"}
    assert score(raw, table_of()).net["Béla"] == 4
    # S4: for a higher bid the price is higher accordingly, 2 x 4; 0.1.0 knew 2 for every bid.
    assert score(raw, table_of(trial_three="two_each")).net["Béla"] == 8
    assert score(raw, table_of(trial_three="two_flat")).net["Béla"] == 2


def test_with_five_the_sitting_dealer_gets_nothing_of_a_failed_trial() -> None:
    table = table_of(players=5, dealer="Emil", dealer_shares=True)
    assert score(TRIAL, table).net == {"Anna": 2, "Béla": 2, "Csaba": 2, "Dóra": -6}


def test_option_pays_only_the_ultimo_pot_for_a_trial() -> None:
    rules: dict[str, Any] = {"void_hands": "pot", "trial_three": "pot"}
    # A two is worth 2: twice that for each of four players, 2 x 2 x 4, or of five, 2 x 2 x 5.
    assert score(TRIAL, table_of(**rules)).net == {"Dóra": -16, "pot:ultimo": 16}
    five = table_of(players=5, dealer="Emil", **rules)
    assert score(TRIAL, five).net == {"Dóra": -20, "pot:ultimo": 20}


@pytest.mark.parametrize(("bid", "four"), [("three", 8), ("two", 16), ("one", 24), ("solo", 32)])
def test_a_trial_pays_the_pot_twice_its_bid_for_every_player(bid: str, four: int) -> None:
    raw = {**TRIAL, "bid": bid}
    rules: dict[str, Any] = {"void_hands": "pot"}
    at = table_of(trial_three="pot", **rules)
    assert score(raw, at).net == {"Dóra": -four, "pot:ultimo": four}
    # What 0.1.0 meant by the name, whatever was bid: 2 for every player.
    flat = table_of(trial_three="pot_flat", **rules)
    assert score(raw, flat).net == {"Dóra": -8, "pot:ultimo": 8}


def test_a_conceded_three_pays_three_and_to_a_lone_declarer_from_each() -> None:
    table = table_of(concede_trull_three=True)
    assert score(CONCEDED, table).net == {"Anna": 3, "Csaba": 3, "Béla": -3, "Dóra": -3}
    alone = {**CONCEDED, "partner": None}
    assert score(alone, table).net == {"Anna": 9, "Béla": -3, "Csaba": -3, "Dóra": -3}
    assert [fault.field for fault in faults(CONCEDED, table_of())] == ["outcome"]


# --- the dealer who sits out


def test_the_sitting_dealer_may_win_and_lose_with_the_opponents() -> None:
    table = table_of(players=5, dealer="Emil", dealer_shares=True)
    assert score(hand(bid="one"), table).net == {
        "Anna": 3 + 2,
        "Csaba": 3 + 1,
        "Béla": -3,
        "Dóra": -3,
        "Emil": -3,
    }
    lost = score(hand(bid="one", declarer_points=40), table).net
    assert (lost["Anna"], lost["Csaba"], lost["Emil"]) == (-3 - 2, -3 - 1, 3)


def test_the_dealers_share_is_multiplied_first_and_covers_conceded_and_pair_bonus() -> None:
    rules: dict[str, Any] = {"dealer_shares": True, "tarokk_counts": "pair"}
    rules["concede_trull_three"] = True
    table = table_of(players=5, dealer="Emil", **rules)
    raw = hand(bid="two", tarokks=[{"player": "Anna", "count": 8}])
    assert score(raw, table).net["Emil"] == -(2 + 1)
    assert score(CONCEDED, table).net["Emil"] == -3
    doubled = score(raw, after(PASSED, table))
    assert doubled.lines[-1].points == {"Anna": 3, "Csaba": 3, "Emil": -6}


def test_the_dealers_share_leaves_tarokks_paid_by_each_alone() -> None:
    table = table_of(players=5, dealer="Emil", dealer_shares=True)
    net = score(hand(tarokks=[{"player": "Béla", "count": 9}]), table).net
    assert net["Emil"] == -1


def test_a_lone_declarer_has_the_dealers_share_alone() -> None:
    table = table_of(players=5, dealer="Emil", dealer_shares=True)
    net = score(hand(partner=None), table).net
    assert net == {"Anna": 4, "Béla": -1, "Csaba": -1, "Dóra": -1, "Emil": -1}


def test_four_players_have_no_dealer_to_share() -> None:
    assert score(hand(), table_of(dealer_shares=True)).net["Dóra"] == -1


def test_honours_from_the_talon_may_be_paid_to_the_sitting_dealer() -> None:
    table = table_of(players=5, dealer="Emil", talon_honours_to_dealer=True)
    honours = [
        {"player": "Anna", "card": "skiz"},
        {"player": "Béla", "card": "XXI", "late": True},
        {"player": "Dóra", "card": "pagat"},
    ]
    net = score(hand(talon_honours=honours), table).net
    assert net == {"Anna": 1 - 3, "Csaba": 1, "Béla": -1 - 4, "Dóra": -1 - 1, "Emil": 8}
    assert score(hand(talon_honours=honours), after(PASSED, table)).net["Emil"] == 16


# --- presets and contradictions


def test_the_presets_are_those_of_the_papers() -> None:
    standard = table_of(preset="standard").rules
    assert standard == HungarianRules(
        silent_four_kings_with_double=False,
        void_hands="pot",
        trial_three="pot",
        concede_trull_three=True,
        xx_discard=False,
        discarded_partner_skart="declarer",
        annul=("kings", "no_tarokk", "xxi"),
        opponents_bonus_needs_kontra=True,
        solo_jump="xviii",
        hold_jump="xviii",
        invite_after_hold=False,
    )
    tournament = table_of(preset="tournament").rules
    assert tournament == HungarianRules(
        void_hands="none", tarokk_counts="pair", trial_three="three_each"
    )
    assert table_of(preset="pagat").rules == HungarianRules()


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_no_preset_contradicts_itself(preset: str) -> None:
    assert PASKIEVICS.check_rules(table_of(preset=preset).rules) == []


@pytest.mark.parametrize(
    "raw",
    [
        {"trial_three": "pot"},
        {"trial_three": "pot_flat"},
        {"preset": "standard", "void_hands": "overlap"},
    ],
)
def test_refuses_a_trial_pot_without_a_rule_that_fills_it(raw: dict[str, Any]) -> None:
    problems: list[Problem] = []
    rules = read_rules(HungarianRules, PRESETS, raw, problems)
    assert problems == []
    assert [fault.field for fault in PASKIEVICS.check_rules(rules)] == ["rules.trial_three"]


def test_every_option_has_a_meaning_and_a_source() -> None:
    for item in list_options(HungarianRules):
        assert item.meaning.endswith(".")
        assert "RULEBOOK" in item.source
