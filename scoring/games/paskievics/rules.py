"""House rules of Paskievics: those of the family, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "pagat": MappingProxyType({}),  # RULES 1, "Presets"
        "standard": MappingProxyType(  # RULES 1, "Presets"; S4
            {
                "silent_four_kings_with_double": False,
                "void_hands": "pot",
                "trial_three": "pot",
                "concede_trull_three": True,
            }
        ),
        "tournament": MappingProxyType(  # RULES 1, "Presets" [R]
            {
                "void_hands": "none",
                "void_redeal": "same",
                "tarokk_counts": "pair",
                "trial_three": "three_each",
            }
        ),
    }
)
