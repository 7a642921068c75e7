"""The JSON Schema of the session document accepts what the scorer accepts, and no more shapes."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.answer import build_result
from scoring.core.events import serialize_event
from scoring.core.options import list_options, serialize_rules
from scoring.core.problem import RefusedError
from scoring.core.replay import Step
from scoring.document import read_head
from scoring.games import GAMES
from support.example_counts import count_examples, sample_cases
from support.json_schema import build_validator_of_dialect, check_schema
from support.strategies.sessions import evenings
from tools.dev import schema
from tools.dev.hand_shapes import build_outcome_schemas

ROOT = Path(__file__).resolve().parent.parent.parent
PAPER = ROOT / "docs" / "reference" / "session.schema.json"
SCHEMA = json.loads(PAPER.read_text("utf-8"))
EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.json"))
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
each_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
quick = settings(
    max_examples=count_examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# Of the wrong type wherever the format has a value.
WRONG = 3.5
# An object of any keys: players.
BY_PLAYER = {"points", "card_points", "tricks_taken"}


@cache
def build_schema_validator() -> Any:
    """Return the validator of the schema of session documents."""
    return build_validator_of_dialect(SCHEMA)


def document(path: Path) -> dict[str, Any]:
    """The document of an example."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))["document"]
    return found


def both_accept(raw: Any) -> tuple[bool, bool]:
    """Whether the schema accepts a document, and whether the scorer does."""
    try:
        build_result(read_head(raw))
    except RefusedError:
        scored = False
    else:
        scored = True
    return build_schema_validator().is_valid(raw), scored


def evening_of(steps: list[Step], game: Any) -> dict[str, Any]:
    """The document of an evening, its end among the events."""
    before = steps[0].before
    return {
        "format": "tarokk-session",
        "version": 1,
        "game": game.key,
        "rules": serialize_rules(before.rules),
        "players": list(before.seats),
        "dealer": before.dealer,
        "events": [*(serialize_event(game, step.event) for step in steps), {"type": "end"}],
    }


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value of a document, the document itself apart."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inner:
        yield (*path, key)
        if isinstance(item, dict | list):
            yield from places(item, (*path, key))


def at(raw: Any, path: tuple[Any, ...]) -> Any:
    """The value at the end of a way."""
    for key in path:
        raw = raw[key]
    return raw


def spoilt(raw: Any) -> Iterator[tuple[str, Any]]:
    """The document with one value of a wrong type, or one unknown key in one object."""
    for path in places(raw):
        changed = copy.deepcopy(raw)
        at(changed, path[:-1])[path[-1]] = WRONG
        yield f"{path} is {WRONG}", changed
    for path in [(), *places(raw)]:
        if isinstance(at(raw, path), dict) and not BY_PLAYER & set(path[-1:]):
            changed = copy.deepcopy(raw)
            at(changed, path)["ghost"] = "boo"
            yield f"{path} has a ghost", changed


def test_stored_schema_matches_the_games() -> None:
    build_schema_validator().check_schema(SCHEMA)
    # Read by the rules of a later draft it means the same, but for 50.0.
    check_schema(SCHEMA)

    assert PAPER.read_text("utf-8") == schema.render_schema()
    assert all(build_outcome_schemas(game) for game in GAMES.values())


@each_example
def test_a_worked_document_is_accepted_by_both(path: Path) -> None:
    assert both_accept(document(path)) == (True, True)


@each_example
def test_a_spoilt_worked_document_is_refused_by_both(path: Path) -> None:
    tried = sample_cases(list(spoilt(document(path))))
    taken = [why for why, raw in tried if both_accept(raw) != (False, False)]

    assert taken == []


@each_game
@quick
@given(data=st.data())
def test_an_evening_of_the_battery_is_accepted_by_both(game: Any, data: st.DataObject) -> None:
    raw = evening_of(data.draw(evenings(game, longest=3)), game)

    assert both_accept(json.loads(json.dumps(raw))) == (True, True)


@each_game
@quick
@given(data=st.data())
def test_a_spoilt_evening_is_refused_by_both(game: Any, data: st.DataObject) -> None:
    raw = json.loads(json.dumps(evening_of(data.draw(evenings(game, longest=2)), game)))
    why, changed = data.draw(st.sampled_from(list(spoilt(raw))))

    assert both_accept(changed) == (False, False), why


