"""Hands refused since record schema 2 and accepted in records of schema 1."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.events import read_event
from scoring.core.options import read_rules
from scoring.core.posting import sum_points
from scoring.core.replay import apply_event, open_table
from scoring.games import GAMES
from support.newly_refused import NEWLY, PEOPLE, PLAYED, tarokks


def refusals(game: str, raw: dict[str, Any], *, schema: int) -> list[str]:
    rules = GAMES[game]
    seats = PEOPLE[: 4 if game != "danish" else 3]
    table = open_table(rules, rules.rules(), seats, seats[-1])
    step = apply_event(rules, table, read_event(rules, {"type": "hand", **raw}, schema=schema))
    assert bool(step.problems) != bool(step.lines) or not sum_points(step.lines)
    return [f"{problem.field} {problem.code}" for problem in step.problems]


@pytest.mark.parametrize(("game", "raw", "refusal"), NEWLY)
def test_refuses_a_new_record_and_accepts_an_older_one(
    game: str, raw: dict[str, Any], refusal: str
) -> None:
    assert refusals(game, raw, schema=2) == [refusal]
    assert refusals(game, raw, schema=1) == []


def test_two_counts_of_tarokks_are_as_many_as_there_can_be() -> None:
    assert refusals("paskievics", {**PLAYED, "tarokks": tarokks(9, 9)}, schema=2) == []
    late = [{**item, "declared": False} for item in tarokks(8, 8, 8)]
    assert refusals("magas", {**PLAYED, "tarokks": late}, schema=2) == [
        "tarokks.2.count hu.too_many_tarokks"
    ]


def standard(raw: dict[str, Any], **options: Any) -> list[str]:
    game = GAMES["paskievics"]
    rules = read_rules(game.rules, game.presets, {"preset": "standard", **options}, [])
    table = open_table(game, rules, PEOPLE, "Dóra")
    step = apply_event(game, table, read_event(game, {"type": "hand", **raw}))
    return [f"{problem.field} {problem.code}" for problem in step.problems]


def test_under_standard_the_opponents_announce_only_after_kontra() -> None:
    said = [{"figure": "trull", "by": "Béla"}]
    assert standard({**PLAYED, "announced": said}) == ["announced.0.by hu.needs_kontra"]
    assert standard({**PLAYED, "announced": said, "kontra_game": 1}) == []
    assert standard({**PLAYED, "announced": [{"figure": "trull", "by": "Csaba"}]}) == []
    assert standard({**PLAYED, "announced": said}, opponents_bonus_needs_kontra=False) == []


def test_rule_forbids_one_player_double_and_volat() -> None:
    both = [{"figure": "double", "by": "Anna"}, {"figure": "volat", "by": "Anna"}]
    refused = ["announced.1.figure hu.double_and_volat"]
    assert standard({**PLAYED, "announced": both}, double_and_volat_by_one=False) == refused
    assert standard({**PLAYED, "announced": both}) == []
    partners = [both[0], {"figure": "volat", "by": "Csaba"}]
    assert standard({**PLAYED, "announced": partners}, double_and_volat_by_one=False) == []


def test_only_the_holdings_of_the_table_annul_a_hand() -> None:
    annulled = {"outcome": "annulled"}
    assert standard(annulled) == []
    for holding in ("kings", "no_tarokk", "xxi"):
        assert standard({**annulled, "holding": holding}) == []
    for holding in ("pagat", "xxi_pagat"):
        assert standard({**annulled, "holding": holding}) == ["holding hu.holding_off"]
    assert standard(annulled, annul=[]) == ["outcome hu.annul_off"]
