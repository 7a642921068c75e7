"""The choices that every hand of two sides has, and what is written on them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core.posting import DECLARER, OPPONENTS

OURS, THEIRS = "ours", "theirs"
SIDES = (OURS, THEIRS)
OTHER = {OURS: THEIRS, THEIRS: OURS}
RECORD_SIDE = {OURS: DECLARER, THEIRS: OPPONENTS}
ALONE = "alone"
PLAYED = "played"
MADE, LOST = "made", "lost"
ULTIMO_CHOICES = tuple(f"{side}_{how}" for side in SIDES for how in (MADE, LOST))
NO_TRICK, SOME_TRICKS, ALL_TRICKS = "none", "split", "all"
TRICK_WORDS = {
    NO_TRICK: gettext_lazy("no trick"),
    SOME_TRICKS: gettext_lazy("some"),
    ALL_TRICKS: gettext_lazy("all tricks"),
}


def made_by(side: str, figure: str) -> str:
    """What the mark of a figure says that a side made."""
    if side == OURS:
        return _("%(figure)s: made by the declarer's side") % {"figure": figure}
    return _("%(figure)s: made by the opponents") % {"figure": figure}


def lost_by(side: str, figure: str) -> str:
    """What the mark of an ultimo says whose card a side lost in the last trick."""
    if side == OURS:
        return _("%(figure)s: lost by the declarer's side in the last trick") % {"figure": figure}
    return _("%(figure)s: lost by the opponents in the last trick") % {"figure": figure}


def failed_by(side: str, figure: str) -> str:
    """What the mark of an announced figure says that failed."""
    if side == OURS:
        return _("%(figure)s: failed by the declarer's side") % {"figure": figure}
    return _("%(figure)s: failed by the opponents") % {"figure": figure}


def announced_by(side: str, figure: str) -> str:
    """What the mark of a figure says that a side announced."""
    if side == OURS:
        return _("%(figure)s: announced by the declarer's side") % {"figure": figure}
    return _("%(figure)s: announced by the opponents") % {"figure": figure}


def kontra_to(side: str, figure: str) -> str:
    """What the stepper of a figure that a side announced is called."""
    if side == OURS:
        return _("Kontra to %(figure)s of the declarer's side") % {"figure": figure}
    return _("Kontra to %(figure)s of the opponents") % {"figure": figure}
