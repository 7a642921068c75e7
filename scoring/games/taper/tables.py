"""The values of Taper; it has the contracts and figures of Romanian tarok."""

from __future__ import annotations

from types import MappingProxyType

from scoring.games.romanian.tables import (
    DOI,
    LUNA_PRINSA,
    PAGAT_ULTIMO,
    SOLO,
    TOTI_REGII,
    TREI,
    TRULA,
    UNU,
    VALAT,
    Tables,
)

TABLES = Tables(
    players=3,
    card_points=66,
    needed=34,
    radler=3,
    contracts=MappingProxyType({"trei": TREI, "doi": DOI, "unu": UNU, "solo": SOLO}),
    figures=(TRULA, TOTI_REGII, LUNA_PRINSA, PAGAT_ULTIMO, VALAT),
    announceable=("trula", "toti_regii", "luna_prinsa", "pagat_ultimo", "valat"),
    taroace=MappingProxyType({10: 1, 11: 2, 12: 3}),
    outcomes=("played", "passed_out", "abandoned"),
    called_king=False,
)
