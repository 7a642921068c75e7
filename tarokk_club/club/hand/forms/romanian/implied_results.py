"""Choices that decide the result of an announced Romanian figure."""

from __future__ import annotations

from tarokk_club.club.hand.forms.announced_results import (
    ImpliedResults,
    pair_choices_with_lost,
    pair_choices_with_made,
)
from tarokk_club.club.hand.forms.figure_labels import (
    ALL_TRICKS,
    LOST,
    MADE,
    NO_TRICK,
    OTHER,
    OURS,
    RECORD_SIDE,
    SIDES,
    SOME_TRICKS,
    THEIRS,
)

VALAT = "valat"
EMPTY = {OURS: f"tricks={NO_TRICK}", THEIRS: f"tricks={ALL_TRICKS}"}


def list_romanian_results(name: str) -> ImpliedResults:
    """Return the choices that decide the result of an announcement, each with that result.

    name: the field of the announcement.
    """
    key, _cut, side = name.rpartition("_")
    other = OTHER[side]
    empty = pair_choices_with_lost([EMPTY[side]])
    if key == VALAT:
        return pair_choices_with_made(EMPTY[other]) + pair_choices_with_lost(
            [EMPTY[side], f"tricks={SOME_TRICKS}"]
        )
    if key == "luna_prinsa":
        return (
            *pair_choices_with_made(f"catch_from@{other}"),
            (f"catch_from@{side}", LOST),
            *empty,
        )
    if key == "pagat_ultimo":
        return pair_choices_with_made(f"{key}={side}_{MADE}") + pair_choices_with_lost(
            [f"{key}={holder}_{how}" for holder in SIDES for how in (MADE, LOST)]
            + [f"trula={RECORD_SIDE[other]}", EMPTY[side]]
        )
    if key == "rege_ultimo":
        lost_kings = ["king_captured=on", "king_abandoned=on"]
        return pair_choices_with_made(f"{key}={MADE}") + pair_choices_with_lost(
            [f"{key}={LOST}", *lost_kings, EMPTY[side]]
        )
    # The cards of trula and kings may be in the talon, so all tricks need not win them.
    pagat = [f"pagat_ultimo={other}_{MADE}"] if key == "trula" else []
    results = pair_choices_with_made(f"{key}={RECORD_SIDE[side]}")
    return results + pair_choices_with_lost([f"{key}={RECORD_SIDE[other]}", *pagat]) + empty
