"""Figures of the club itself: set up in its rules, scored like trull, explained by their name."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.answer import ENGLISH
from scoring.core.options import read_rules, serialize_rules
from scoring.core.problem import Problem
from scoring.core.translation_marks import render
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.paskievics.rules import PRESETS
from support.strategies.hungarian import announced, faults, hand, score, table_of, value

PHEASANT = {"key": "pheasant", "name": "Fácán 100%", "silent": 10, "announced": 20}
HAT = {"key": "hat", "name": "Kalap", "silent": None, "announced": 7}
MOLE = {"key": "mole", "name": "Vakond", "silent": 3}
TABLE = table_of(own_figures=[PHEASANT, HAT, MOLE])


def announced_made(
    key: str, by: str = "Anna", *, made: bool = True, kontra: int = 0
) -> dict[str, Any]:
    return {**announced(f"own:{key}", by, kontra), "made": made}


def codes(raw: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault.code, fault.field) for fault in faults(raw, TABLE)]


def test_pays_an_own_figure_made_failed_silent_or_with_kontra() -> None:
    # The three itself is worth 1.
    assert value(hand(announced=[announced_made("pheasant")]), TABLE) == 1 + 20
    assert value(hand(announced=[announced_made("pheasant", made=False)]), TABLE) == 1 - 20
    assert value(hand(announced=[announced_made("pheasant", "Béla")]), TABLE) == 1 - 20
    assert value(hand(announced=[announced_made("hat", kontra=2)]), TABLE) == 1 + 7 * 4
    assert value(hand(own={"own:pheasant": "declarer"}), TABLE) == 1 + 10
    assert value(hand(own={"own:mole": "opponents"}), TABLE) == 1 - 3


def test_the_other_side_may_score_a_failed_figure_silently() -> None:
    raw = hand(
        announced=[announced_made("pheasant", made=False)], own={"own:pheasant": "opponents"}
    )
    assert value(raw, TABLE) == 1 - 20 - 10


def test_all_tricks_do_not_imply_an_own_figure() -> None:
    # Silent volat 3; the plain game falls away beside it.
    assert value(hand(declarer_points=94, tricks="all"), TABLE) == 3
    raw = hand(declarer_points=94, tricks="all", own={"own:mole": "declarer"})
    assert value(raw, TABLE) == 3 + 3


def test_an_own_figure_is_doubled_and_explained_by_its_name() -> None:
    doubled = score({"type": "hand", "outcome": "passed_out"}, TABLE).after
    lines = score(hand(announced=[announced_made("pheasant", kontra=1)]), doubled).lines
    (line,) = [line for line in lines if line.figure == "own:pheasant"]
    assert (line.announced, line.kontra, line.side, line.by) == (True, 1, "declarer", "Anna")
    assert render(ENGLISH, line.code, line.values) == (
        "Fácán 100%, announced by Anna and made after Kontra:"
        " each opponent of the declarer pays 20 × 2 × 2 (doubled round) = 80."
    )
    (line,) = [
        one
        for one in score(hand(own={"own:mole": "opponents"}), TABLE).lines
        if one.figure == "own:mole"
    ]
    assert render(ENGLISH, line.code, line.values).startswith("Vakond, made silently by the opp")


@pytest.mark.parametrize(
    ("raw", "refused"),
    [
        (hand(announced=[announced_made("cat")]), ("hu.own_unknown", "announced.0.figure")),
        (hand(own={"own:cat": "declarer"}), ("hu.own_unknown", "own.own:cat")),
        (hand(own={"pheasant": "declarer"}), ("unknown_key", "own.pheasant")),
        (hand(own={"own:pheasant": "nobody"}), ("not_one_of", "own.own:pheasant")),
        (hand(announced=[announced_made("mole")]), ("hu.own_only_silent", "announced.0.figure")),
        (hand(own={"own:hat": "declarer"}), ("hu.own_only_announced", "own.own:hat")),
        (
            hand(
                announced=[announced_made("pheasant", made=False)], own={"own:pheasant": "declarer"}
            ),
            ("hu.own_announced", "own.own:pheasant"),
        ),
        (
            hand(announced=[announced_made("pheasant")], own={"own:pheasant": "opponents"}),
            ("hu.own_both", "own.own:pheasant"),
        ),
        (
            hand(announced=[announced_made("pheasant"), announced_made("pheasant", "Béla")]),
            ("hu.own_both", "announced.1.made"),
        ),
        (
            hand(announced=[announced_made("pheasant"), announced_made("pheasant", "Csaba")]),
            ("hu.announced_twice", "announced.1.figure"),
        ),
        (hand(announced=[announced("own:pheasant")]), ("missing", "announced.0.made")),
    ],
)
def test_refuses_an_impossible_own_figure(raw: dict[str, Any], refused: tuple[str, str]) -> None:
    assert codes(raw) == [refused]


@pytest.mark.parametrize(
    ("figures", "refused"),
    [
        ([PHEASANT, PHEASANT], ("own_key_twice", "rules.own_figures.1.key")),
        ([{**PHEASANT, "key": "Ä"}], ("own_key_wrong", "rules.own_figures.0.key")),
        ([{**PHEASANT, "key": "x" * 31}], ("own_key_wrong", "rules.own_figures.0.key")),
        ([{**PHEASANT, "name": " "}], ("own_name_wrong", "rules.own_figures.0.name")),
        ([{**PHEASANT, "silent": 1001}], ("own_worth_wrong", "rules.own_figures.0.silent")),
        ([{**PHEASANT, "announced": True}], ("own_worth_wrong", "rules.own_figures.0.announced")),
        ([{**PHEASANT, "worth": 1}], ("unknown_key", "rules.own_figures.0.worth")),
        (["pheasant"], ("not_object", "rules.own_figures.0")),
        ({"pheasant": 1}, ("not_list", "rules.own_figures")),
        (
            [{**PHEASANT, "key": f"k{number}"} for number in range(21)],
            ("own_too_many", "rules.own_figures"),
        ),
    ],
)
def test_figures_that_cannot_be_set_up_are_refused(figures: Any, refused: Any) -> None:
    problems: list[Problem] = []
    read_rules(HungarianRules, PRESETS, {"own_figures": figures}, problems)
    assert [(fault.code, fault.field) for fault in problems] == [refused]


def test_the_rules_are_written_as_they_were_read() -> None:
    found = serialize_rules(TABLE.rules)["own_figures"]
    assert found == [PHEASANT, HAT, {**MOLE, "announced": None}]
    assert table_of(own_figures=found).rules == TABLE.rules
