"""Romanian tarok: what is impossible. Source: scoring/RULEBOOK.md, sections 4 and 6."""

from __future__ import annotations

from typing import Any

import pytest

from support.strategies.romanian_table import (
    ALL,
    DOI,
    MICHI,
    NONE,
    SURRENDER,
    WON,
    announcement,
    faults,
    table_of,
)

TRULA, KINGS = {"trula": "declarer"}, {"toti_regii": "declarer"}
REFUSED: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"partner": "Ana", **WON}, {"partner": "ro.partner_is_declarer"}),
    ({"partner": "Emil", **WON}, {"partner": "not_at_table"}),
    ({"declarer": "Emil", **WON}, {"declarer": "not_at_table"}),
    ({"declarer_points": 71}, {"declarer_points": "out_of_range"}),
    ({"declarer_points": -1}, {"declarer_points": "out_of_range"}),
    ({}, {"declarer_points": "missing"}),
    ({**WON, "level": 8}, {"level": "out_of_range"}),
    ({**WON, "contract": "unu", "level": 14}, {"level": "out_of_range"}),
    ({**WON, "contract": "solo", "level": 2}, {"level": "out_of_range"}),
    ({**WON, "contract": "trei"}, {"contract": "ro.trei_not_played"}),
    ({**WON, "kontra_game": 6}, {"kontra_game": "out_of_range"}),
    (
        {**WON, "announced": [announcement("trula", "Ana", 6)]},
        {"announced.0.kontra": "out_of_range"},
    ),
    ({**WON, "announced": [announcement("double", "Ana")]}, {"announced.0.figure": "not_one_of"}),
    ({**WON, "announced": [announcement("trula", "Emil")]}, {"announced.0.by": "not_at_table"}),
    (
        {**WON, "announced": [announcement("trula", "Ana"), announcement("trula", "Carmen")]},
        {"announced.1.figure": "ro.announced_twice"},
    ),
    (
        {**WON, "announced": [announcement("pagat_ultimo", "Carmen")]},
        {"announced.0.by": "ro.pagat_not_declarer"},
    ),
    (
        {**WON, "announced": [announcement("rege_ultimo", "Dan")]},
        {"announced.0.by": "ro.rege_not_holder"},
    ),
    (
        {**WON, "called": None, "announced": [announcement("rege_ultimo", "Ana")]},
        {"announced.0.figure": "ro.no_called_king"},
    ),
    ({**WON, "called": None, "rege_ultimo": {"made": True}}, {"rege_ultimo": "ro.no_called_king"}),
    ({**WON, "luna_prinsa": {"by": "Ana", "from": "Carmen"}}, {"luna_prinsa": "ro.luna_own_side"}),
    ({**WON, "luna_prinsa": {"by": "Dan", "from": "Dan"}}, {"luna_prinsa": "ro.luna_own_side"}),
    ({**WON, "luna_prinsa": {"by": "Ana", "from": "Emil"}}, {"luna_prinsa.from": "not_at_table"}),
    ({**WON, "luna_prinsa": {"by": "Ana"}}, {"luna_prinsa.from": "missing"}),
    ({**WON, "pagat_ultimo": {"by": "Emil", "made": True}}, {"pagat_ultimo.by": "not_at_table"}),
    ({**WON, "pagat_ultimo": {"by": "Ana"}}, {"pagat_ultimo.made": "missing"}),
    (
        {**WON, **TRULA, "pagat_ultimo": {"by": "Dan", "made": True}},
        {"trula": "ro.pagat_and_trula"},
    ),
    ({**TRULA, "declarer_points": 12}, {"trula": "ro.points_below_trula"}),
    ({"trula": "opponents", "declarer_points": 58}, {"trula": "ro.points_below_trula"}),
    ({**KINGS, "declarer_points": 16}, {"toti_regii": "ro.points_below_kings"}),
    ({**TRULA, **KINGS, "declarer_points": 29}, {"toti_regii": "ro.points_below_both"}),
    ({**ALL, "trula": "opponents"}, {"trula": "ro.nothing_without_tricks"}),
    ({**NONE, **KINGS}, {"toti_regii": "ro.nothing_without_tricks"}),
    (
        {**ALL, "pagat_ultimo": {"by": "Dan", "made": True}},
        {"pagat_ultimo": "ro.nothing_without_tricks"},
    ),
    ({**NONE, "rege_ultimo": {"made": True}}, {"rege_ultimo": "ro.nothing_without_tricks"}),
    (
        {**ALL, "rege_ultimo": {"made": False}},
        {"rege_ultimo": "ro.nothing_without_tricks", "king_captured": "ro.king_fell"},
    ),
    ({**ALL, "king_captured": True}, {"king_captured": "ro.nothing_without_tricks"}),
    ({**ALL, "declarer_points": 51}, {"declarer_points": "ro.too_few_with_all_tricks"}),
    ({**NONE, "declarer_points": 9}, {"declarer_points": "ro.too_many_without_tricks"}),
    (
        {**NONE, "contract": "solo", "declarer_points": 1},
        {"declarer_points": "ro.too_many_without_tricks"},
    ),
    (
        {**WON, "declarations": [{"player": "Ana", "count": 7}]},
        {"declarations.0.count": "out_of_range"},
    ),
    ({**WON, "declarations": [{"player": "Ana"}]}, {"declarations.0.count": "missing"}),
    (
        {**WON, "declarations": [{"player": "Emil", "count": 8}]},
        {"declarations.0.player": "not_at_table"},
    ),
    (
        {**WON, "announced": [announcement("rege_ultimo", "Ana")]},
        {"announced.0.by": "ro.rege_partner_holds"},
    ),
    ({**WON, "king_abandoned": True}, {"king_abandoned": "ro.abandoned_partner"}),
    (
        {**WON, "partner": None, "contract": "solo", "king_abandoned": True},
        {"king_abandoned": "ro.abandoned_solo"},
    ),
    ({**WON, "revoke": "Emil"}, {"revoke": "not_at_table"}),
    ({**WON, "called": "cups"}, {"called": "not_one_of"}),
    ({**WON, "tricks_taken": {}}, {"tricks_taken": "unknown_key"}),
    ({**WON, "honour_held": True}, {"honour_held": "unknown_key"}),
]


