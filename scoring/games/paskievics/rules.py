"""House rules of Paskievics: those of the family, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "pagat": MappingProxyType({}),  # RULEBOOK 1, "Presets"
        "standard": MappingProxyType(  # RULEBOOK 1, "Presets"; S4
            {
                "silent_four_kings_with_double": False,
                "void_hands": "pot",
                "trial_three": "pot",
                "concede_trull_three": True,
                "xx_discard": False,
                "discarded_partner_skart": "declarer",
                "annul": ("kings", "no_tarokk", "xxi"),
                "opponents_bonus_needs_kontra": True,
                "solo_jump": "xviii",
                "hold_jump": "xviii",
                "invite_after_hold": False,
            }
        ),
        "tournament": MappingProxyType(  # RULEBOOK 1, "Presets" [R]
            {
                "void_hands": "none",
                "void_redeal": "same",
                "tarokk_counts": "pair",
                "trial_three": "three_each",
            }
        ),
    }
)
