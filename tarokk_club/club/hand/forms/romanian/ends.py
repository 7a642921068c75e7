"""Choices that decide the result of an announced Romanian figure."""

from __future__ import annotations

from tarokk_club.club.hand.forms.ends import Ends, lost_ends, made_ends
from tarokk_club.club.hand.forms.sides_words import (
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


def list_romanian_ends(name: str) -> Ends:
    """Return the choices that decide the result of an announcement.

    name: the field of the announcement.
    """
    key, _cut, side = name.rpartition("_")
    other = OTHER[side]
    empty = lost_ends([EMPTY[side]])
    if key == VALAT:
        return made_ends(EMPTY[other]) + lost_ends([EMPTY[side], f"tricks={SOME_TRICKS}"])
    if key == "luna_prinsa":
        return (*made_ends(f"catch_from@{other}"), (f"catch_from@{side}", LOST), *empty)
    if key == "pagat_ultimo":
        return made_ends(f"{key}={side}_{MADE}") + lost_ends(
            [f"{key}={holder}_{how}" for holder in SIDES for how in (MADE, LOST)]
            + [f"trula={RECORD_SIDE[other]}", EMPTY[side]]
        )
    if key == "rege_ultimo":
        lost_kings = ["king_captured=on", "king_abandoned=on"]
        return made_ends(f"{key}={MADE}") + lost_ends([f"{key}={LOST}", *lost_kings, EMPTY[side]])
    # The cards of trula and kings may be in the talon, so all tricks need not win them.
    pagat = [f"pagat_ultimo={other}_{MADE}"] if key == "trula" else []
    ends = made_ends(f"{key}={RECORD_SIDE[side]}")
    return ends + lost_ends([f"{key}={RECORD_SIDE[other]}", *pagat]) + empty
