"""The values of Illustrated tarokk: the figures it adds to Paskievics, each with its source."""

from __future__ import annotations

from typing import Any

from scoring.games.hungarian.tables import (
    CENTRUM,
    COMMON,
    KISMADAR,
    NAGYMADAR,
    SAS_ULTIMO,
    UHU,
    ULTIMO,
    Figure,
    index_by_key,
)

SAS = "sas"  # the rule that allows the figures of tarokk II
ITVB_PAGAT_UHU = 15  # RULEBOOK 2, table of figures: preset itvb
ITVB_XXI_CATCH = (42, 84)  # RULEBOOK 2, "Presets": the national cups


def _build_bird(key: str, term: str, card: str, trick: int) -> Figure:
    """Return a figure for winning every trick from the first to `trick`, the last with `card`."""
    return Figure(key, term, 10, has_result=True, card=card, tricks=(trick,), from_first=True)


def _build_trick_figure(
    key: str, worth: tuple[int, int] | int, card: str, trick: int, **more: Any
) -> Figure:
    """Return a figure for winning a single trick with `card`.

    worth: silent and announced points, or a single number if it can only be announced.
    trick: number of the trick, from 1.
    """
    return Figure(key, f"fig.{key}", worth, card=card, tricks=(trick,), **more)


# All but the sas ultimo can only be announced; the scorekeeper ticks those that were made.
ADDED = index_by_key(
    _build_bird("centrum", "fig.centrum", "XX", CENTRUM),
    _build_bird("kismadar", "fig.small_bird", "XXI", KISMADAR),
    _build_bird("nagymadar", "fig.big_bird", "skiz", NAGYMADAR),
    _build_trick_figure("king_ultimo", 15, "king", ULTIMO, has_result=True, suited=True),
    _build_trick_figure("pagat_uhu", 20, "pagat", UHU, has_result=True),
    _build_trick_figure("king_uhu", 20, "king", UHU, has_result=True, suited=True),
    _build_trick_figure(SAS_ULTIMO, (5, 10), "sas", ULTIMO, rule=SAS),
    _build_trick_figure("sas_uhu", 15, "sas", UHU, has_result=True, rule=SAS),
)

FIGURES = index_by_key(*COMMON.values(), *ADDED.values())
