"""Declarations of a Danish hand that exclude each other, as the deck has only one of each card."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.games.danish.record import KINGS, MATADORS, TRUMPS
from scoring.games.danish.tables import ALL_KINGS, COUNTED, LEVEL_CARDS
from tarokk_club.club.hand.forms.danish.words import CONFLICT_REASONS

Conflicts = tuple[tuple[str, str], ...]
_WITH_FOOL = tuple(level for level, (_count, fool) in LEVEL_CARDS.items() if fool)


def list_declared_conflicts(
    kind: str, player: str, value: str, playing: Iterable[str]
) -> Conflicts:
    """Return the other players' declarations that rule out this declaration, with the reason.

    value: the count or the level declared.
    """
    others = _list_other_players(player, playing)
    if kind == TRUMPS:
        fewest, most, _lowest = COUNTED[TRUMPS]
        steps = range(max(fewest, most + 1 - int(value)), most + 1)
        against = [f"{kind}_{other}={step}" for other in others for step in steps]
        # Three declarations of trumps need more trumps than the deck has.
        against.append("&".join(f"{kind}_{other}!=" for other in others))
        return _join_conflicts(against, "too_many_trumps")
    any_of_kind = [f"{kind}_{other}!=" for other in others]
    if kind == MATADORS:
        return _join_conflicts(any_of_kind, "matadors_of_two")
    conflicts = _join_conflicts(
        any_of_kind, "kings_of_two" if kind == KINGS else "cavallerie_of_two"
    )
    if value in _WITH_FOOL:
        held = [f"{MATADORS}_{other}!=" for other in others]
        if kind != KINGS:
            held += [f"{KINGS}_{other}={level}" for other in others for level in _WITH_FOOL]
        conflicts += _join_conflicts(held, "fool_of_two")
    return conflicts


def list_declared_pagat_conflicts(player: str, playing: Iterable[str]) -> Conflicts:
    """Return the other players' declarations that include the pagat, with the reason."""
    others = _list_other_players(player, playing)
    held = [f"{MATADORS}_{other}!=" for other in others]
    held += [f"{TRUMPS}_{other}!=&with_pagat_{other}=on" for other in others]
    return _join_conflicts(held, "pagat_declared")


def list_declared_kings_conflicts(player: str, playing: Iterable[str]) -> Conflicts:
    """Return the other players' declarations that include all four kings, with the reason."""
    held = [
        f"{KINGS}_{other}={level}"
        for other in _list_other_players(player, playing)
        for level in ALL_KINGS
    ]
    return _join_conflicts(held, "kings_declared")


def _list_other_players(player: str, playing: Iterable[str]) -> list[str]:
    return [other for other in playing if other != player]


def _join_conflicts(choices: Iterable[str], code: str) -> Conflicts:
    return (("|".join(choices), str(CONFLICT_REASONS[code])),)
