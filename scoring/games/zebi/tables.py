"""The numbers of Zebi tarokk: what it adds to Magas."""

from __future__ import annotations

from dataclasses import replace

from scoring.games.hungarian.cards import ANY_KING, OF_SUIT
from scoring.games.hungarian.tables import PAROS_FACAN, Figure, by_key
from scoring.games.magas.tables import (
    FIGURES as MAGAS_FIGURES,
)
from scoring.games.magas.tables import (
    KISMADAR,
    NAGYMADAR,
    UHU,
    ULTIMO,
    at_trick,
    over_tricks,
)

_TRICKS = (("ultimo", ULTIMO), ("uhu", UHU), ("nagymadar", NAGYMADAR), ("kismadar", KISMADAR))
# RULEBOOK 8, in the order of the tricks above; T355.
_SUIT_CARD, _XXI = (20, 30, 40, 50), (21, 30, 40, 50)
_SUIT_CARDS = tuple(
    at_trick(f"suit_{name}", f"fig.suit_{name}", value, "card", trick, suited=True, ranked=True)
    for (name, trick), value in zip(_TRICKS, _SUIT_CARD, strict=True)
)
_OF_XXI = tuple(
    replace(
        at_trick(f"xxi_{name}", f"fig.xxi_{name}", value, "XXI", trick, voidable=True),
        says=("hu.rule.xxi_void",),
    )
    for (name, trick), value in zip(_TRICKS, _XXI, strict=True)
)
_PAROS_FACAN = replace(MAGAS_FIGURES[PAROS_FACAN], says=("hu.rule.paros_silent_zebi",))
# RULEBOOK 8: of the two a side announces one, and none after its volat.
_SUITS = "suits"
BANDA = Figure(
    "banda", "fig.banda", 4, fixed=True, told=True, suited=True, group=_SUITS, barred=True
)
SZINESITES = Figure(
    "szinesites",
    "fig.szinesites",
    5,
    times_game=True,
    fixed=True,
    told=True,
    group=_SUITS,
    barred=True,
)

# RULEBOOK 8, rows from zebi; T355.
FIGURES = by_key(
    *{**MAGAS_FIGURES, PAROS_FACAN: _PAROS_FACAN}.values(),
    over_tricks("kiraly_ultimo", 8, ANY_KING, 1),
    over_tricks("ket_kiralyok", 60, ANY_KING, 2),
    over_tricks("kis_szincsalad", 60, OF_SUIT, 2, suited=True),
    *_SUIT_CARDS,
    *_OF_XXI,
    BANDA,
    SZINESITES,
)
