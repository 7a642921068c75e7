"""Taper, where it differs from Romanian tarok. Source: S2; scoring/RULEBOOK.md, section 5."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.doubled_rounds import Doubling
from scoring.core.posting import sum_points
from scoring.core.table import Table
from scoring.games.taper import TAPER
from scoring.games.taper.rules import TaperRules
from support.strategies.romanian_table import faults, net_between, play, table_of

TREI = {"declarer": "Ana", "contract": "trei"}
WON, LOST = {"declarer_points": 34}, {"declarer_points": 33}


def value(raw: dict[str, Any], at: Table | None = None) -> int:
    """What each opponent pays, pool apart."""
    net = net_between(raw, at, TAPER)
    paid = -net["Bogdan"]
    assert net == {"Ana": 2 * paid, "Bogdan": -paid, "Carmen": -paid}
    return paid


@pytest.mark.parametrize(
    ("contract", "level", "kontra", "won", "lost"),
    [
        ("trei", 1, 0, 1, -1),
        ("trei", 5, 0, 1, -5),
        ("trei", 2, 1, 4, -4),
        ("trei", 5, 2, 20, -20),
        ("doi", 7, 0, 2, -14),
        ("unu", 13, 0, 3, -39),
        ("solo", 1, 1, 16, -16),
    ],
)
def test_contracts_and_levels(contract: str, level: int, kontra: int, won: int, lost: int) -> None:
    hand = {"declarer": "Ana", "contract": contract, "level": level, "kontra_game": kontra}
    assert value({**hand, **WON}) == won
    assert value({**hand, **LOST}) == lost


@pytest.mark.parametrize(("count", "worth"), [(10, 1), (11, 2), (12, 3)])
def test_taroace_begin_at_ten(count: int, worth: int) -> None:
    assert value({**TREI, **WON, "declarations": [{"player": "Ana", "count": count}]}) == 1 + worth
    assert (
        value({**TREI, **WON, "declarations": [{"player": "Carmen", "count": count}]}) == 1 - worth
    )


@pytest.mark.parametrize(
    ("contract", "change"),
    [("trei", (1, 1, 1, 1, 8)), ("unu", (1, 1, 1, 1, 8)), ("solo", (2, 2, 2, 2, 32))],
)
def test_silent_figures(contract: str, change: tuple[int, ...]) -> None:
    hand = {"declarer": "Ana", "contract": contract}
    game = value({**hand, **WON})
    trula, kings, luna, pagat, valat = change
    assert value({**hand, **WON, "trula": "declarer"}) == game + trula
    assert value({**hand, **WON, "toti_regii": "opponents"}) == game - kings
    assert value({**hand, **WON, "luna_prinsa": {"by": "Bogdan", "from": "Ana"}}) == game - luna
    assert value({**hand, **WON, "pagat_ultimo": {"by": "Ana", "made": True}}) == game + pagat
    assert value({**hand, "tricks": "all", "declarer_points": 66}) == valat


@pytest.mark.parametrize(
    ("figure", "trei", "solo"),
    [
        ("trula", 2, 4),
        ("toti_regii", 2, 4),
        ("luna_prinsa", 2, 4),
        ("pagat_ultimo", 7, 9),
        ("valat", 16, 64),
    ],
)
def test_announced_figures_that_fail(figure: str, trei: int, solo: int) -> None:
    announced = {"announced": [{"figure": figure, "by": "Ana", "kontra": 1}]}
    assert value({**TREI, **WON, **announced}) == 1 - 2 * trei
    assert value({**TREI, "contract": "solo", **WON, **announced}) == 8 - 2 * solo


def test_the_pool_begins_with_four_and_a_lone_declarer_wins_it_all() -> None:
    step = play({**TREI, **WON}, game=TAPER)
    assert step.after.pots == {"pool": 4}
    announced = {"announced": [{"figure": "pagat_ultimo", "by": "Ana"}]}
    made = {**TREI, **WON, **announced, "pagat_ultimo": {"by": "Ana", "made": True}}
    lines = play(made, step.after, game=TAPER).lines
    assert sum_points([line for line in lines if line.item in ("pool", "foundation")]) == {
        "Ana": 4,
        "Bogdan": -1,
        "Carmen": -1,
        "pot:pool": -2,
    }


def test_a_passed_deal_queues_three_doubled_hands_and_uses_up_none() -> None:
    at = replace(table_of(TAPER), doubling=Doubling(((2, 2),)))
    step = play({"outcome": "passed_out"}, at, game=TAPER)
    assert step.after.doubling == Doubling(((2, 5),))
    assert step.after.dealer == "Ana"
    again = play({"outcome": "abandoned"}, step.after, game=TAPER)
    assert again.after.doubling == Doubling(((2, 5),))


def test_hep_hep_queues_three() -> None:
    even = {**TREI, **WON, "toti_regii": "opponents"}
    assert value(even) == 0
    assert play(even, table_of(TAPER, hep_hep=True), game=TAPER).after.doubling == Doubling(
        ((2, 3),)
    )
    assert play(even, game=TAPER).after.doubling == Doubling()


def test_without_a_pool_nothing_is_in_it() -> None:
    step = play({**TREI, **WON}, table_of(TAPER, pool=False), game=TAPER)
    assert step.after.pots == {}
    assert [line.item for line in step.lines] == ["game"]
    assert TAPER.check_rules(TaperRules(pool=False)) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"partner": "Bogdan"}, {"partner": "unknown_key"}),
        ({"called": "hearts"}, {"called": "unknown_key"}),
        ({"rege_ultimo": {"made": True}}, {"rege_ultimo": "unknown_key"}),
        ({"king_captured": True}, {"king_captured": "unknown_key"}),
        ({"king_abandoned": True}, {"king_abandoned": "unknown_key"}),
        (
            {"announced": [{"figure": "rege_ultimo", "by": "Ana"}]},
            {"announced.0.figure": "not_one_of"},
        ),
        ({"level": 6}, {"level": "out_of_range"}),
        ({"declarer_points": 67}, {"declarer_points": "out_of_range"}),
        (
            {"declarations": [{"player": "Ana", "count": 9}]},
            {"declarations.0.count": "out_of_range"},
        ),
        (
            {"tricks": "none", "declarer_points": 13},
            {"declarer_points": "ro.too_many_without_tricks"},
        ),
        (
            {"tricks": "all", "declarer_points": 52},
            {"declarer_points": "ro.too_few_with_all_tricks"},
        ),
        ({"luna_prinsa": {"by": "Bogdan", "from": "Carmen"}}, {"luna_prinsa": "ro.luna_own_side"}),
        ({"outcome": "michi"}, {"outcome": "not_one_of"}),
        ({"outcome": "surrendered"}, {"outcome": "not_one_of"}),
    ],
)
def test_refuses_an_impossible_hand_at_its_field(
    change: dict[str, Any], fault: dict[str, str]
) -> None:
    assert faults({**TREI, **WON, **change}, game=TAPER) == fault


def test_unu_may_be_ruled_out() -> None:
    assert faults({**TREI, **WON, "contract": "unu"}, table_of(TAPER, unu=False), game=TAPER) == {
        "contract": "ro.unu_not_played"
    }
    assert faults({**TREI, **WON, "contract": "unu"}, game=TAPER) == {}


def test_a_draft_shows_the_stakes_of_a_lone_declarer() -> None:
    preview = TAPER.preview({**TREI, "level": 2}, table_of(TAPER))
    assert [dict(stake.points) for stake in preview.stakes] == [
        {"Ana": 2, "Bogdan": -1, "Carmen": -1},
        {"Ana": -4, "Bogdan": 2, "Carmen": 2},
    ]
