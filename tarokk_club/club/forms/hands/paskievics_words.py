"""The choices of a Hungarian hand and what is written on them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.games.paskievics.record import (
    ALL,
    ANNULLED,
    CONCEDED,
    FAILED_TRIAL,
    NONE,
    PASSED_OUT,
    PLAYED,
    SPLIT,
)

OURS, THEIRS = "ours", "theirs"
SIDES = (OURS, THEIRS)
ALONE = "alone"
MADE, LOST = "made", "lost"
ULTIMO_CHOICES = tuple(f"{side}_{how}" for side in SIDES for how in (MADE, LOST))
# How tarokks are chosen: count, and whether they were declared.
TAROKK_CHOICES: Mapping[str, tuple[int, bool]] = {
    "8": (8, True),
    "9": (9, True),
    "8c": (8, False),
    "9c": (9, False),
}
# Results that leave a side without a trick.
EMPTY_HANDED = {
    OURS: ("result=no_tricks", f"tricks={NONE}"),
    THEIRS: ("result=all_tricks", f"tricks={ALL}"),
}
OTHER = {OURS: THEIRS, THEIRS: OURS}
RECORD_SIDE = {OURS: DECLARER, THEIRS: OPPONENTS}

OUTCOME_WORDS = {
    PLAYED: _("Played"),
    PASSED_OUT: _("Passed out"),
    ANNULLED: _("Annulled"),
    FAILED_TRIAL: _("Trial three"),
    CONCEDED: _("Conceded"),
}
RESULT_WORDS = {
    "no_tricks": (_("none"), "", _("No trick at all")),
    "double_lost": ("0–23", "", _("0 to 23 points: double game for the opponents")),
    "lost": ("24–47", _("lost"), _("24 to 47 points: lost")),
    "won": ("48–70", _("won"), _("48 to 70 points: won")),
    "double_won": ("71+", "", _("71 points or more: double game")),
    "all_tricks": (_("all"), "", _("All nine tricks")),
}
TRICK_WORDS = {
    NONE: _("no trick"),
    SPLIT: _("some"),
    ALL: _("all tricks"),
}
TAROKK_WORDS = {
    "8": _("8 declared"),
    "9": _("9 declared"),
    "8c": _("8 claimed"),
    "9c": _("9 claimed"),
}


CALL_WORDS = {
    "pass": _("pass"),
    "three": _("three"),
    "two": _("two"),
    "one": _("one"),
    "solo": _("solo"),
    "hold": _("hold"),
}
BARRED = {
    "hu.taken_without_tricks": _("This side took no trick and cannot have these cards."),
    "hu.ultimo_without_tricks": _("This side took no trick, so not the last one either."),
    "hu.trull_without_pagat": _(
        "The side that won the last trick with the pagat has the pagat of the trull."
    ),
}
