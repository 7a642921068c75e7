"""Danish tarok: records, house rules, hooks of statistics and the preview."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring.answer import ENGLISH
from scoring.core.events import Hand, read_event, serialize_event
from scoring.core.options import read_rules
from scoring.core.problem import Problem
from scoring.core.translation_marks import render
from scoring.games.danish import DANISH, piles
from scoring.games.danish.contradictions import find_fact_faults
from scoring.games.danish.holdings import collect_facts, fits_any_deal
from scoring.games.danish.record import (
    CAVALLERIE,
    IN_PLAY_EVENTS,
    KINDS,
    LOSING,
    MISSING,
    SUITS,
    WINNING,
    Bagud,
    DanishHand,
    Declaration,
    InPlay,
    LastTrick,
)
from scoring.games.danish.rules import DanishRules
from scoring.games.danish.tables import COUNTED, LEVELS
from support.strategies.danish_table import EVEN, LAST, fresh, plain, play, running


def test_a_record_is_written_without_its_defaults_and_reads_the_same() -> None:
    raw = {
        "type": "hand",
        "declarations": [
            {"player": "Bo", "kind": "trumps", "count": 11, "pagat": True},
            {"player": "Cai", "kind": "cavallerie", "suit": "hearts", "level": "half"},
        ],
        "in_play": [{"player": "Cai", "event": "king_lost"}],
        "last_trick": {"winner": "Bo", "with": "king", "lost": [{"player": "Cai", "card": "king"}]},
        "card_points": {"Bo": 30, "Cai": 20},
    }
    padded = raw | {"outcome": "played", "announced_tout": False, "tout": None, "nolo": None}
    event = read_event(DANISH, padded)
    assert serialize_event(DANISH, event) == raw
    assert read_event(DANISH, raw) == event


def test_the_rules_have_three_options_and_no_presets() -> None:
    problems: list[Problem] = []
    rules = read_rules(DANISH.rules, DANISH.presets, {"count": False, "preset": "pagat"}, problems)
    assert rules == DanishRules(pagat_won_pays=True, count=False, misdeal_pays=False)
    assert [(problem.code, problem.field) for problem in problems] == [
        ("unknown_preset", "rules.preset")
    ]
    assert DANISH.check_rules(rules) == []
    assert DANISH.pots(rules) == ("pagat", "king")


def test_lines_name_the_player_of_their_figure() -> None:
    trick = {"winner": "Bo", "with": "pagat", "lost": [{"player": "Anna", "card": "king"}]}
    step = plain(
        running(),
        declarations=[{"player": "Cai", "kind": "trumps", "count": 10}],
        last_trick=trick,
        card_points={"Anna": 20, "Cai": 20},
    )
    assert [(line.figure, line.by) for line in step.lines] == [
        (None, None),
        ("trumps", "Cai"),
        ("pagat_ultimo", "Bo"),
        ("king_bagud", "Anna"),
        (None, None),
        ("count", "Anna"),
        ("count", "Cai"),
    ]


def test_preview_of_an_incomplete_hand_shows_its_payments() -> None:
    raw: dict[str, Any] = {"in_play": [{"player": "Cai", "event": "king_lost"}]}
    seen = DANISH.preview(raw, fresh())
    assert [line.item for line in seen.lines] == ["foundation", "deal", "king_lost"]
    assert (seen.problems, seen.complete) == ((), False)


def test_a_preview_shows_the_last_trick_once_only_the_count_is_open() -> None:
    seen = DANISH.preview({"last_trick": LAST, "card_points": {"Bo": 20}}, running())
    assert [line.item for line in seen.lines] == ["deal", "last_trick"]
    assert (seen.problems, seen.complete) == ((), False)


def test_a_preview_of_a_whole_hand_is_the_hand() -> None:
    step = plain(running())
    assert isinstance(step.event, Hand)
    seen = DANISH.preview({"last_trick": LAST, "card_points": EVEN}, running())
    assert (seen.lines, seen.problems, seen.complete) == (step.lines, (), True)


def test_a_preview_names_faults_and_shows_the_rest() -> None:
    declarations = [
        {"player": "Zoe", "kind": "kings", "level": "full"},
        {"player": "Bo", "kind": "kings"},
        {"player": "Bo", "kind": "trumps", "count": 12},
    ]
    seen = DANISH.preview({"declarations": declarations, "last_trick": LAST}, running())
    assert [line.item for line in seen.lines] == ["deal", "trumps"]
    assert [(problem.code, problem.field) for problem in seen.problems] == [
        ("not_at_table", "declarations.0.player")
    ]


def test_a_misdeal_and_a_half_declaration_take_optional_details() -> None:
    misdeal = {"type": "hand", "outcome": "misdeal", "reason": "no_trumps", "player": "Bo"}
    halves = [
        {"player": "Bo", "kind": "kings", "level": "half", "missing": "hearts"},
        {
            "player": "Bo",
            "kind": "cavallerie",
            "suit": "clubs",
            "level": "half",
            "missing": "queen",
        },
    ]
    hand = {"type": "hand", "declarations": halves, "last_trick": LAST, "card_points": EVEN}
    for raw in (misdeal, hand):
        event = read_event(DANISH, raw)
        assert serialize_event(DANISH, event) == raw
    unsaid = [{key: item[key] for key in item if key != "missing"} for item in halves]
    told, plainly = (plain(running(), declarations=items) for items in (halves, unsaid))
    assert told.problems == ()
    assert [line.points for line in told.lines] == [line.points for line in plainly.lines]
    assert [render(ENGLISH, line.code, line.values) for line in told.lines[1:3]] == [
        "Bo declares half kings (missing: Hearts): 5 from each of the two others.",
        "Bo declares a half cavallerie (Clubs, missing: Queen): 5 from each of the two others.",
    ]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"reason": "no_trumps"}, ["Misdeal: No trumps."]),
        ({"reason": "wrong_deal", "player": "Bo"}, ["Bo calls a misdeal: Wrong deal."]),
        ({"player": "Bo"}, ["Bo calls a misdeal."]),
        ({}, []),
    ],
)
def test_a_misdeal_is_explained(more: dict[str, str], told: list[str]) -> None:
    step = play(running(), outcome="misdeal", **more)
    said = [line for line in step.lines if line.item == "misdeal"]
    assert [render(ENGLISH, line.code, line.values) for line in said] == told
    assert all(not line.points for line in said)


def draw_declaration(rng: Random) -> Declaration:
    player, kind = rng.choice("ABC"), rng.choice(KINDS)
    if kind in COUNTED:
        fewest, most, _points = COUNTED[kind]
        count = rng.choice([fewest, fewest, rng.randint(fewest, most)])
        return Declaration(player, kind, count=count, pagat=rng.random() < 0.5)
    level = rng.choice(list(LEVELS))
    missing = rng.choice(["", *MISSING[kind]]) if level == "half" else ""
    suit = rng.choice(SUITS) if kind == CAVALLERIE else ""
    return Declaration(player, kind, level=level, suit=suit, missing=missing)


def draw_entries(rng: Random) -> DanishHand:
    played = [(rng.choice("ABC"), rng.choice(IN_PLAY_EVENTS)) for _ in range(rng.randint(0, 3))]
    lost = tuple(Bagud(rng.choice("ABC"), rng.choice(LOSING)) for _ in range(rng.randint(0, 2)))
    return DanishHand(
        declarations=tuple(draw_declaration(rng) for _place in range(rng.randint(1, 3))),
        in_play=tuple(InPlay(player, event) for player, event in played),
        last_trick=LastTrick(rng.choice("ABC"), rng.choice(WINNING), lost),
    )


def test_a_hand_that_fits_any_deal_has_no_fault_between_facts() -> None:
    rng = Random(41)
    seen = set()
    for _number in range(6000):
        record = draw_entries(rng)
        fits = fits_any_deal(record)
        faulty = any(find_fact_faults(collect_facts(record), "A"))
        assert not (fits and faulty), record
        seen.add((fits, faulty))
    assert seen == {(True, False), (False, True), (False, False)}


HALVES = [Declaration("A", CAVALLERIE, level="half", suit=suit) for suit in SUITS]


@pytest.mark.parametrize(
    "declarations",
    [
        [Declaration("A", "trumps", count=10, pagat=True), Declaration("A", "matadors", count=11)],
        [Declaration("A", "trumps", count=11), Declaration("B", "trumps", count=11)],
        [Declaration("A", "trumps", count=14), *HALVES],
        [
            Declaration("A", "kings", level="half"),
            *(
                Declaration("A", CAVALLERIE, level="half", suit=suit, missing="king")
                for suit in SUITS[:2]
            ),
        ],
    ],
)
def test_a_hand_barely_too_full_does_not_fit_any_deal(declarations: list[Declaration]) -> None:
    record = DanishHand(declarations=tuple(declarations))
    assert any(find_fact_faults(collect_facts(record), "C"))
    assert not fits_any_deal(record)


def test_piles_with_room_contradict_no_trick(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(35)
    points_fit_tricks = piles.points_fit_tricks
    monkeypatch.setattr(piles, "points_fit_tricks", lambda _record, _points: False)
    seen = set()
    for _number in range(3000):
        played = [(rng.choice("ABC"), rng.choice(IN_PLAY_EVENTS)) for _ in range(rng.randint(0, 3))]
        lost = tuple(Bagud(rng.choice("ABC"), rng.choice(LOSING)) for _ in range(rng.randint(0, 2)))
        first = rng.randint(0, 78)
        second = rng.randint(0, 78 - first)
        points = {"A": first, "B": second, "C": 78 - first - second}
        record = DanishHand(
            in_play=tuple(InPlay(player, event) for player, event in played),
            tout=rng.choice([None, None, "A"]),
            last_trick=LastTrick(rng.choice("ABC"), rng.choice(WINNING), lost),
            card_points=points,
        )
        faulty = any(piles.find_pile_contradictions(record, "B", ("A", "B", "C")))
        room = points_fit_tricks(record, points)
        assert not (room and faulty), record
        seen.add((room, faulty))
    assert seen == {(True, False), (False, True), (False, False)}
