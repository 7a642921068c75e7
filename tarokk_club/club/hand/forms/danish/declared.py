"""Declarations that rule each other out, because no more cards can be declared than there are."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.games.danish.record import KINGS, MATADORS, TRUMPS
from scoring.games.danish.tables import ALL_KINGS, COUNTED, LEVEL_CARDS
from tarokk_club.club.hand.forms.danish.words import BARRED

Bars = tuple[tuple[str, str], ...]
_WITH_FOOL = tuple(level for level, (_many, fool) in LEVEL_CARDS.items() if fool)


def declared_bars(kind: str, player: str, value: str, playing: Iterable[str]) -> Bars:
    """Return the others' declarations that leave no such cards for this player."""
    others = _others(player, playing)
    if kind == TRUMPS:
        fewest, most, _lowest = COUNTED[TRUMPS]
        steps = range(max(fewest, most + 1 - int(value)), most + 1)
        against = [f"{kind}_{other}={step}" for other in others for step in steps]
        # Three players who declare trumps would have more than there are.
        against.append("&".join(f"{kind}_{other}!=" for other in others))
        return _barred(against, "too_many_trumps")
    same = [f"{kind}_{other}!=" for other in others]
    if kind == MATADORS:
        return _barred(same, "matadors_of_two")
    bars = _barred(same, "kings_of_two" if kind == KINGS else "cavallerie_of_two")
    if value in _WITH_FOOL:
        held = [f"{MATADORS}_{other}!=" for other in others]
        if kind != KINGS:
            held += [f"{KINGS}_{other}={level}" for other in others for level in _WITH_FOOL]
        bars += _barred(held, "fool_of_two")
    return bars


def pagat_bars(player: str, playing: Iterable[str]) -> Bars:
    """What the others have declared that has the pagat in it."""
    others = _others(player, playing)
    held = [f"{MATADORS}_{other}!=" for other in others]
    held += [f"{TRUMPS}_{other}!=&with_pagat_{other}=on" for other in others]
    return _barred(held, "pagat_declared")


def king_bars(player: str, playing: Iterable[str]) -> Bars:
    """What the others have declared that has all the kings in it."""
    held = [f"{KINGS}_{other}={level}" for other in _others(player, playing) for level in ALL_KINGS]
    return _barred(held, "kings_declared")


def _others(player: str, playing: Iterable[str]) -> list[str]:
    return [other for other in playing if other != player]


def _barred(choices: Iterable[str], code: str) -> Bars:
    return (("|".join(choices), str(BARRED[code])),)
