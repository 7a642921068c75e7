"""Paskievics: what cannot be is refused at its key, all at once, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.answer import render_fault
from scoring.core.table import Table
from support.strategies.hungarian import announced, faults, hand, score, table_of

PLAIN = table_of()
FIVE = table_of(players=5, dealer="Emil")
ALL = {"declarer_points": 90, "tricks": "all"}
NONE = {"declarer_points": 6, "tricks": "none"}


def band(result: str, **changes: Any) -> dict[str, Any]:
    return hand(declarer_points=None, result=result, **changes)


def ultimo(by: str, *, made: bool) -> dict[str, Any]:
    return {"pagat_ultimo": {"by": by, "made": made}}


def refused(raw: dict[str, Any], table: Table = PLAIN) -> list[tuple[str, str]]:
    found = faults(raw, table)
    assert all(render_fault(fault) for fault in found)
    return [(fault.code, fault.field) for fault in found]


@pytest.mark.parametrize(
    ("raw", "code", "field"),
    [
        (hand(declarer=None), "missing", "declarer"),
        (hand(bid=None), "missing", "bid"),
        (hand(declarer_points=None), "missing", "declarer_points"),
        (hand(declarer_points=95), "out_of_range", "declarer_points"),
        (hand(declarer_points=-1), "out_of_range", "declarer_points"),
        (hand(declarer_points=4.5), "not_whole", "declarer_points"),
        (hand(bid="four"), "not_one_of", "bid"),
        (hand(called="XXI"), "not_one_of", "called"),
        (hand(called="I"), "not_one_of", "called"),
        (hand(outcome="lost"), "not_one_of", "outcome"),
        (hand(colour="red"), "unknown_key", "colour"),
        (hand(sas_ultimo={"by": "Anna", "made": True}), "unknown_key", "sas_ultimo"),
        (hand(result="won"), "hu.result_and_points", "result"),
        (band("won", tricks="split"), "hu.result_and_tricks", "tricks"),
        (hand(kontra_game=6), "out_of_range", "kontra_game"),
        (hand(announced=[announced("centrum")]), "not_one_of", "announced.0.figure"),
        (hand(announced=[{"figure": "trull"}]), "missing", "announced.0.by"),
        (hand(announced=[{**announced("trull"), "made": True}]), "unknown_key", "announced.0.made"),
        (hand(announced=["trull"]), "not_object", "announced.0"),
        (hand(tarokks=[{"player": "Anna"}]), "missing", "tarokks.0.count"),
        (hand(tarokks=[{"player": "Anna", "count": 7}]), "out_of_range", "tarokks.0.count"),
        (hand(pagat_ultimo={"by": "Anna"}), "missing", "pagat_ultimo.made"),
        (hand(xxi_catch={"by": "Anna"}), "missing", "xxi_catch.from"),
        (hand(auction=[["Anna"]]), "auction_not_call", "auction.0"),
    ],
)
def test_a_hand_of_the_wrong_shape_is_refused(raw: dict[str, Any], code: str, field: str) -> None:
    assert (code, field) in refused(raw)


@pytest.mark.parametrize(
    ("raw", "code", "field"),
    [
        (hand(declarer="Zoli"), "not_at_table", "declarer"),
        (hand(partner="Zoli"), "not_at_table", "partner"),
        (hand(partner="Anna"), "hu.own_partner", "partner"),
        (hand(announced=[announced("trull", by="Zoli")]), "not_at_table", "announced.0.by"),
        (hand(**ultimo("Zoli", made=True)), "not_at_table", "pagat_ultimo.by"),
        (hand(tarokks=[{"player": "Zoli", "count": 8}]), "not_at_table", "tarokks.0.player"),
        (hand(xxi_catch={"by": "Anna", "from": "Csaba"}), "hu.catch_own_side", "xxi_catch"),
        (hand(xxi_catch={"by": "Béla", "from": "Dóra"}), "hu.catch_own_side", "xxi_catch"),
        (hand(xxi_catch={"by": "Béla", "from": "Béla"}), "hu.catch_own_side", "xxi_catch"),
        (
            hand(announced=[announced("trull"), announced("trull", by="Csaba")]),
            *("hu.announced_twice", "announced.1.figure"),
        ),
        (
            hand(tarokks=[{"player": "Anna", "count": 8}, {"player": "Anna", "count": 9}]),
            *("hu.tarokks_twice", "tarokks.1.player"),
        ),
    ],
)
def test_refuses_impossible_players_and_sides(raw: dict[str, Any], code: str, field: str) -> None:
    assert refused(raw) == [(code, field)]


@pytest.mark.parametrize(
    ("raw", "code", "field"),
    [
        (hand(declarer_points=14, trull="declarer"), "hu.too_few_points", "trull"),
        (hand(declarer_points=80, trull="opponents"), "hu.too_few_points", "trull"),
        (hand(declarer_points=19, four_kings="declarer"), "hu.too_few_points", "four_kings"),
        (hand(declarer_points=75, four_kings="opponents"), "hu.too_few_points", "four_kings"),
        (
            hand(declarer_points=34, trull="declarer", four_kings="declarer"),
            *("hu.too_few_points", "four_kings"),
        ),
        (
            band("double_lost", trull="declarer", four_kings="declarer"),
            *("hu.too_few_points", "four_kings"),
        ),
        (
            band("double_won", trull="opponents", four_kings="opponents"),
            *("hu.too_few_points", "four_kings"),
        ),
        (hand(trull="opponents", **ALL), "hu.taken_without_tricks", "trull"),
        (hand(four_kings="declarer", **NONE), "hu.taken_without_tricks", "four_kings"),
        (band("no_tricks", trull="declarer"), "hu.taken_without_tricks", "trull"),
        (band("all_tricks", four_kings="opponents"), "hu.taken_without_tricks", "four_kings"),
        (hand(**ALL, **ultimo("Béla", made=True)), "hu.ultimo_without_tricks", "pagat_ultimo"),
        (hand(**NONE, **ultimo("Csaba", made=True)), "hu.ultimo_without_tricks", "pagat_ultimo"),
        (hand(trull="opponents", **ultimo("Anna", made=True)), "hu.trull_without_pagat", "trull"),
    ],
)
def test_refuses_impossible_cards(raw: dict[str, Any], code: str, field: str) -> None:
    assert refused(raw) == [(code, field)]


@pytest.mark.parametrize(
    "raw",
    [
        hand(declarer_points=15, trull="declarer"),
        hand(declarer_points=20, four_kings="declarer"),
        hand(declarer_points=74, four_kings="opponents"),
        hand(declarer_points=35, trull="declarer", four_kings="declarer"),
        band("double_lost", trull="declarer"),
        band("lost", trull="declarer", four_kings="declarer"),
        hand(**ALL, **ultimo("Béla", made=False)),
        hand(trull="opponents", **ultimo("Anna", made=False)),
        hand(announced=[announced("trull"), announced("trull", by="Béla")]),
        hand(called="II"),
    ],
)
def test_accepts_the_rarest_possible_hands(raw: dict[str, Any]) -> None:
    assert refused(raw) == []


@pytest.mark.parametrize(
    ("bid", "ours", "theirs"), [("three", 12, 12), ("two", 8, 16), ("one", 4, 19), ("solo", 0, 22)]
)
def test_a_side_without_tricks_holds_only_its_discards(bid: str, ours: int, theirs: int) -> None:
    too_rich = [("hu.discards_too_rich", "declarer_points")]
    assert refused(hand(bid=bid, declarer_points=ours, tricks="none")) == []
    assert refused(hand(bid=bid, declarer_points=ours + 1, tricks="none")) == too_rich
    assert refused(hand(bid=bid, declarer_points=94 - theirs, tricks="all")) == []
    assert refused(hand(bid=bid, declarer_points=93 - theirs, tricks="all")) == too_rich


def test_an_option_lets_a_lone_declarer_hold_all_discards() -> None:
    raw = hand(partner=None, declarer_points=22, tricks="none")
    assert refused(raw, table_of(discarded_partner_skart="declarer")) == []
    assert refused(raw) == [("hu.discards_too_rich", "declarer_points")]


def test_kontra_above_the_rule_is_refused() -> None:
    table = table_of(max_kontra=1)
    raw = hand(kontra_game=2, announced=[announced("trull", kontra=2)])
    assert refused(raw, table) == [
        ("hu.kontra_too_high", "kontra_game"),
        ("hu.kontra_too_high", "announced.0.kontra"),
    ]


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (hand(declarer="Emil"), "declarer"),
        (hand(partner="Emil"), "partner"),
        (hand(announced=[announced("trull", by="Emil")]), "announced.0.by"),
        (hand(xxi_catch={"by": "Anna", "from": "Emil"}), "xxi_catch.from"),
        ({"type": "hand", "outcome": "annulled", "by": "Emil"}, "by"),
        (
            {"type": "hand", "outcome": "failed_trial", "declarer": "Emil", "bid": "three"},
            "declarer",
        ),
    ],
)
def test_refuses_a_role_for_a_dealer_sitting_out(raw: dict[str, Any], field: str) -> None:
    assert refused(raw, FIVE) == [("hu.sits_out", field)]
    assert score(hand(declarer="Béla", partner="Emil"), table_of(players=5)).net["Emil"] == 1


def test_honours_from_the_talon_need_the_rule_five_players_and_one_owner() -> None:
    raw = hand(talon_honours=[{"player": "Anna", "card": "XXI"}] * 2)
    rule: dict[str, Any] = {"talon_honours_to_dealer": True}
    assert refused(raw, FIVE) == [("hu.talon_off", "talon_honours")]
    assert refused(raw, table_of(**rule)) == [("hu.talon_needs_five", "talon_honours")]
    five = table_of(players=5, dealer="Emil", **rule)
    assert refused(raw, five) == [("hu.talon_twice", "talon_honours.1.card")]


def test_all_problems_are_reported_at_once() -> None:
    raw = hand(
        partner="Zoli",
        declarer_points=10,
        trull="declarer",
        four_kings="declarer",
        tarokks=[{"player": "Xénia", "count": 8}],
    )
    assert [field for _code, field in refused(raw)] == [
        *("partner", "tarokks.0.player", "trull", "four_kings"),
    ]


def test_a_recorded_auction_must_agree_with_the_hand() -> None:
    calls = [["Anna", "three"], ["Béla", "pass"], ["Csaba", "two"], ["Dóra", "pass"]]
    calls.append(["Anna", "pass"])
    right = hand(auction=calls, declarer="Csaba", partner="Anna", bid="two", called="XX")
    assert refused(right) == []
    assert [field for _code, field in refused({**right, "called": "XIX"})] == ["called"]
    assert [field for _code, field in refused({**right, "auction": calls[:2]})] == ["auction"]
    assert [field for _code, field in refused({**right, "bid": "one"})] == ["bid"]


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({"outcome": "passed_out", "declarer": "Anna"}, "declarer"),
        ({"outcome": "annulled", "holding": "aces"}, "holding"),
        ({"outcome": "annulled", "by": "Zoli"}, "by"),
        ({"outcome": "failed_trial", "declarer": "Anna"}, "bid"),
        ({"outcome": "conceded", "declarer": "Anna", "kontra_game": 1}, "kontra_game"),
        ({"outcome": "conceded", "declarer": "Anna", "partner": "Anna"}, "partner"),
    ],
)
def test_hands_that_were_not_played_have_their_own_keys(raw: dict[str, Any], field: str) -> None:
    table = table_of(concede_trull_three=True)
    assert [where for _code, where in refused({"type": "hand", **raw}, table)] == [field]
