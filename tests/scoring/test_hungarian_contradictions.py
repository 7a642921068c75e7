"""Hungarian hands that no nine tricks can have produced are refused, naming both facts."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.answer import ENGLISH
from scoring.core.events import read_event, serialize_event
from scoring.core.posting import sum_points
from scoring.core.problem import Problem
from scoring.core.replay import apply_event
from scoring.core.translation_marks import render
from scoring.games import GAMES
from scoring.games.hungarian import contradictions
from scoring.games.hungarian.contradictions import find_least_points
from scoring.games.paskievics import PASKIEVICS
from support.hungarian_contradictions import (
    ALL,
    ALONE,
    ALWAYS,
    CAUGHT_BY_BELA,
    CUE,
    KINDS,
    OWN,
    OWN_CUE,
    SKART,
    YIELDED,
    auction,
    first,
    hand_announcing,
    king,
    last,
    void,
    with_result,
)
from support.hungarian_counts import COUNTS, tarokks, yielded_with_centrum
from support.strategies.hungarian import announced, faults, hand, table_of, value

EVERY = {**KINDS, **COUNTS}


def refused(raw: dict[str, Any], game: str = "paskievics", **rules: Any) -> list[tuple[str, str]]:
    found = faults(raw, table_of(game=GAMES[game], **rules), GAMES[game])
    return [(fault.code, fault.field) for fault in found]


def before(kind: str) -> tuple[Problem, ...]:
    """What schema 2 refuses of the hand."""
    key, raw, rules, _field, _code = EVERY[kind]
    table = table_of(game=GAMES[key], **rules)
    return apply_event(GAMES[key], table, read_event(GAMES[key], raw, schema=2)).problems


@pytest.mark.parametrize("kind", EVERY)
def test_refuses_a_contradiction_at_its_field(kind: str) -> None:
    key, raw, rules, field, code = EVERY[kind]
    assert refused(raw, key, **rules) == [(code, field)]


@pytest.mark.parametrize("kind", [kind for kind in EVERY if kind not in ALWAYS])
def test_accepts_a_contradiction_in_a_hand_of_an_older_schema(kind: str) -> None:
    assert before(kind) == ()


def test_hand_of_an_older_schema_keeps_its_value() -> None:
    magas = GAMES["magas"]
    raw = hand_announcing(with_result("zaroparos", good=False), **first(("sas", "Anna", False)))
    step = apply_event(magas, table_of(game=magas), read_event(magas, raw, schema=2))
    assert -sum_points(step.lines)["Béla"] == 1 - 40
    assert value(raw, table_of(game=magas), magas) == 1 - 40 - 5


def test_the_refusal_names_both_facts() -> None:
    raw = hand_announcing(with_result("pagat_uhu"), king("king_uhu", "Béla"))
    (fault,) = faults(raw, table_of(game=GAMES["illustrated"]), GAMES["illustrated"])
    assert render(ENGLISH, fault.code, fault.values) == (
        "These cannot both be true: Pagát uhu of Anna, made; King uhu of Béla in Hearts, made."
        " A trick is won by one card and by one side."
    )
    assert fault.values["beside"] == "announced.0.made"


@pytest.mark.parametrize(
    ("bid", "low", "high"), [("three", 7, 87), ("two", 6, 86), ("one", 5, 85), ("solo", 4, 84)]
)
def test_accepts_card_points_possible_for_both_sides(bid: str, low: int, high: int) -> None:
    for points in (low, high):
        assert refused(hand(bid=bid, declarer_points=points)) == []


def test_discards_of_a_called_card_widen_the_range() -> None:
    alone = {**ALONE, "called": "XIX"}
    for points in (7, 90):
        assert refused(hand(declarer_points=points, **alone), **SKART) == []
    for points in (10, 90):
        raw = hand(declarer_points=points, alone="discarded", **alone)
        assert refused(raw, **SKART) == []
    assert refused(hand(declarer_points=90, alone="discarded", **alone)) != []


def test_all_tricks_pay_a_volat_and_are_taken_with_any_count_of_discards() -> None:
    assert value(hand(**ALL), table_of()) == 3
    least = {"three": 82, "two": 78, "one": 75, "solo": 72}
    most = {"three": 12, "two": 8, "one": 4, "solo": 0}
    for bid in least:
        for points in (least[bid], 94):
            assert refused(hand(bid=bid, declarer_points=points, tricks="all")) == []
        for points in (0, most[bid]):
            assert refused(hand(bid=bid, declarer_points=points, tricks="none")) == []
        low = hand(bid=bid, declarer_points=least[bid] - 1, tricks="all")
        high = hand(bid=bid, declarer_points=most[bid] + 1, tricks="none")
        assert refused(low) == refused(high) == [("hu.discards_too_rich", "declarer_points")]


@pytest.mark.parametrize(
    ("game", "raw"),
    [
        # The pagat left for the last trick after an uhu with another card.
        ("illustrated", hand_announcing(king("king_uhu"), **last("pagat", "Anna"))),
        (
            "illustrated",
            hand_announcing(with_result("pagat_uhu", good=False), **last("pagat", "Anna")),
        ),
        ("magas", hand_announcing(with_result("zaroparos"), **last("pagat", "Anna"))),
        ("magas", hand_announcing(with_result("zaroparos"), **last("sas", "Csaba"))),
        ("magas", hand_announcing(with_result("facan_pagat"), with_result("centrum"))),
        (
            "magas",
            hand_announcing(
                with_result("zaroparos", good=False), **last("pagat", "Anna", good=False)
            ),
        ),
        ("magas", hand(**first(("pagat", "Anna", False), ("sas", "Béla", True)))),
        ("magas", hand_announcing(with_result("kismadar"), trull="declarer")),
        ("zebi", hand_announcing(king("banda"), king("king_uhu", suit="clubs"))),
        ("zebi", hand_announcing(void("xxi_uhu", "Anna"), with_result("xxi_ultimo", "Béla"))),
        (
            "zebi",
            hand_announcing(with_result("szinesites"), declarer_points=48, four_kings="declarer"),
        ),
        ("paskievics", hand(trull="opponents", **CAUGHT_BY_BELA)),
        ("paskievics", auction(CUE, declarer="Dóra", bid="one", partner="Anna")),
        ("paskievics", auction(YIELDED, declarer="Béla", bid="two", partner="Anna")),
        (
            "paskievics",
            auction(OWN_CUE, declarer="Béla", bid="one", called="XVIII", partner="Csaba"),
        ),
        ("paskievics", hand_announcing(announced("four_kings"), announced("volat"), **ALL)),
        # The partner beat the pagat, or the other side's II.
        ("paskievics", hand(trull="declarer", **last("pagat", "Anna", good=False))),
        (
            "magas",
            hand(
                trull="declarer",
                **last("pagat", "Anna", good=False),
                **last("sas", "Béla", good=False),
            ),
        ),
        ("illustrated", hand_announcing(king("king_uhu"), **ALONE, **tarokks(("Anna", 8)))),
        ("illustrated", hand_announcing(king("king_uhu"), **tarokks(("Béla", 8), ("Csaba", 8)))),
        ("paskievics", hand(**last("pagat", "Anna"), **tarokks(("Anna", 9), ("Béla", 8)))),
        ("magas", hand(**last("sas", "Anna"), **tarokks(("Béla", 9)))),
        ("magas", hand_announcing(with_result("zaroparos"), **tarokks(("Anna", 9)))),
        ("magas", hand_announcing(with_result("zaroparos"), **tarokks(("Csaba", 8)))),
        ("zebi", hand_announcing(with_result("szinesites"), **CAUGHT_BY_BELA)),
        ("zebi", hand_announcing(with_result("szinesites"), with_result("centrum", "Béla"))),
        ("illustrated", yielded_with_centrum("Béla")),
        ("paskievics", hand(declarer_points=11, **last("pagat", "Anna"))),
    ],
)
def test_accepts_a_possible_hand(game: str, raw: dict[str, Any]) -> None:
    assert refused(raw, game) == []


def test_a_silent_figure_of_the_club_beside_its_announcement_is_refused() -> None:
    raw = hand_announcing(with_result("own:pheasant"), own={"own:pheasant": "declarer"})
    assert refused(raw, own_figures=OWN) == [("hu.own_announced", "own.own:pheasant")]


@pytest.mark.parametrize(
    ("more", "field", "code"),
    [
        ({"alone": "own"}, "alone", "hu.alone_with"),
        ({**ALONE, "called": "XIX", "alone": "own"}, "alone", "hu.alone_own"),
        ({**ALONE, "discarded_by": "Béla"}, "discarded_by", "hu.discarded_by"),
        (
            {**ALONE, "alone": "discarded", "discarded_by": "Anna"},
            "discarded_by",
            "hu.discarded_own",
        ),
        (
            {**ALONE, "bid": "solo", "alone": "discarded", "discarded_by": "Anna"},
            "discarded_by",
            "hu.discarded_none",
        ),
        ({**ALONE, "alone": "discarded", "discarded_by": "Zoli"}, "discarded_by", "not_at_table"),
    ],
)
def test_why_a_declarer_plays_alone_agrees_with_the_hand(
    more: dict[str, Any], field: str, code: str
) -> None:
    assert refused(hand(**more)) == [(code, field)]


def test_why_a_declarer_plays_alone_is_recorded() -> None:
    raw = hand(**ALONE, called="XIX", alone="discarded", discarded_by="Béla")
    assert refused(raw) == []
    assert refused(hand(**ALONE, called="XX", alone="own")) == []


@pytest.mark.parametrize(
    ("kontras", "field", "code"),
    [
        ([{"on": 4, "by": ["Béla"]}], "kontras.0.on", "hu.kontras_on"),
        ([{"on": "game", "by": ["Béla"]}], "kontras.0.by", "hu.kontras_steps"),
        ([{"on": "game", "by": ["Béla", "Dóra"]}], "kontras.0.by.1", "hu.kontras_side"),
        (
            [{"on": 0, "by": ["Béla"]}, {"on": 0, "by": ["Béla"]}],
            "kontras.1.on",
            "hu.kontras_twice",
        ),
        ([{"on": 0, "by": ["Zoli"]}], "kontras.0.by.0", "not_at_table"),
    ],
)
def test_kontra_speakers_match_the_steps(
    kontras: list[dict[str, Any]], field: str, code: str
) -> None:
    raw = hand_announcing(announced("trull", kontra=1), kontra_game=2, kontras=kontras)
    assert refused(raw) == [(code, field)]


def test_kontra_speakers_are_recorded_and_move_no_point() -> None:
    kontras = [{"on": "game", "by": ["Béla", "Csaba"]}, {"on": 0, "by": ["Dóra"]}]
    raw = hand_announcing(announced("trull", kontra=1), kontra_game=2)
    assert refused({**raw, "kontras": kontras}) == []
    assert value({**raw, "kontras": kontras}, table_of()) == value(raw, table_of())
    event = read_event(PASKIEVICS, {**raw, "kontras": kontras})
    assert serialize_event(PASKIEVICS, event)["kontras"] == kontras


def test_hands_that_differ_only_in_seats_and_points_are_searched_once() -> None:
    find_least_points.cache_clear()
    of_anna = hand(trull="declarer", **last("pagat", "Anna"))
    of_bela = hand(declarer="Béla", partner="Dóra", trull="declarer", **last("pagat", "Béla"))
    assert refused(of_anna) == refused(of_bela | {"declarer_points": 61}) == []
    assert find_least_points.cache_info().misses == 1
    # The pagat of an opponent is another hand, and few points are compared each time.
    assert refused(hand(trull="opponents", **last("pagat", "Béla"))) == []
    assert find_least_points.cache_info().misses == 2
    (few,) = refused(hand(trull="declarer", declarer_points=17, **last("pagat", "Anna")))
    assert few == ("hu.cannot_both.points", "trull")
    assert find_least_points.cache_info().misses == 2


@pytest.mark.parametrize("game", ["paskievics", "illustrated", "magas", "zebi"])
def test_the_holder_of_the_called_xx_contradicts_no_lone_silent_figure(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    figures: list[dict[str, Any]] = [
        last("pagat", by, good=made)
        for by in ("Anna", "Béla", "Csaba", "Dóra")
        for made in (True, False)
    ]
    figures.append(CAUGHT_BY_BELA)
    figures += [last("sas", "Béla")] if game in ("magas", "zebi") else []
    monkeypatch.setattr(contradictions, "_may_contradict_itself", lambda _record, _figures: True)
    for figure in figures:
        for partner in ("Csaba", None):
            for points in (30, 47, 64):
                raw = hand(called="XX", partner=partner, declarer_points=points, **figure)
                assert refused(raw, game) in ([], [("hu.catch_own_side", "xxi_catch")])
