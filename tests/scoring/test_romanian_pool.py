"""Romanian tarok: pool, radler and house rules. Source: S2; scoring/RULEBOOK.md, section 4."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.doubled_rounds import Doubling
from scoring.core.options import read_rules
from scoring.core.posting import sum_points
from scoring.core.problem import Problem
from scoring.core.table import Table
from scoring.games.romanian import ROMANIAN
from scoring.games.romanian.pool import compute_pool_at_deal
from scoring.games.romanian.rules import RomanianRules
from support.strategies.romanian_table import (
    DOI,
    LOST,
    MADE,
    MICHI,
    PAGAT,
    WON,
    announcement,
    faults,
    play,
    table_of,
    value,
)


def pool(content: int, **changes: Any) -> Table:
    return replace(table_of(), pots={"pool": content}, founded=True, **changes)


def pool_net(raw: dict[str, Any], at: Table) -> dict[str, int]:
    return sum_points([line for line in play(raw, at).lines if line.item in ("pool", "foundation")])


def test_the_pool_is_founded_and_the_dealer_pays_for_every_deal() -> None:
    step = play({**DOI, **WON})
    assert sum_points(step.lines[:2]) == {
        "Ana": -1,
        "Bogdan": -1,
        "Carmen": -1,
        "Dan": -2,
        "pot:pool": 5,
    }
    assert step.after.pots == {"pool": 5}
    again = play({"outcome": "abandoned"}, step.after)
    assert sum_points(again.lines) == {"Ana": -1, "pot:pool": 1}


def test_made_pagat_ultimo_takes_the_pool_which_starts_again() -> None:
    at = pool(8)
    assert compute_pool_at_deal(at) == 9
    assert pool_net({**PAGAT, **MADE}, at) == {
        "Ana": 4,
        "Carmen": 3,
        "Bogdan": -1,
        "Dan": -1,
        "pot:pool": -5,
    }
    assert play({**PAGAT, **MADE}, at).after.pots == {"pool": 4}


def test_a_failed_pagat_ultimo_pays_the_pools_content_in() -> None:
    assert pool_net(PAGAT, pool(8)) == {"Ana": -5, "Carmen": -4, "pot:pool": 9}
    assert play(PAGAT, pool(8)).after.pots == {"pool": 18}


def test_losers_of_a_contra_refill_the_pool_without_a_new_foundation() -> None:
    kontrad = {**PAGAT, "announced": [announcement("pagat_ultimo", "Ana", 1)]}
    won = pool_net({**kontrad, **MADE}, pool(8))
    assert won == {"Ana": 5, "Carmen": 4, "Bogdan": -9, "Dan": -9, "pot:pool": 9}
    lost = pool_net({**kontrad, "announced": [announcement("pagat_ultimo", "Ana", 2)]}, pool(8))
    assert lost == {"Ana": -18, "Carmen": -18, "Bogdan": 5, "Dan": 4, "pot:pool": 27}


def test_alone_the_opponents_split_the_pool_in_playing_order_from_the_declarer() -> None:
    kontrad = {**PAGAT, "partner": None, "announced": [announcement("pagat_ultimo", "Ana", 1)]}
    net = pool_net(kontrad, pool(9))
    assert net == {"Ana": -20, "Bogdan": 4, "Carmen": 3, "Dan": 3, "pot:pool": 10}


def test_radler_doubles_all_but_the_pool() -> None:
    at = pool(8, doubling=Doubling(((2, 3),)))
    assert pool_net({**PAGAT, **MADE}, at)["pot:pool"] == -5
    assert value({**PAGAT, **MADE}, at) == 2 * (2 + 7)
    assert play({"outcome": "abandoned"}, at).after.pots == {"pool": 9}


def test_without_a_pool_pagat_ultimo_keeps_its_value_and_nothing_is_founded() -> None:
    at = table_of(pool=False, all_pass="radler")
    step = play({**PAGAT, **MADE}, at)
    assert [line.item for line in step.lines] == ["game", "pagat_ultimo"]
    assert step.after.pots == {}
    assert value({**PAGAT, **MADE}, at) == 2 + 7
    assert compute_pool_at_deal(at) == 0


def test_michi_michi_pays_each_trick_to_the_pool_and_queues_a_radler() -> None:
    step = play(MICHI, pool(8))
    assert sum_points(step.lines) == {"Ana": -7, "Dan": -6, "pot:pool": 13}
    assert step.after.doubling == Doubling(((2, 4),))
    assert step.after.dealer == "Ana"


def test_a_michi_michi_in_a_radler_costs_double_and_queues_four_more() -> None:
    step = play(MICHI, pool(8, doubling=Doubling(((2, 3),))))
    assert sum_points(step.lines) == {"Ana": -14, "Dan": -11, "pot:pool": 25}
    assert step.after.doubling == Doubling(((2, 2 + 4),))


def test_played_and_surrendered_hands_use_up_the_radler_and_abandoned_ones_do_not() -> None:
    at = pool(8, doubling=Doubling(((2, 3),)))
    surrender = {
        "outcome": "surrendered",
        "declarer": "Ana",
        "contract": "unu",
        "honour_held": True,
    }
    assert play({**DOI, **WON}, at).after.doubling.hands_left == 2
    assert play(surrender, at).after.doubling.hands_left == 2
    assert play({"outcome": "abandoned"}, at).after.doubling.hands_left == 3


def test_under_all_pass_radler_a_passed_deal_queues_four_and_uses_up_none() -> None:
    at = replace(table_of(all_pass="radler"), doubling=Doubling(((2, 1),)))
    step = play({"outcome": "passed_out"}, at)
    assert step.after.doubling == Doubling(((2, 5),))
    assert step.after.dealer == "Ana"


def test_hep_hep_queues_four_hands_after_its_own() -> None:
    even = {**DOI, **WON, "announced": [announcement("trula", "Ana")]}
    assert value(even) == 0
    at = replace(table_of(hep_hep=True), doubling=Doubling(((2, 2),)))
    assert play(even, at).after.doubling.hands_left == 1 + 4
    assert play({**DOI, **WON}, at).after.doubling.hands_left == 1
    assert play(even, replace(at, rules=RomanianRules())).after.doubling.hands_left == 1


def test_hep_hep_looks_at_the_payments_without_the_pool() -> None:
    even = {**PAGAT, **LOST, **MADE, "declarations": [], "king_captured": True}
    even["announced"] = [
        *PAGAT["announced"],
        announcement("trula", "Carmen"),
        announcement("luna_prinsa", "Ana"),
    ]
    assert value(even) == -2 + 7 - 2 - 2 - 1
    assert play(even, table_of(hep_hep=True)).after.doubling.hands_left == 4


def test_without_a_pool_michi_michi_is_refused_by_name() -> None:
    problems = ROMANIAN.check_rules(RomanianRules(pool=False))
    assert problems == [Problem("ro.pool_needed", "rules.pool")]
    assert ROMANIAN.check_rules(RomanianRules(pool=False, all_pass="radler")) == []


def test_rules_have_defaults_and_no_presets() -> None:
    problems: list[Problem] = []
    rules = read_rules(RomanianRules, ROMANIAN.presets, {"preset": "pagat"}, problems)
    assert [problem.field for problem in problems] == ["rules.preset"]
    assert rules == RomanianRules(pool=True, all_pass="michi", hep_hep=False, unu=True)


@pytest.mark.parametrize(
    ("rules", "raw", "fault"),
    [
        ({"all_pass": "radler"}, MICHI, {"outcome": "ro.michi_not_played"}),
        ({}, {"outcome": "passed_out"}, {"outcome": "ro.michi_is_played"}),
        ({"unu": False}, {**DOI, **WON, "contract": "unu"}, {"contract": "ro.unu_not_played"}),
    ],
)
def test_refuses_a_hand_excluded_by_a_house_rule(
    rules: dict[str, Any], raw: dict[str, Any], fault: dict[str, str]
) -> None:
    assert faults(raw, table_of(**rules)) == fault


def test_unu_off_refuses_a_surrendered_unu_too() -> None:
    raw = {"outcome": "surrendered", "declarer": "Ana", "contract": "unu", "honour_held": True}
    assert faults(raw, table_of(unu=False)) == {"contract": "ro.unu_not_played"}
