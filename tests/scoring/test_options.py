"""Options of house rules: the values of each kind, and how faults are reported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from scoring.core.guide import build_flag_sentences
from scoring.core.options import (
    BY_BID,
    CHOICE,
    FLAG,
    LARGEST_VALUE,
    OWN,
    PAIR,
    SUBSET,
    WHOLE,
    allow_old_words,
    define_option,
    read_rules,
    serialize_rules,
)
from scoring.core.own_figures import LARGEST_WORTH, LONGEST_NAME, MOST_FIGURES
from scoring.core.problem import Problem

ALLOWED = {"allowed": "red, blue"}
PAIR_ENDS = {"lowest": 0, "highest": LARGEST_VALUE}


@dataclass(frozen=True)
class Rules:
    flag: bool = define_option(FLAG, True, "It is on.", "R")
    word: str = allow_old_words(
        define_option(CHOICE, "red", "A colour.", "R", ("red", "blue")), "green"
    )
    many: tuple[str, ...] = define_option(SUBSET, (), "Colours.", "R", ("red", "blue"))
    free: int = define_option(WHOLE, 5, "Any number.", "R")
    near: int = define_option(WHOLE, 5, "A number from 3 to 7.", "R", (3, 7))
    pair: tuple[int, int] = define_option(PAIR, (1, 2), "Two numbers.", "R")
    bids: Mapping[str, tuple[int, int]] | None = define_option(
        BY_BID, None, "Two a bid.", "R", ("red", "blue")
    )
    own: tuple[Any, ...] = define_option(OWN, (), "Figures.", "R")


def read(**raw: Any) -> tuple[Rules, list[tuple[str, str, dict[str, Any]]]]:
    problems: list[Problem] = []
    rules = read_rules(Rules, {"two": {"free": 2}}, raw, problems)
    return rules, [(one.code, one.field, dict(one.values)) for one in problems]


GOOD: list[tuple[str, Any, Any]] = [
    ("flag", False, False),
    ("word", "blue", "blue"),
    ("word", "green", "green"),
    ("many", ["blue", "red", "blue"], ("red", "blue")),
    ("many", (), ()),
    ("free", 0, 0),
    ("free", LARGEST_VALUE, LARGEST_VALUE),
    ("near", 3, 3),
    ("near", 7, 7),
    ("pair", [0, LARGEST_VALUE], (0, LARGEST_VALUE)),
    ("bids", None, None),
    ("bids", {"red": [0, 1], "blue": [2, 3]}, {"red": (0, 1), "blue": (2, 3)}),
    ("free", None, 5),
]
BAD: list[tuple[str, Any, str, dict[str, Any]]] = [
    ("flag", 1, "not_flag", {}),
    ("word", "black", "not_one_of", ALLOWED),
    ("word", ["red"], "not_one_of", ALLOWED),
    ("many", "red", "not_some_of", ALLOWED),
    ("many", {"red": 1}, "not_some_of", ALLOWED),
    ("many", ["red", "black"], "not_some_of", ALLOWED),
    ("many", [1], "not_some_of", ALLOWED),
    ("free", True, "not_whole", {}),
    ("free", -1, "out_of_range", PAIR_ENDS),
    ("free", LARGEST_VALUE + 1, "out_of_range", PAIR_ENDS),
    ("near", 2, "out_of_range", {"lowest": 3, "highest": 7}),
    ("near", 8, "out_of_range", {"lowest": 3, "highest": 7}),
    ("pair", 1, "not_pair", PAIR_ENDS),
    ("pair", "12", "not_pair", PAIR_ENDS),
    ("pair", [1], "not_pair", PAIR_ENDS),
    ("pair", [1, 2, 3], "not_pair", PAIR_ENDS),
    ("pair", [-1, 2], "not_pair", PAIR_ENDS),
    ("pair", [1, LARGEST_VALUE + 1], "not_pair", PAIR_ENDS),
    ("pair", [1, True], "not_pair", PAIR_ENDS),
    ("pair", [1, "2"], "not_pair", PAIR_ENDS),
    ("bids", [], "not_by_bid", ALLOWED),
    ("bids", ["red", "blue"], "not_by_bid", ALLOWED),
    ("bids", {"red": [0, 1]}, "not_by_bid", ALLOWED),
    ("bids", {"red": [0, 1], "blue": [2, 3], "x": [4, 5]}, "not_by_bid", ALLOWED),
    ("bids", {"red": [0, 1], "blue": 2}, "not_by_bid", ALLOWED),
    ("own", {}, "not_list", {}),
]


@pytest.mark.parametrize(("name", "value", "kept"), GOOD)
def test_accepts_a_valid_option_value(name: str, value: Any, kept: Any) -> None:
    rules, problems = read(**{name: value})

    assert problems == []
    assert getattr(rules, name) == kept


@pytest.mark.parametrize(("name", "value", "code", "values"), BAD)
def test_refuses_an_invalid_option_value(
    name: str, value: Any, code: str, values: dict[str, Any]
) -> None:
    rules, problems = read(**{name: value})

    assert problems == [(code, f"rules.{name}", values)]
    assert getattr(rules, name) == getattr(Rules(), name)


def test_a_preset_is_taken_and_one_option_beside_it_wins() -> None:
    assert read(preset="two")[0].free == 2
    assert read(preset="two", free=3)[0].free == 3
    assert read(preset="three")[1] == [("unknown_preset", "rules.preset", {"allowed": "two"})]
    assert read(preset=["two"])[1] == [("unknown_preset", "rules.preset", {"allowed": "two"})]
    assert read(wild=1)[1] == [("unknown_key", "rules.wild", {"key": "wild"})]


def test_rules_are_written_as_they_are_read() -> None:
    own = [{"key": "hat", "name": "Kalap", "silent": None, "announced": 7}]
    raw = {"many": ["red"], "pair": [3, 4], "bids": {"red": [0, 1], "blue": [2, 3]}, "own": own}
    rules, problems = read(**raw)

    written = serialize_rules(rules)

    assert problems == []
    assert {name: written[name] for name in raw} == raw
    assert read(**written) == (rules, [])


def test_only_flags_have_sentences() -> None:
    assert build_flag_sentences(Rules) == {"rule.flag.yes": "It is on."}


# --- the figures of a club


def own(**changes: Any) -> dict[str, Any]:
    return {"key": "hat", "name": "Kalap", "silent": None, "announced": 7, **changes}


def faults_of(*figures: Any) -> list[tuple[str, str]]:
    return [(code, field) for code, field, _values in read(own=list(figures))[1]]


@pytest.mark.parametrize(
    "changes",
    [
        {"silent": 0, "announced": LARGEST_WORTH},
        {"silent": None, "announced": None},
        {"name": "K" * LONGEST_NAME},
        {"key": "k" * 30},
    ],
)
def test_figures_up_to_the_limits_are_taken(changes: dict[str, Any]) -> None:
    assert faults_of(own(**changes)) == []


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"silent": -1}, "own_worth_wrong", "silent"),
        ({"announced": LARGEST_WORTH + 1}, "own_worth_wrong", "announced"),
        ({"announced": True}, "own_worth_wrong", "announced"),
        ({"announced": "7"}, "own_worth_wrong", "announced"),
        ({"name": "K" * (LONGEST_NAME + 1)}, "own_name_wrong", "name"),
        ({"name": "  "}, "own_name_wrong", "name"),
        ({"name": None}, "own_name_wrong", "name"),
        ({"key": ""}, "own_key_wrong", "key"),
        ({"key": "k" * 31}, "own_key_wrong", "key"),
        ({"key": "Hat"}, "own_key_wrong", "key"),
        ({"key": None}, "own_key_wrong", "key"),
        ({"more": 1}, "unknown_key", "more"),
    ],
)
def test_figures_beyond_them_are_refused_at_their_field(
    changes: dict[str, Any], code: str, field: str
) -> None:
    assert faults_of(own(key="first"), own(**changes)) == [(code, f"rules.own.1.{field}")]


def test_a_club_has_so_many_figures_and_each_once() -> None:
    many = [own(key=f"hat{number}") for number in range(MOST_FIGURES + 1)]

    assert faults_of(*many[:-1]) == []
    assert faults_of(*many) == [("own_too_many", "rules.own")]
    assert faults_of(own(), own()) == [("own_key_twice", "rules.own.1.key")]
    assert faults_of(own(), 5) == [("not_object", "rules.own.1")]
