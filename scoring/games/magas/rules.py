"""House rules of Magas tarokk: those of Illustrated with other points, and always with the sas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from scoring.core.options import PAIR, WHOLE, define_option
from scoring.core.translation_marks import N_
from scoring.games.illustrated.rules import FigureRules
from scoring.games.magas.tables import SAS_UHU, XXI_CATCH

_TABLE = "RULEBOOK 8, table of figures; T355"


@dataclass(frozen=True, slots=True)
class MagasRules(FigureRules):
    """The house rules of a Magas session. Source: scoring/RULEBOOK.md, section 8."""

    xxi_catch: tuple[int, int] = define_option(
        PAIR,
        XXI_CATCH,
        N_("Points for catching the XXI, silent and announced; newer books give more."),
        _TABLE,
    )
    sas_uhu: int = define_option(
        WHOLE, SAS_UHU, N_("Points for the sas uhu: the eighth trick won with the II."), _TABLE
    )


PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {"pagat": MappingProxyType({})}  # RULEBOOK 8: presets `pagat` only
)
