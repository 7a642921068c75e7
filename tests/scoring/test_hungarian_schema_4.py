"""What contradicts itself in a Hungarian hand from record schema 4 on, and stays before it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.events import read_event
from scoring.core.replay import apply_event
from scoring.games import GAMES
from support.hungarian_contradictions import ALL, OWN_CUE, auction, first
from support.hungarian_counts import tarokks
from support.hungarian_schema_4 import SINCE_SCHEMA_4
from support.strategies.hungarian import hand, table_of


def refusals(
    raw: dict[str, Any], game: str = "paskievics", *, schema: int = 4, **rules: Any
) -> list[tuple[str, str]]:
    event = read_event(GAMES[game], raw, schema=schema)
    step = apply_event(GAMES[game], table_of(game=GAMES[game], **rules), event)
    return [(problem.field, problem.code) for problem in step.problems]


@pytest.mark.parametrize("kind", SINCE_SCHEMA_4)
def test_a_new_hand_is_refused_and_one_of_schema_3_stays(kind: str) -> None:
    game, raw, rules, field, code = SINCE_SCHEMA_4[kind]
    assert refusals(raw, game, **rules) == [(field, code)]
    assert refusals(raw, game, schema=3, **rules) == []


def test_a_declarer_who_showed_a_card_may_call_another() -> None:
    for called in ("XX", "XVIII", None):
        raw = auction(OWN_CUE, declarer="Béla", bid="one", called=called, partner=None)
        assert refusals(raw) == []


def test_every_trick_may_be_won_against_nine_tarokks() -> None:
    for count in (8, 9):
        assert refusals(hand(**ALL, **tarokks(("Béla", count)))) == []
    assert refusals(hand(**ALL, **tarokks(("Anna", 9), ("Béla", 9)))) == []


def test_the_partner_beats_the_card_that_the_declarer_could_not() -> None:
    lost = first(("pagat", "Anna", False), ("sas", "Béla", False))
    assert refusals(hand(**lost), "magas") == []
    pair = {"paros_facan": {"by": "opponents", "made": False}}
    assert refusals(hand(**ALL, **pair), "zebi") == []