@pytest.mark.parametrize(("change", "fault"), REFUSED)
def test_refuses_an_impossible_hand_at_its_field(
    change: dict[str, Any], fault: dict[str, str]
) -> None:
    assert faults({**DOI, **change}) == fault


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        ({"outcome": "michi"}, {"tricks_taken": "missing"}),
        ({"outcome": "michi", "tricks_taken": {"Ana": 11}}, {"tricks_taken": "ro.tricks_wrong"}),
        ({"outcome": "michi", "tricks_taken": {"Emil": 12}}, {"tricks_taken.Emil": "not_at_table"}),
        ({**MICHI, "declarer": "Ana"}, {"declarer": "unknown_key"}),
        (SURRENDER, {"honour_held": "missing"}),
        ({**SURRENDER, "declarer": "Emil", "honour_held": True}, {"declarer": "not_at_table"}),
        ({**SURRENDER, "honour_held": "yes"}, {"honour_held": "not_flag"}),
        ({"outcome": "annulled"}, {"outcome": "not_one_of"}),
        ({"outcome": "abandoned", "declarer": "Ana"}, {"declarer": "unknown_key"}),
        ({"declarer_points": 40}, {"declarer": "missing", "contract": "missing"}),
    ],
)
def test_refuses_other_impossible_hands_at_their_field(
    raw: dict[str, Any], fault: dict[str, str]
) -> None:
    assert faults(raw) == fault


def test_reports_all_faults_at_once() -> None:
    raw = {
        **DOI,
        "contract": "unu",
        "declarer_points": 5,
        "trula": "declarer",
        "called": None,
        "rege_ultimo": {"made": True},
        "luna_prinsa": {"by": "Ana", "from": "Carmen"},
        "announced": [announcement("pagat_ultimo", "Dan")],
    }
    assert set(faults(raw, table_of(unu=False))) == {
        *("contract", "trula", "rege_ultimo", "luna_prinsa", "announced.0.by"),
    }


@pytest.mark.parametrize(
    "change",
    [
        {**TRULA, "declarer_points": 13},
        {**KINGS, "declarer_points": 17},
        {**TRULA, **KINGS, "declarer_points": 30},
        {**ALL, "declarer_points": 52},
        {
            **ALL,
            "declarer_points": None,
            "partner": None,
            "king_abandoned": True,
            "king_captured": True,
        },
        # Alone because the called king is the declarer's own: it may be announced.
        {**WON, "partner": None, "announced": [announcement("rege_ultimo", "Ana")]},
        {**NONE, "declarer_points": 8},
        {**WON, "tricks": "split", "called": None},
    ],
)
def test_accepts_unlikely_hands(change: dict[str, Any]) -> None:
    assert faults({**DOI, **change}) == {}
