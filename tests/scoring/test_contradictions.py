"""Records that no deal and no course of tricks can have produced, and the rarest that can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from scoring.answer import render_fault
from scoring.core.events import read_event, serialize_event
from scoring.core.posting import sum_points
from scoring.core.problem import Problem
from scoring.core.replay import apply_event, open_table
from scoring.core.table import Table
from scoring.games import GAMES
from scoring.games.romanian.tables import TABLES as ROMANIAN_TABLES
from scoring.games.taper.tables import TABLES as TAPER_TABLES
from support.contradictions import DANISH
from support.deals import danish, romanian
from support.possible_hands import POSSIBLE
from support.romanian_contradictions import ROMANIAN, TAPER
from support.strategies.danish import playing
from support.strategies.romanian import offered

PLAYERS = ("Anna", "Béla", "Csaba", "Dóra")
KINDS = [
    pytest.param(game, raw, refusal, id=f"{game}: {kind}")
    for game, kinds in (("danish", DANISH), ("romanian", ROMANIAN), ("taper", TAPER))
    for kind, (raw, refusal) in kinds.items()
]
# How many deals a run of the tests plays out for each game, rule by rule.
DEALS = 240
HOUSE_RULES: dict[str, dict[str, tuple[Any, ...]]] = {
    "danish": dict.fromkeys(("pagat_won_pays", "count", "misdeal_pays"), (True, False)),
    "romanian": {
        **dict.fromkeys(("pool", "hep_hep", "unu", "trei"), (True, False)),
        "all_pass": ("radler", "michi"),
    },
    "taper": dict.fromkeys(("pool", "hep_hep", "unu"), (True, False)),
}


def problems_of(game: str, raw: dict[str, Any], *, schema: int) -> tuple[Problem, ...]:
    rules = GAMES[game]
    seats = PLAYERS[: 4 if game == "romanian" else 3]
    table = open_table(rules, rules.rules(), seats, seats[-1])
    step = apply_event(rules, table, read_event(rules, {"type": "hand", **raw}, schema=schema))
    assert bool(step.problems) != bool(sum_points(step.lines))
    return step.problems


@pytest.mark.parametrize(("game", "raw", "refusal"), KINDS)
def test_refuses_a_contradiction_except_in_older_records(
    game: str, raw: dict[str, Any], refusal: str
) -> None:
    refused = problems_of(game, raw, schema=3)

    assert refusal in [f"{one.field} {one.code}" for one in refused]
    assert len({render_fault(one) for one in refused}) == len(refused)
    assert problems_of(game, raw, schema=2) == ()


@pytest.mark.parametrize(("game", "raw"), POSSIBLE)
def test_accepts_the_rarest_possible_records(game: str, raw: dict[str, Any]) -> None:
    assert problems_of(game, raw, schema=3) == ()


def tables(game: str, rng: Random) -> Iterator[Table]:
    """Tables under every choice of the house rules, with every number of players."""
    rules, choices = GAMES[game], HOUSE_RULES[game]
    for values in product(*choices.values()):
        options = dict(zip(choices, values, strict=True))
        if options.get("all_pass") == "michi" and not options["pool"]:
            continue
        for size in range(rules.fewest, rules.most + 1):
            seats = PLAYERS[:size]
            yield open_table(rules, rules.rules(**options), seats, rng.choice(seats))


def dealt(game: str, table: Table, rng: Random) -> dict[str, Any]:
    """A hand that was dealt at random and played out by the rules."""
    if game == "danish":
        return danish.deal_hand(rng, playing(table), table.dealer, count=table.rules.count)
    numbers = ROMANIAN_TABLES if game == "romanian" else TAPER_TABLES
    first = rng.choice(table.seats)
    return romanian.deal_hand(rng, list(table.seats), first, offered(table, numbers))


@pytest.mark.parametrize("game", HOUSE_RULES)
def test_dealt_hands_are_always_accepted_and_scored_alike(game: str) -> None:
    rng, rules = Random(35), GAMES[game]
    seen: Counter[str] = Counter()
    under = list(tables(game, rng))
    for number in range(DEALS):
        table = under[number % len(under)]
        raw = dealt(game, table, rng)
        event = read_event(rules, raw)

        step = apply_event(rules, table, event)
        again = apply_event(rules, table, read_event(rules, serialize_event(rules, event)))

        assert step.problems == ()
        assert again.lines == step.lines
        assert sum(sum_points(step.lines).values()) == 0
        seen.update(raw.keys())
    rare = {"danish": ("tout", "nolo"), "romanian": ("rege_ultimo", "king_captured", "tricks")}
    assert all(seen[key] for key in rare.get(game, ("trula", "tricks", "pagat_ultimo")))
