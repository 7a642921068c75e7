"""Choices that decide the result of an announced Romanian figure."""

from __future__ import annotations

from tarokk_club.club.hand.forms.ends import Ends, build_lost_ends, build_made_ends
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
    empty = build_lost_ends([EMPTY[side]])
    if key == VALAT:
        return build_made_ends(EMPTY[other]) + build_lost_ends(
            [EMPTY[side], f"tricks={SOME_TRICKS}"]
        )
    if key == "luna_prinsa":
        return (*build_made_ends(f"catch_from@{other}"), (f"catch_from@{side}", LOST), *empty)
    if key == "pagat_ultimo":
        return build_made_ends(f"{key}={side}_{MADE}") + build_lost_ends(
            [f"{key}={holder}_{how}" for holder in SIDES for how in (MADE, LOST)]
            + [f"trula={RECORD_SIDE[other]}", EMPTY[side]]
        )
    if key == "rege_ultimo":
        lost_kings = ["king_captured=on", "king_abandoned=on"]
        return build_made_ends(f"{key}={MADE}") + build_lost_ends(
            [f"{key}={LOST}", *lost_kings, EMPTY[side]]
        )
    # The cards of trula and kings may be in the talon, so all tricks need not win them.
    pagat = [f"pagat_ultimo={other}_{MADE}"] if key == "trula" else []
    ends = build_made_ends(f"{key}={RECORD_SIDE[side]}")
    return ends + build_lost_ends([f"{key}={RECORD_SIDE[other]}", *pagat]) + empty
