"""Numbers of Taper, where they differ from Romanian tarok for four."""

from __future__ import annotations

from types import MappingProxyType

from scoring.games.romanian.tables import (
    DOI,
    LUNA_PRINSA,
    PAGAT_ULTIMO,
    SOLO,
    TOTI_REGII,
    TRULA,
    UNU,
    VALAT,
    Contract,
    Tables,
)

# S2, three-player form: 1 point won, its level lost.
TREI = Contract(value=1, levels=5, taken=3, opponents_carry=13, declarer_carry=12)

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
