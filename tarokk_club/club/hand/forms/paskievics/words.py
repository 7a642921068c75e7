"""Labels for the choices of a Hungarian hand."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.games.hungarian.record import (
    ANNULLED,
    CONCEDED,
    FAILED_TRIAL,
    PASSED_OUT,
    PLAYED,
)

# Values of the tarokks field: the count, and whether the tarokks were declared.
TAROKK_CHOICES: Mapping[str, tuple[int, bool]] = {
    "8": (8, True),
    "9": (9, True),
    "8c": (8, False),
    "9c": (9, False),
}
OUTCOME_WORDS = {
    PLAYED: _("Played"),
    PASSED_OUT: _("Passed out"),
    ANNULLED: _("Annulled"),
    FAILED_TRIAL: _("Trial three failed"),
    CONCEDED: _("Conceded"),
}
RESULT_WORDS = {
    "no_tricks": (pgettext_lazy("tricks", "none"), "", _("No trick at all")),
    "double_lost": ("0–23", "", _("0 to 23 points: double game for the opponents")),
    "lost": ("24–47", _("lost"), _("24 to 47 points: lost")),
    "won": ("48–70", _("won"), _("48 to 70 points: won")),
    "double_won": ("71+", "", _("71 points or more: double game")),
    "all_tricks": (_("all"), "", _("All nine tricks")),
}
TAROKK_WORDS = {
    "8": (_("declared"), _("8 tarokks declared")),
    "9": (_("declared"), _("9 tarokks declared")),
    "8c": (_("claimed"), _("8 tarokks claimed afterwards")),
    "9c": (_("claimed"), _("9 tarokks claimed afterwards")),
}
CALL_WORDS = {
    "pass": _("pass"),
    "three": _("three"),
    "two": _("two"),
    "one": _("one"),
    "solo": _("solo"),
    "hold": _("hold"),
}
CONFLICT_REASONS = {
    "hu.taken_without_tricks": _("This side took no trick and cannot have these cards."),
    "hu.ultimo_without_tricks": _("This side took no trick, so not the last one either."),
    "hu.same_card": _("The uhu with this card stands in place of the ultimó; take it back first."),
    "hu.told_without_tricks": _("This side took no trick and cannot have made it."),
    "hu.needs_kontra": _("At this table the opponents announce only after kontra to the game."),
    "hu.double_and_volat": _(
        "At this table one player does not announce both double game and volat."
    ),
    "hu.trial_not_last": _("Only the last to speak can be left with a trial three."),
    "hu.too_many_tarokks": _("There are 22 tarokks: three players cannot hold eight each."),
    "hu.own_only_announced": _("This figure counts only when it was announced."),
    "hu.uhu_at_last": _("The card was played to the last trick, so the uhu failed."),
    "hu.after_volat": _(
        "This side has announced volat. Was this said before? Take the volat back, then tap both"
        " in their order."
    ),
    "hu.waits": _("Only the side that does not lead to the first trick announces it."),
    "hu.trull_with_catch": _("The XXI that this side lost is part of the trull."),
    "hu.one_wins_last": _("The last trick was won with another card."),
    "hu.trull_without_pagat": _(
        "The side that won the last trick with the pagat has the pagat of the trull."
    ),
}
# Shown when an uhu replaces the ultimó with the same card.
RAISED = _("The uhu takes the place of the ultimó.")
