"""The English wording that the pages of a club use for a Hungarian game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "title.bid_with": N_("%(declarer)s · %(bid)s with %(partner)s"),
        "title.bid_alone": N_("%(declarer)s · %(bid)s, alone"),
        "title.alone_own": N_("The declarer called a card of the own hand and plays alone."),
        "title.alone_discarded": N_(
            "The called card had been discarded, so the declarer plays alone."
        ),
        "title.alone_discarded_by": N_(
            "%(player)s had discarded the called card, so the declarer plays alone."
        ),
        "line_without_result": N_(
            "The result is missing: the card points of the declarer's side, or one word for it."
        ),
    }
)
TERMS: Mapping[str, str] = MappingProxyType(
    {
        "col.auction": N_("The auction, call by call"),
        "col.tarokks": N_("Declared tarokks"),
        "col.talon_honours": N_("Honours from the talon"),
        "col.by": N_("Annulled by"),
        "col.discarded_by": N_("Who discarded the called tarokk"),
        "col.holding": N_("Holding"),
        "col.facan": N_("Pheasant"),
        "part.late": N_("paid late"),
        "part.void": N_("does not count"),
        "ending.passed_out": N_("Passed out"),
        "ending.annulled": N_("Annulled"),
        "ending.failed_trial": N_("Trial three failed"),
        "ending.conceded": N_("Conceded"),
        "pot.ultimo": N_("Ultimó pot"),
    }
)
# Labels of the choices of options, by "option.choice".
CHOICES: Mapping[str, str] = MappingProxyType(
    {
        "tarokk_counts.each": N_("Paid by each player"),
        "tarokk_counts.pair": N_("A bonus of the pair"),
        "void_hands.overlap": N_("Overlapping rounds multiply"),
        "void_hands.extend": N_("Queued, never more than ×2"),
        "void_hands.reset": N_("Counted anew from a full round"),
        "void_hands.quadruple": N_("A second one makes it ×4"),
        "void_hands.none": N_("No doubled round"),
        "void_hands.pot": N_("Everyone pays into the ultimo pot"),
        "void_redeal.same": N_("The same dealer"),
        "void_redeal.next": N_("The next dealer"),
        "trial_three.bid_value": N_("The value of the bid"),
        "trial_three.two_each": N_("Twice the bid to each"),
        "trial_three.two_flat": N_("2 to each"),
        "trial_three.three_each": N_("3 to each"),
        "trial_three.none": N_("Nothing"),
        "trial_three.pot": N_("Into the ultimo pot"),
        "trial_three.pot_flat": N_("Into the ultimo pot, the same for every bid"),
        "discarded_partner_skart.declarer": N_("The declarer's"),
        "discarded_partner_skart.opponents": N_("The opponents'"),
        "hold_rule.new": N_("Whoever has bid before"),
        "hold_rule.old": N_("Only earlier speakers"),
        "solo_jump.xix": N_("The usual way"),
        "solo_jump.xviii": N_("Always XVIII"),
        "hold_jump.xix": N_("The usual way"),
        "hold_jump.xviii": N_("Always XVIII"),
        "annul.kings": N_("Four kings"),
        "annul.no_tarokk": N_("No tarokk"),
        "annul.xxi": N_("XXI as only tarokk"),
        "annul.pagat": N_("Pagát as only tarokk"),
        "annul.xxi_pagat": N_("XXI and pagát only"),
    }
)
# Labels of the two numbers that an option has for each bid.
BY_BID: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "three": (N_("Three, silent"), N_("Three, announced")),
        "two": (N_("Two, silent"), N_("Two, announced")),
        "one": (N_("One, silent"), N_("One, announced")),
        "solo": (N_("Solo, silent"), N_("Solo, announced")),
    }
)

# One line for each preset on how it differs from the others.
PRESET_LINES: Mapping[str, str] = MappingProxyType(
    {
        "pagat": N_(
            "a doubled round after every void hand, which the same player deals again; nothing is"
            " conceded; no ultimó pot"
        ),
        "standard": N_(
            "an ultimó pot instead of doubled rounds; a three with trull can be conceded;"
            " opponents announce only after kontra"
        ),
        "tournament": N_(
            "no doubled rounds; eight and nine tarokks are a bonus of the pair; a failed trial"
            " three costs 3 to each"
        ),
        "itvb": N_(
            "no doubled rounds; XXI-catch 42, announced 84; figures of the II too; kontra up to"
            " hirskontra"
        ),
    }
)
