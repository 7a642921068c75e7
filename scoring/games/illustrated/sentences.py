"""The English wording of Illustrated tarokk: its rules, and the terms it adds to Paskievics."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_
from scoring.games.illustrated.guide_words import GUIDE_SENTENCES

SENTENCES: Mapping[str, str] = MappingProxyType({**GUIDE_SENTENCES})

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "fig.centrum": N_("Centrum"),
        "fig.small_bird": N_("Small bird"),
        "fig.big_bird": N_("Big bird"),
        "fig.king_ultimo": N_("King ultimó"),
        "fig.pagat_uhu": N_("Pagát uhu"),
        "fig.king_uhu": N_("King uhu"),
        "fig.sas_ultimo": N_("Eagle ultimó"),
        "fig.sas_uhu": N_("Eagle uhu"),
    }
)
