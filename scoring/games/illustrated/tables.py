"""The numbers of Illustrated tarokk: the figures it adds to Paskievics, with the source of each."""

from __future__ import annotations

from scoring.games.hungarian.tables import COMMON, SAS_ULTIMO, Figure, by_key

SAS = "sas"  # the rule that allows the figures of tarokk II
ITVB_PAGAT_UHU = 15  # RULEBOOK 2, table of figures: preset itvb
ITVB_XXI_CATCH = (42, 84)  # RULEBOOK 2, "Presets": the national cups

# All but the sas ultimo exist only announced; the secretary ticks whether they were made.
ADDED = by_key(
    Figure("centrum", "fig.centrum", 10, told=True),  # RULEBOOK 2, table of figures [R]
    Figure("kismadar", "fig.small_bird", 10, told=True),  # RULEBOOK 2 [R]
    Figure("nagymadar", "fig.big_bird", 10, told=True),  # RULEBOOK 2 [R]
    Figure("king_ultimo", "fig.king_ultimo", 15, told=True, suited=True, card="king"),  # RULEBOOK 2
    Figure("pagat_uhu", "fig.pagat_uhu", 20, told=True, card="pagat"),  # RULEBOOK 2 [R]
    Figure("king_uhu", "fig.king_uhu", 20, told=True, suited=True, card="king"),  # RULEBOOK 2 [R]
    Figure(SAS_ULTIMO, "fig.sas_ultimo", (5, 10), card="sas", rule=SAS),  # RULEBOOK 2 [R]
    Figure("sas_uhu", "fig.sas_uhu", 15, told=True, card="sas", rule=SAS),  # RULEBOOK 2 [R]
)

FIGURES = by_key(*COMMON.values(), *ADDED.values())
