"""Declarations that rule each other out: no more cards are declared than there are."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.games.danish.record import KINGS, MATADORS, TRUMPS
from scoring.games.danish.tables import ALL_KINGS, COUNTED
from tarokk_club.club.hand.forms.danish.words import BARRED

Bars = tuple[tuple[str, str], ...]


def declared_bars(kind: str, player: str, value: str, playing: Iterable[str]) -> Bars:
    """What the others have declared that leaves no such cards for this player."""
    others = [f"{kind}_{other}" for other in playing if other != player]
    if kind == TRUMPS:
        fewest, most, _lowest = COUNTED[TRUMPS]
        steps = range(max(fewest, most + 1 - int(value)), most + 1)
        against = [f"{other}={step}" for other in others for step in steps]
        # Three who declare trumps would have more than there are.
        against.append("&".join(f"{other}!=" for other in others))
        return _barred(against, "too_many_trumps")
    if kind == MATADORS:
        return _barred([f"{other}!=" for other in others], "matadors_of_two")
    if kind == KINGS and value in ALL_KINGS:
        against = [f"{other}={level}" for other in others for level in ALL_KINGS]
        return _barred(against, "kings_of_two")
    return ()


def _barred(choices: Iterable[str], code: str) -> Bars:
    return (("|".join(choices), str(BARRED[code])),)
