"""Accessible labels for the figure controls of every two-sided hand.

Most labels leave out the figure, because the group around the control already names it.
"""

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


def prefix_label(figure: str, label: str) -> str:
    """Return the label prefixed with the figure, for a control outside that figure's group."""
    return f"{figure}: {label}"


def label_made_by(side: str) -> str:
    """Return the label of the control for a figure made by this side."""
    return _("made by the declarer's side") if side == OURS else _("made by the opponents")


def label_lost_by(side: str, figure: str) -> str:
    """Return the label of the control for an ultimo whose card this side lost in the last trick."""
    if side == OURS:
        return _("%(figure)s: lost by the declarer's side in the last trick") % {"figure": figure}
    return _("%(figure)s: lost by the opponents in the last trick") % {"figure": figure}


def label_failed_by(side: str) -> str:
    """Return the label of the control for an announced figure that this side failed."""
    return _("failed by the declarer's side") if side == OURS else _("failed by the opponents")


def label_announced_by(side: str) -> str:
    """Return the label of the control for a figure announced by this side."""
    if side == OURS:
        return _("announced by the declarer's side")
    return _("announced by the opponents")


def label_kontra(side: str) -> str:
    """Return the label of the kontra stepper for a figure announced by this side."""
    return _("kontra to the declarer's side") if side == OURS else _("kontra to the opponents")
