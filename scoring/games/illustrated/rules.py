"""House rules of Illustrated tarokk: those of Paskievics, and the points of its added figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from scoring.core.options import FLAG, PAIR, WHOLE, define_option
from scoring.core.translation_marks import N_
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.illustrated.tables import ADDED, ITVB_PAGAT_UHU, ITVB_XXI_CATCH

_TABLE = "RULEBOOK 2, table of figures [R]"


@dataclass(frozen=True, slots=True)
class FigureRules(HungarianRules):
    """The points of the figures that Illustrated adds, shared by Magas and Zebi.

    Source: scoring/RULEBOOK.md, sections 2 and 8.
    """

    centrum: int = define_option(
        WHOLE,
        ADDED["centrum"].default,
        N_("Points for the centrum: tricks 1 to 5, the fifth won with the XX."),
        _TABLE,
    )
    kismadar: int = define_option(
        WHOLE,
        ADDED["kismadar"].default,
        N_("Points for the small bird: tricks 1 to 6, the sixth won with the XXI."),
        _TABLE,
    )
    nagymadar: int = define_option(
        WHOLE,
        ADDED["nagymadar"].default,
        N_("Points for the big bird: tricks 1 to 7, the seventh won with the skiz."),
        _TABLE,
    )
    king_ultimo: int = define_option(
        WHOLE,
        ADDED["king_ultimo"].default,
        N_("Points for the king ultimo: the ninth trick won with the king of a named suit."),
        _TABLE,
    )
    pagat_uhu: int = define_option(
        WHOLE,
        ADDED["pagat_uhu"].default,
        N_("Points for the pagat uhu: the eighth trick won with the pagat."),
        _TABLE,
    )
    king_uhu: int = define_option(
        WHOLE,
        ADDED["king_uhu"].default,
        N_("Points for the king uhu: the eighth trick won with the king of a named suit."),
        _TABLE,
    )
    sas_ultimo: tuple[int, int] = define_option(
        PAIR,
        ADDED["sas_ultimo"].default,
        N_("Points for the sas ultimo, silent and announced: the ninth trick won with the II."),
        _TABLE,
    )
    sas_uhu: int = define_option(
        WHOLE,
        ADDED["sas_uhu"].default,
        N_("Points for the sas uhu: the eighth trick won with the II."),
        _TABLE,
    )


@dataclass(frozen=True, slots=True)
class IllustratedRules(FigureRules):
    """The house rules of an Illustrated session. Source: scoring/RULEBOOK.md, section 2."""

    sas: bool = define_option(
        FLAG, False, N_("The sas ultimo and the sas uhu, with tarokk II, are played."), _TABLE
    )


PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "pagat": MappingProxyType({}),  # RULEBOOK 2, "Presets"
        "itvb": MappingProxyType(  # RULEBOOK 2, "Presets": the national cups
            {
                "xxi_catch": ITVB_XXI_CATCH,
                "pagat_uhu": ITVB_PAGAT_UHU,
                "sas": True,
                "void_hands": "none",
                "max_kontra": 4,
            }
        ),
    }
)
