"""Labels of the choices of a Danish hand."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from scoring.games.danish.record import (
    ABANDONED,
    KING,
    MATADORS,
    MISDEAL,
    OTHER,
    PAGAT,
    PAGAT_LOST,
    PAGAT_WON,
    PLAYED,
    TRUMPS,
)

OUTCOME_WORDS = {
    PLAYED: _("Played"),
    MISDEAL: _("Misdeal"),
    ABANDONED: _("Abandoned"),
}
COUNTED_WORDS = {TRUMPS: _("Trumps"), MATADORS: _("Matadors")}
LEVEL_WORDS = {"half": _("half"), "full": _("full"), "abundant": _("abundant")}
RANK_WORDS = {"king": _("King"), "queen": _("Queen"), "rider": _("Rider"), "jack": _("Jack")}
SUIT_WORDS = {
    "hearts": _("Cavallerie in hearts"),
    "diamonds": _("Cavallerie in diamonds"),
    "clubs": _("Cavallerie in clubs"),
    "spades": _("Cavallerie in spades"),
}
# The name and the payment of each row in the table of events.
KING_LOST_WORDS = (
    (_("King lost"), _("5 each and pot")),
    (_("Second king lost"), ""),
    (_("Third king lost"), ""),
    (_("Fourth king lost"), ""),
)
PAGAT_WORDS = {
    PAGAT_LOST: (_("Pagat lost"), _("5 each and pot")),
    PAGAT_WON: (_("Pagat won"), _("5 from each")),
}
LAST_WORDS = {
    OTHER: (_("Last trick"), _("won plainly: 20")),
    KING: (_("King ultimo"), _("40 and the pot")),
    PAGAT: (_("Pagat ultimo"), _("45 and the pot")),
}
BAGUD_WORDS = {
    KING: (_("King bagud"), _("40, doubles pot")),
    PAGAT: (_("Pagat bagud"), _("45, doubles pot")),
}
TOUT_WORDS = (_("Tout"), _("every trick: 85"))
NOLO_WORDS = (_("Nolo"), _("no trick: 25"))

CONFLICT_REASONS: Mapping[str, object] = {
    "pagat_twice": _("There is only one pagat, and it is played once."),
    "king_beats_pagat": _("A king takes no trick to which the pagat was played."),
    "too_many_trumps": _("There are 22 trumps; the others have declared too many for that."),
    "matadors_of_two": _("Only one player can have three matadors or more."),
    "kings_of_two": _("Only one player can have three kings or more."),
    "cavallerie_of_two": _("Only one player can have three court cards of a suit or more."),
    "fool_of_two": _("There is only one fool, and another player has declared it."),
    "pagat_declared": _("Another player has declared the pagat."),
    "kings_declared": _("Another player has declared all four kings."),
    "winner_lost": _("This player won the last trick and cannot have lost a card in it."),
    "tout_lost_last": _("Somebody else won the last trick, so this player did not win them all."),
    "nolo_won_last": _("This player won the last trick and so has no nolo."),
    "tout_lost_one": _("This player did not win every trick."),
    "nolo_won_one": _("This player won a trick and so has no nolo."),
    "nolo_with_tout": _("Nolo does not count beside a tout."),
}