@each_game
def test_each_option_is_in_the_schema_with_its_meaning(game: Any) -> None:
    shapes = build_schema_validator().schema["$defs"][f"{game.key}_rules"]["properties"]
    meanings = {item.name: item.meaning for item in list_options(game.rules)}

    assert {key: one["description"] for key, one in shapes.items() if key != "preset"} == meanings


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"game": "ghost"},
        {"players": ["Anna", "Béla"]},
        {"players": ["Anna", "Béla", "Csaba", " "]},
        {"players": ["Anna", "Béla", "Csaba", "pot:ultimo"]},
        {"players": ["Anna", "Béla", "Csaba", "Anna"]},
        {"date": "yesterday"},
        {"stake": {"currency": "HUF", "per_point": "-10"}},
        {"stake": {"currency": "GHO", "per_point": "10"}},
        {"rules": {"max_kontra": 77}},
        {"events": [{"type": "fine", "player": "Anna", "severity": "minor"}]},
        {"events": [{"type": "adjust", "points": {"Anna": 0}, "note": ""}]},
    ],
    ids=str,
)
def test_a_head_that_cannot_be_is_refused_by_both(change: dict[str, Any]) -> None:
    whole = {
        "format": "tarokk-session",
        "version": 1,
        "game": "paskievics",
        "players": ["Anna", "Béla", "Csaba", "Dóra"],
        "dealer": "Anna",
        "events": [],
    }

    assert both_accept(whole) == (True, True)
    assert both_accept(whole | change) == (False, False)


def _keys(shape: Any) -> Iterator[str]:
    if isinstance(shape, dict):
        yield from shape.get("properties", {})
        for inner in shape.values():
            yield from _keys(inner)
    elif isinstance(shape, list):
        for inner in shape:
            yield from _keys(inner)


def test_the_paper_answers_its_own_document_and_names_every_key() -> None:
    text = (ROOT / "docs" / "reference" / "format.md").read_text("utf-8")
    asked, answered = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.S))
    options = {item.name for game in GAMES.values() for item in list_options(game.rules)}
    keys = set(_keys(build_schema_validator().schema)) - options

    assert both_accept(asked) == (True, True)
    assert build_result(read_head(asked)) == answered
    assert [key for key in sorted(keys) if not re.search(rf"\b{key}\b", text)] == []


def test_schema_and_reader_refuse_invalid_numbers_days_and_money() -> None:
    whole = document(next(path for path in EXAMPLES if path.stem == "paskievics-ultimo-pot"))
    hand = {"type": "hand", "declarer": "Anna", "bid": "two", "partner": "Béla"}
    plain: dict[str, Any] = {
        "format": "tarokk-session",
        "version": 1,
        "game": "paskievics",
        "players": ["Anna", "Béla", "Csaba", "Dóra"],
        "dealer": "Anna",
        "events": [{**hand, "declarer_points": 50}],
    }
    assert both_accept(whole) == both_accept(plain) == (True, True)
    refused: tuple[dict[str, Any], ...] = (
        {"events": [{**hand, "declarer_points": 50.0}]},
        {"events": [hand]},
        {"version": 1.0},
        {"schema": 3.0},
        {"date": "2026-02-30"},
        {"date": "2025-02-29"},
        {"stake": {"currency": "HUF", "per_point": "10.5"}},
        {"stake": {"currency": "DKK", "per_point": "0.125"}},
    )
    for change in refused:
        assert both_accept(plain | change) == (False, False), change
    accepted: tuple[dict[str, Any], ...] = (
        {"date": "2024-02-29"},
        {"stake": {"currency": "DKK", "per_point": "0.12"}},
        {"stake": {"currency": "HUF", "per_point": "10"}},
        {"schema": 2},
    )
    for change in accepted:
        assert both_accept(plain | change) == (True, True), change
    danish = plain | {"game": "danish", "players": plain["players"][:3]}
    counted = {"type": "hand", "card_points": {"Anna": 26, "Béla": 26}}
    last = {"last_trick": {"winner": "Béla", "with": "other"}}
    assert both_accept(danish | {"events": [counted]}) == (False, False)
    assert both_accept(danish | {"events": [counted | last]}) == (True, True)
