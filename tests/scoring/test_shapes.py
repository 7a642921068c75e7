"""What every part of a hand needs: left out it is missed by name; a draft goes on without."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.events import read_event
from scoring.core.problem import RefusedError
from scoring.games.danish import DANISH
from scoring.games.magas import MAGAS
from scoring.games.romanian import ROMANIAN
from scoring.games.taper import TAPER
from support.strategies.danish_table import running as danish_table
from support.strategies.hungarian import hand, table_of
from support.strategies.romanian_table import DOI, WON
from support.strategies.romanian_table import table_of as romanian_table

TABLES: dict[str, tuple[Any, Any]] = {
    "magas": (MAGAS, table_of(game=MAGAS)),
    "romanian": (ROMANIAN, romanian_table()),
    "danish": (DANISH, danish_table()),
}
DANISH_HAND = {
    "last_trick": {"winner": "Bo", "with": "other"},
    "card_points": {"Anna": 26, "Bo": 26, "Cai": 26},
}
HANDS: dict[str, dict[str, Any]] = {"magas": hand(), "romanian": DOI | WON, "danish": DANISH_HAND}
# A part with all it needs, by its place; each key of it is left out in turn.
PARTS: list[tuple[str, str, dict[str, Any]]] = [
    ("magas", "announced.0", {"figure": "trull", "by": "Anna"}),
    ("magas", "announced.0", {"figure": "king_uhu", "by": "Anna", "made": True, "suit": "hearts"}),
    ("magas", "tarokks.0", {"player": "Anna", "count": 8}),
    ("magas", "pagat_ultimo", {"by": "Anna", "made": True}),
    ("magas", "sas_ultimo", {"by": "Anna", "made": True}),
    ("magas", "xxi_catch", {"by": "Anna", "from": "Béla"}),
    ("magas", "talon_honours.0", {"player": "Anna", "card": "skiz"}),
    ("magas", "facan.0", {"card": "pagat", "by": "Anna", "made": True}),
    ("magas", "paros_facan", {"by": "declarer", "made": True}),
    ("romanian", "announced.0", {"figure": "trula", "by": "Ana"}),
    ("romanian", "declarations.0", {"player": "Ana", "count": 8}),
    ("romanian", "luna_prinsa", {"by": "Ana", "from": "Dan"}),
    ("romanian", "pagat_ultimo", {"by": "Ana", "made": True}),
    ("romanian", "rege_ultimo", {"made": True}),
    ("danish", "declarations.0", {"player": "Bo", "kind": "trumps", "count": 10}),
    ("danish", "declarations.0", {"player": "Bo", "kind": "kings", "level": "full"}),
    ("danish", "in_play.0", {"player": "Bo", "event": "king_lost"}),
    ("danish", "last_trick", {"winner": "Bo", "with": "other"}),
]
HALVES = [
    (game, place, {key: value for key, value in part.items() if key != left}, left)
    for game, place, part in PARTS
    for left in part
]


def whole(game: str, place: str, part: Any) -> dict[str, Any]:
    key, _cut, number = place.partition(".")
    return {"type": "hand", **HANDS[game], key: [part] if number else part}


def faults(game: Any, raw: dict[str, Any]) -> list[tuple[str, str]]:
    try:
        read_event(game, raw)
    except RefusedError as refused:
        return [(problem.code, problem.field) for problem in refused.problems]
    return []


@pytest.mark.parametrize(("game", "place", "part"), PARTS)
def test_accepts_a_complete_part(game: str, place: str, part: dict[str, Any]) -> None:
    assert faults(TABLES[game][0], whole(game, place, part)) == []


@pytest.mark.parametrize(("game", "place", "part", "left"), HALVES)
def test_refuses_an_incomplete_part_at_the_missing_field(
    game: str, place: str, part: dict[str, Any], left: str
) -> None:
    assert ("missing", f"{place}.{left}") in faults(TABLES[game][0], whole(game, place, part))


@pytest.mark.parametrize(("game", "place", "part", "left"), HALVES)
def test_a_draft_with_half_a_part_has_no_other_fault(
    game: str, place: str, part: dict[str, Any], left: str
) -> None:
    rules, table = TABLES[game]

    found = rules.preview(whole(game, place, part), table)

    assert not found.complete
    assert {problem.code for problem in found.problems} <= {"missing", "unknown_key"}


@pytest.mark.parametrize(
    ("game", "place", "part"),
    [
        ("magas", "kontra_game", -1),
        ("magas", "kontra_game", 6),
        ("magas", "announced.0.kontra", {"figure": "trull", "by": "Anna", "kontra": -1}),
        ("magas", "announced.0.kontra", {"figure": "trull", "by": "Anna", "kontra": 6}),
        ("magas", "declarer_points", -1),
        ("magas", "declarer_points", 95),
        ("magas", "tarokks.0.count", {"player": "Anna", "count": 7}),
        ("magas", "tarokks.0.count", {"player": "Anna", "count": 10}),
        ("romanian", "kontra_game", -1),
        ("romanian", "kontra_game", 6),
        ("romanian", "announced.0.kontra", {"figure": "trula", "by": "Ana", "kontra": -1}),
        ("romanian", "level", 0),
        ("romanian", "level", 8),
        ("romanian", "declarer_points", -1),
        ("romanian", "declarer_points", 71),
        ("romanian", "declarations.0.count", {"player": "Ana", "count": 7}),
        ("romanian", "declarations.0.count", {"player": "Ana", "count": 13}),
        ("danish", "card_points.Bo", {"Bo": -1}),
        ("danish", "card_points.Bo", {"Bo": 79}),
        ("danish", "declarations.0.count", {"player": "Bo", "kind": "matadors", "count": 2}),
        ("danish", "declarations.0.count", {"player": "Bo", "kind": "matadors", "count": 23}),
    ],
)
def test_refuses_a_number_out_of_range_at_its_field(game: str, place: str, part: Any) -> None:
    at = place.rpartition(".")[0] if isinstance(part, dict) else place
    assert ("out_of_range", place) in faults(TABLES[game][0], whole(game, at, part))


def test_an_unknown_outcome_is_the_only_problem_reported() -> None:
    for game in (MAGAS, ROMANIAN, DANISH):
        raw = {"type": "hand", "outcome": "drawn", "wild": 1}
        assert faults(game, raw)[0] == ("not_one_of", "outcome")
    assert faults(MAGAS, {"type": "hand", "outcome": "drawn"}) == [("not_one_of", "outcome")]
    assert faults(TAPER, {"type": "hand", "outcome": "michi"}) == [("not_one_of", "outcome")]


@pytest.mark.parametrize(
    ("game", "raw", "field"),
    [
        (MAGAS, {"outcome": "conceded"}, "declarer"),
        (MAGAS, {"outcome": "failed_trial", "bid": "three"}, "declarer"),
        (MAGAS, {"outcome": "failed_trial", "declarer": "Anna"}, "bid"),
        (ROMANIAN, {"outcome": "michi"}, "tricks_taken"),
        (
            ROMANIAN,
            {"outcome": "surrendered", "contract": "doi", "honour_held": True},
            "declarer",
        ),
        (ROMANIAN, {"outcome": "surrendered", "declarer": "Ana", "contract": "doi"}, "honour_held"),
        (
            ROMANIAN,
            {"outcome": "surrendered", "declarer": "Ana", "honour_held": True},
            "contract",
        ),
        (DANISH, {"in_play": [{"player": "Bo"}]}, "in_play.0.event"),
    ],
)
def test_other_endings_require_their_fields(game: Any, raw: dict[str, Any], field: str) -> None:
    assert faults(game, {"type": "hand", **raw}) == [("missing", field)]


def test_declared_trumps_exclude_the_pagat_by_default() -> None:
    event: Any = read_event(DANISH, whole(*PARTS[14]))
    assert event.record.declarations[0].pagat is False
    told = PARTS[14][2] | {"pagat": True}
    found: Any = read_event(DANISH, whole("danish", "declarations.0", told))
    assert found.record.declarations[0].pagat is True


def test_stores_details_of_tarokks_and_honours() -> None:
    def read_item(key: str, item: dict[str, Any]) -> Any:
        event: Any = read_event(MAGAS, whole("magas", f"{key}.0", item))
        return getattr(event.record, key)[0]

    said = {"player": "Anna", "count": 8}
    assert [read_item("tarokks", said | {"declared": told}).declared for told in (True, False)] == [
        True,
        False,
    ]
    assert read_item("tarokks", said).declared is True
    honour = {"player": "Anna", "card": "XXI"}
    assert [read_item("talon_honours", honour | {"late": told}).late for told in (True, False)] == [
        True,
        False,
    ]
    assert read_item("talon_honours", honour).late is False
