"""Random evenings of every game, scored by the product and by a second scorer.

The second one (`tests/second`) is written only from the rules and shares no code with the first.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from second import danish, hungarian, romanian
from second.table import Evening, shares

from scoring.answer import build_result
from scoring.core.events import serialize_event
from scoring.core.options import serialize_rules
from scoring.document import read_head
from scoring.games import GAMES
from support.example_counts import count_examples
from support.strategies.sessions import evenings

# More by hand, in the environment; an example is an evening of up to six hands.
EXAMPLES = int(os.environ.get("SECOND_SCORER_EXAMPLES", "0")) or count_examples(60)
HUNGARIAN = ("paskievics", "illustrated", "magas", "zebi")
SECOND = {
    **dict.fromkeys(HUNGARIAN, hungarian.score),
    "danish": danish.score,
    **dict.fromkeys(("romanian", "taper"), romanian.score),
}


def second(document: dict[str, Any]) -> dict[str, Any]:
    """What the second scorer says of a document of hands that is closed at its end."""
    at = Evening(document["game"], document["rules"], document["players"], document["dealer"])
    hands = []
    for event in document["events"]:
        if event["type"] == "end":
            for pot, content in at.pots.items():
                for player, part in shares(content, at.from_player(at.dealer)).items():
                    at.give(player, part)
                at.pots[pot] = 0
            continue
        before, dealer, times = dict(at.balances), at.dealer, at.times()
        SECOND[at.game](event, at)
        net = {player: points - before[player] for player, points in at.balances.items()}
        hands.append({"dealer": dealer, "multiplier": times, "net": net, "pots": dict(at.pots)})
    return {"balances": at.balances, "pots": at.pots, "hands": hands}


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_second_scorer_agrees_on_every_hand(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    played = data.draw(evenings(game))
    table = played[0].before
    document = {
        "format": "tarokk-session",
        "version": 1,
        "game": key,
        "rules": serialize_rules(table.rules),
        "players": list(table.seats),
        "dealer": table.dealer,
        "events": [*(serialize_event(game, step.event) for step in played), {"type": "end"}],
    }

    told = build_result(read_head(document))
    other = second(document)

    wanted = [{name: hand[name] for name in other["hands"][0]} for hand in told["hands"]]
    assert wanted == other["hands"]
    assert (told["balances"], told["pots"]) == (other["balances"], other["pots"])
