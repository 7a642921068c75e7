"""The words of house rules: what a preset and each choice of an option is called."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# A preset by its name, as clubs speak of it.
PRESETS: Mapping[str, Any] = MappingProxyType(
    {
        "pagat": _("Usual"),
        "standard": _("Standard"),
        "tournament": _("Tournament"),
        "itvb": _("National cup"),
    }
)

# An option and its choice, "option.choice".
CHOICES: Mapping[str, Any] = MappingProxyType(
    {
        "tarokk_counts.each": _("Paid by each player"),
        "tarokk_counts.pair": _("A bonus of the pair"),
        "void_hands.overlap": _("Overlapping rounds multiply"),
        "void_hands.extend": _("Queued, never more than ×2"),
        "void_hands.reset": _("Counted anew from a full round"),
        "void_hands.quadruple": _("A second one makes it ×4"),
        "void_hands.none": _("No doubled round"),
        "void_hands.pot": _("Everyone pays into the ultimo pot"),
        "void_redeal.same": _("The same dealer"),
        "void_redeal.next": _("The next dealer"),
        "trial_three.bid_value": _("The value of the bid"),
        "trial_three.two_each": _("Twice the bid to each"),
        "trial_three.two_flat": _("2 to each"),
        "trial_three.three_each": _("3 to each"),
        "trial_three.none": _("Nothing"),
        "trial_three.pot": _("Into the ultimo pot"),
        "trial_three.pot_flat": _("Into the ultimo pot, the same for every bid"),
        "discarded_partner_skart.declarer": _("The declarer's"),
        "discarded_partner_skart.opponents": _("The opponents'"),
        "hold_rule.new": _("Whoever has bid before"),
        "hold_rule.old": _("Only earlier speakers"),
        "solo_jump.xix": _("The usual way"),
        "solo_jump.xviii": _("Always XVIII"),
        "hold_jump.xix": _("The usual way"),
        "hold_jump.xviii": _("Always XVIII"),
        "annul.kings": pgettext_lazy("holding", "Four kings"),
        "annul.no_tarokk": _("No tarokk"),
        "annul.xxi": _("XXI as only tarokk"),
        "annul.pagat": _("Pagát as only tarokk"),
        "annul.xxi_pagat": _("XXI and pagát only"),
        "all_pass.michi": _("Michi-michi"),
        "all_pass.radler": _("Radler"),
    }
)

# A bid, where an option gives a value for each.
BIDS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "three": {"silent": _("Three, silent"), "announced": _("Three, announced")},
        "two": {"silent": _("Two, silent"), "announced": _("Two, announced")},
        "one": {"silent": _("One, silent"), "announced": _("One, announced")},
        "solo": {"silent": _("Solo, silent"), "announced": _("Solo, announced")},
    }
)
SILENT, ANNOUNCED = _("Silent"), _("Announced")
