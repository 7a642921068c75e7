"""Compute the ratings independently, by feeding the library with all hands in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from openskill.models import PlackettLuce

from support.recount.hands import Evening, Hand

# Outcomes that count for the ratings.
MEASURING = {"played", "conceded", "surrendered", "michi"}


def strengths(evenings: Iterable[Evening]) -> dict[str, tuple[float, float, int]]:
    """Return skill around 1000, its uncertainty and the number of hands, by name."""
    model = PlackettLuce()
    known: dict[str, tuple[float, float]] = {}
    hands = Counter[str]()
    for one in evenings:
        for hand in one.hands:
            if hand.outcome not in MEASURING:
                continue
            sides = [side for side in _sides(hand) if side]
            # A lone player counts as many times as there are opponents.
            size = max(map(len, sides))
            teams = [
                [model.rating(*known.get(player, ())) for player in (side * size)[:size]]
                for side in sides
            ]
            scores = [sum(hand.net[player] for player in side) for side in sides]
            rated = model.rate(teams, ranks=[-score for score in scores])
            for side, team in zip(sides, rated, strict=True):
                known |= {
                    player: (one.mu, one.sigma) for player, one in zip(side, team, strict=False)
                }
            hands.update(hand.playing)
    return {
        player: (1000 + 40 * (mu - 25), 2 * 40 * sigma, hands[player])
        for player, (mu, sigma) in known.items()
    }


def _sides(hand: Hand) -> list[list[str]]:
    if hand.ours:
        return [sorted(hand.ours), sorted(hand.theirs)]
    return [[player] for player in sorted(hand.playing)]
