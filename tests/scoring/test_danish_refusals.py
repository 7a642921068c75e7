"""Danish tarok: impossible hands are refused at their fields."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.events import Leave
from scoring.core.replay import apply_event
from scoring.games.danish import DANISH
from support.strategies.danish_table import (
    EVEN,
    FOUR,
    LAST,
    faults,
    plain,
    play,
    running,
    shape_faults,
)


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (
            {"declarations": [{"player": "Zoe", "kind": "matadors", "count": 3}]},
            "declarations.0.player",
        ),
        ({"in_play": [{"player": "Zoe", "event": "king_lost"}]}, "in_play.0.player"),
        ({"last_trick": LAST | {"winner": "Zoe"}}, "last_trick.winner"),
        (
            {"last_trick": {**LAST, "lost": [{"player": "Zoe", "card": "king"}]}},
            "last_trick.lost.0.player",
        ),
        ({"nolo": "Zoe", "card_points": None}, "nolo"),
        ({"tout": "Zoe", "last_trick": LAST | {"winner": "Zoe"}}, "tout"),
        ({"card_points": {"Zoe": 26, "Bo": 26}}, "card_points.Zoe"),
    ],
)
def test_refuses_a_player_not_at_the_table_at_every_field(raw: dict[str, Any], field: str) -> None:
    assert ("not_at_table", field) in faults(plain(running(), **raw))


def test_refuses_a_player_sitting_out() -> None:
    step = plain(running(FOUR), in_play=[{"player": "Cai", "event": "king_lost"}], card_points=EVEN)
    assert faults(step) == [("sits_out", "in_play.0.player"), ("sits_out", "card_points.Cai")]


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ({"Anna": 26, "Bo": 26, "Cai": 25}, "points_not_78"),
        ({"Anna": 40, "Bo": 39}, "points_not_78"),
        ({"Anna": 40}, "two_piles_needed"),
        (None, "missing"),
        ({}, "missing"),
    ],
)
def test_a_count_that_is_not_78_is_refused(points: dict[str, int] | None, code: str) -> None:
    assert faults(plain(running(), card_points=points)) == [(code, "card_points")]


def test_a_pile_outside_0_to_78_is_refused() -> None:
    assert shape_faults(card_points={"Anna": -1, "Bo": 79}) == [
        ("out_of_range", "card_points.Anna"),
        ("out_of_range", "card_points.Bo"),
    ]


def test_more_kings_than_four_are_refused_where_the_fifth_is() -> None:
    four = [{"player": "Bo", "event": "king_lost"}] * 4
    assert not plain(running(), in_play=four).problems
    five = plain(running(), in_play=[*four, {"player": "Cai", "event": "king_lost"}])
    assert faults(five) == [("too_many_kings", "in_play.4.event")]
    won = plain(running(), in_play=four, last_trick={"winner": "Bo", "with": "king"})
    assert faults(won) == [("too_many_kings", "last_trick.with")]
    trick = {**LAST, "lost": [{"player": "Cai", "card": "king"}]}
    bagud = plain(running(), in_play=four, last_trick=trick)
    assert faults(bagud) == [("too_many_kings", "last_trick.lost.0.card")]


@pytest.mark.parametrize("first", ["pagat_lost", "pagat_won"])
@pytest.mark.parametrize(
    ("second", "field"),
    [
        ({"in_play": [{"player": "Cai", "event": "pagat_lost"}]}, "in_play.1.event"),
        ({"last_trick": {"winner": "Cai", "with": "pagat"}}, "last_trick.with"),
        (
            {"last_trick": {**LAST, "lost": [{"player": "Cai", "card": "pagat"}]}},
            "last_trick.lost.0.card",
        ),
    ],
)
def test_the_pagat_is_played_once_only(first: str, second: dict[str, Any], field: str) -> None:
    in_play = [{"player": "Cai", "event": first}, *second.get("in_play", ())]
    step = plain(running(), **second | {"in_play": in_play})
    assert faults(step) == [("pagat_twice", field)]


def test_the_cards_of_an_abandoned_hand_are_counted_too() -> None:
    lost = [{"player": "Cai", "event": "pagat_lost"}] * 2
    assert faults(play(running(), outcome="abandoned", in_play=lost)) == [
        ("pagat_twice", "in_play.1.event")
    ]


def test_a_nolo_is_refused_beside_a_tout_and_for_the_winner_of_the_last_trick() -> None:
    beside = play(running(), nolo="Cai", tout="Bo", last_trick=LAST)
    assert faults(beside) == [("nolo_with_tout", "nolo")]
    assert faults(play(running(), nolo="Bo", last_trick=LAST)) == [("nolo_won_last", "nolo")]


def test_points_beside_a_nolo_are_refused() -> None:
    assert faults(plain(running(), nolo="Cai")) == [("no_count_with_nolo", "card_points")]
    assert not plain(running(), nolo="Cai", card_points={}).problems


def test_a_tout_by_another_than_the_winner_of_the_last_trick_is_refused() -> None:
    assert faults(plain(running(), tout="Cai")) == [("tout_lost_last", "tout")]


def test_the_last_trick_holds_one_card_of_each_player() -> None:
    winner = {**LAST, "lost": [{"player": "Bo", "card": "king"}]}
    assert faults(plain(running(), last_trick=winner)) == [
        ("winner_lost", "last_trick.lost.0.player")
    ]
    twice = {**LAST, "lost": [{"player": "Cai", "card": card} for card in ("king", "pagat")]}
    assert faults(plain(running(), last_trick=twice)) == [("two_cards", "last_trick.lost.1.player")]


def test_a_plain_hand_needs_its_last_trick() -> None:
    assert faults(plain(running(), last_trick=None)) == [("missing", "last_trick")]


@pytest.mark.parametrize("entry", ["announced_tout", "tout", "nolo", "last_trick", "card_points"])
def test_a_hand_not_played_out_has_no_end(entry: str) -> None:
    values = {
        "announced_tout": True,
        "tout": "Bo",
        "nolo": "Bo",
        "last_trick": LAST,
        "card_points": EVEN,
    }
    raw = {entry: values[entry]}
    assert faults(play(running(), outcome="abandoned", **raw)) == [("not_in_abandoned", entry)]
    assert faults(play(running(), outcome="misdeal", **raw)) == [("nothing_in_misdeal", entry)]


def test_a_misdeal_has_no_declarations_and_nothing_in_play() -> None:
    step = play(
        running(),
        outcome="misdeal",
        declarations=[{"player": "Bo", "kind": "kings", "level": "full"}],
        in_play=[{"player": "Cai", "event": "king_lost"}],
    )
    assert faults(step) == [
        ("nothing_in_misdeal", "declarations"),
        ("nothing_in_misdeal", "in_play"),
    ]


@pytest.mark.parametrize(
    ("declaration", "fault"),
    [
        ({"kind": "trumps", "count": 9}, ("out_of_range", "count")),
        ({"kind": "trumps", "count": 23}, ("out_of_range", "count")),
        ({"kind": "matadors", "count": 2}, ("out_of_range", "count")),
        ({"kind": "trumps"}, ("missing", "count")),
        ({"kind": "matadors", "count": 3, "pagat": True}, ("unknown_key", "pagat")),
        ({"kind": "kings"}, ("missing", "level")),
        ({"kind": "kings", "level": "drunk"}, ("not_one_of", "level")),
        ({"kind": "cavallerie", "level": "full"}, ("missing", "suit")),
        ({"kind": "pagats"}, ("not_one_of", "kind")),
        ({}, ("missing", "kind")),
    ],
)
def test_a_declaration_of_the_wrong_shape_is_refused(
    declaration: dict[str, Any], fault: tuple[str, str]
) -> None:
    code, key = fault
    found = shape_faults(declarations=[{"player": "Bo", **declaration}])
    assert found == [(code, f"declarations.0.{key}")]


def test_other_wrong_shapes_are_refused_all_at_once() -> None:
    assert shape_faults(
        outcome="won",
        declarations=[{"kind": "kings", "level": "full"}],
        in_play=[{"event": "queen_lost"}],
        announced_tout="Anna",
        last_trick={"with": "queen", "lost": [{}]},
        card_points=78,
        contract="solo",
    ) == [
        ("not_one_of", "outcome"),
        ("missing", "declarations.0.player"),
        ("missing", "in_play.0.player"),
        ("not_one_of", "in_play.0.event"),
        ("not_flag", "announced_tout"),
        ("missing", "last_trick.winner"),
        ("not_one_of", "last_trick.with"),
        ("missing", "last_trick.lost.0.player"),
        ("missing", "last_trick.lost.0.card"),
        ("not_object", "card_points"),
        ("unknown_key", "contract"),
    ]


def test_two_players_cannot_play() -> None:
    table = apply_event(DANISH, running(), Leave("Cai")).after
    assert faults(plain(table)) == [("wrong_number_of_players", "type")]


@pytest.mark.parametrize("level", ["full", "abundant"])
def test_only_a_half_declaration_has_a_card_missing(level: str) -> None:
    kings = {"player": "Bo", "kind": "kings", "level": level, "missing": "hearts"}
    assert shape_faults(declarations=[kings]) == [("only_half_misses", "declarations.0.missing")]
    rank = {"player": "Bo", "kind": "kings", "level": "half", "missing": "queen"}
    assert shape_faults(declarations=[rank]) == [("not_one_of", "declarations.0.missing")]


def test_only_a_misdeal_has_a_reason_and_a_caller() -> None:
    assert faults(plain(running(), reason="no_trumps", player="Bo")) == [
        ("only_misdeal", "reason"),
        ("only_misdeal", "player"),
    ]
    assert play(running(), outcome="misdeal", reason="wrong_deal", player="Bo").problems == ()
    assert faults(play(running(), outcome="misdeal", player="Zoe")) == [("not_at_table", "player")]
    assert shape_faults(outcome="misdeal", reason="rain") == [("not_one_of", "reason")]
