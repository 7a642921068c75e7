"""Made-up evenings: whatever is dealt, the scorer takes it, and the same seed deals the same."""

import json
from datetime import date
from random import Random
from typing import Any

import pytest

from scoring.answer import build_result
from scoring.core.problem import RefusedError
from scoring.document import read_head
from scoring.parsing import parse_strict_json
from tools.demo.evening import DEALS, SessionPlan, play_session

PLAYERS = ("Anna", "Béla", "Csaba", "Dóra", "Emil")
HANDS = 100
# Every table that a game can have, under its presets and its rarer rules: five sessions a game.
SESSIONS: list[tuple[str, int, dict[str, Any]]] = [
    ("paskievics", 4, {}),
    ("paskievics", 5, {"talon_honours_to_dealer": True, "hold_rule": "old", "pais_xvii": True}),
    ("paskievics", 4, {"preset": "standard"}),
    ("paskievics", 5, {"preset": "tournament", "max_kontra": 0}),
    ("paskievics", 4, {"solo_jump": "xviii", "void_hands": "extend", "max_kontra": 1}),
    ("illustrated", 4, {}),
    ("illustrated", 5, {"preset": "itvb"}),
    ("illustrated", 4, {"sas": True, "void_hands": "pot"}),
    ("illustrated", 5, {"dealer_shares": True, "talon_honours_to_dealer": True}),
    ("illustrated", 4, {"preset": "itvb", "void_redeal": "next"}),
    *(
        (game, size, rules)
        for game in ("magas", "zebi")
        for size, rules in (
            (4, {}),
            (5, {"dealer_shares": True}),
            (4, {"void_hands": "pot"}),
            (5, {"talon_honours_to_dealer": True}),
            (4, {"void_redeal": "next"}),
        )
    ),
    ("danish", 3, {}),
    ("danish", 4, {}),
    ("danish", 3, {"count": False}),
    ("danish", 4, {"pagat_won_pays": False}),
    ("danish", 4, {"count": False, "pagat_won_pays": False}),
    ("romanian", 4, {}),
    ("romanian", 4, {"all_pass": "radler", "hep_hep": True}),
    ("romanian", 4, {"unu": False}),
    ("romanian", 4, {"pool": False, "all_pass": "radler"}),
    ("romanian", 4, {"hep_hep": True}),
    ("taper", 3, {}),
    ("taper", 3, {"pool": False}),
    ("taper", 3, {"unu": False}),
    ("taper", 3, {"hep_hep": True}),
    ("taper", 3, {"hep_hep": True, "pool": False, "unu": False}),
]


def _scored(document: dict[str, Any]) -> dict[str, Any]:
    """The scorer's answer to the document as a file holds it."""
    return build_result(read_head(parse_strict_json(json.dumps(document))))


@pytest.mark.ci
@pytest.mark.parametrize(("game", "size", "rules"), SESSIONS)
def test_the_scorer_takes_every_hand(game: str, size: int, rules: dict[str, Any]) -> None:
    plan = SessionPlan(game, PLAYERS[:size], HANDS, rules, auctions=0.5)

    document = play_session(plan, rng=Random(len(rules) * 10 + size))

    found = _scored(document)
    assert len(found["hands"]) == HANDS
    assert sum(found["balances"].values()) == 0
    assert not any(found["pots"].values())


def test_every_game_is_dealt_five_hundred_times() -> None:
    games = [game for game, _size, _rules in SESSIONS]

    assert {game: games.count(game) * HANDS for game in games} == dict.fromkeys(DEALS, 500)


@pytest.mark.parametrize("game", DEALS)
def test_the_same_seed_deals_the_same_evening(game: str) -> None:
    plan = SessionPlan(
        game, PLAYERS[: 3 if game == "taper" else 4], 12, notice=game == "paskievics"
    )

    assert play_session(plan, rng=Random(5)) == play_session(plan, rng=Random(5))
    assert play_session(plan, rng=Random(5)) != play_session(plan, rng=Random(6))


def test_a_document_follows_its_plan() -> None:
    stake = {"currency": "HUF", "per_point": "10"}
    plan = SessionPlan(
        "paskievics",
        PLAYERS[:4],
        12,
        title="Table 1",
        day=date(2026, 11, 18),
        stake=stake,
        auctions=1,
        finished=False,
        joins=(3, "Zoli"),
        leaves=9,
        adjustment_note="A side bet",
    )

    document = play_session(plan, rng=Random(1))

    kinds = [event["type"] for event in document["events"]]
    assert kinds[3] == "join"
    assert kinds.count("hand") == 12
    assert kinds.count("leave") == kinds.count("adjust") == 1
    assert "end" not in kinds
    played = [event for event in document["events"] if "declarer_points" in event]
    assert played
    assert all(event["auction"] for event in played)
    assert (document["title"], document["date"]) == ("Table 1", "2026-11-18")
    assert document["stake"] == stake


@pytest.mark.parametrize("seed", range(8))
def test_notice_ends_the_evening_when_the_skiz_would_deal_again(seed: int) -> None:
    plan = SessionPlan("paskievics", PLAYERS[: 4 + seed % 2], 3, notice=True)

    document = play_session(plan, rng=Random(seed))

    events = document["events"]
    place = next(n for n, event in enumerate(events) if event["type"] == "notice")
    found = _scored(document)
    skiz = events[place]["skiz"]
    assert skiz in [hand["dealer"] for hand in found["hands"][place:]]
    assert found["next"]["dealer"] == skiz
    assert events[-1]["type"] == "end"


def test_a_hand_that_the_scorer_refuses_stops_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.demo.paskievics.count_card_points", lambda cards: 99)

    with pytest.raises(RefusedError, match="declarer_points"):
        play_session(SessionPlan("paskievics", PLAYERS[:4], 9), rng=Random(1))


def test_a_hand_impossible_at_this_table_stops_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.demo.paskievics.find_sweeping_side", lambda *tricks: 0)
    monkeypatch.setattr("tools.demo.paskievics.count_declarer_points", lambda played: 5)

    with pytest.raises(RefusedError, match="too_few_points"):
        play_session(SessionPlan("paskievics", PLAYERS[:4], 9), rng=Random(1))
