"""The values of Zebi tarokk: its additions to Magas."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring.games.hungarian.figure_cards import ANY_KING, OF_SUIT
from scoring.games.hungarian.tables import (
    KISMADAR,
    NAGYMADAR,
    OF_ALL_SUITS,
    OF_ONE_SUIT,
    OPPONENTS_LED,
    PAROS_FACAN,
    UHU,
    ULTIMO,
    Figure,
    index_by_key,
)
from scoring.games.magas.tables import FIGURES as MAGAS_FIGURES
from scoring.games.magas.tables import build_last_tricks_figure, build_single_trick_figure

_TRICKS = (("ultimo", ULTIMO), ("uhu", UHU), ("nagymadar", NAGYMADAR), ("kismadar", KISMADAR))
# RULEBOOK 8, in the order of the tricks above; T355.
_SUIT_CARD, _XXI = (20, 30, 40, 50), (21, 30, 40, 50)
_SUIT_CARDS = tuple(
    build_single_trick_figure(
        f"suit_{name}", f"fig.suit_{name}", value, "card", trick, suited=True, ranked=True
    )
    for (name, trick), value in zip(_TRICKS, _SUIT_CARD, strict=True)
)
_OF_XXI = tuple(
    replace(
        build_single_trick_figure(
            f"xxi_{name}", f"fig.xxi_{name}", value, "XXI", trick, voidable=True
        ),
        says=("hu.rule.xxi_void",),
    )
    for (name, trick), value in zip(_TRICKS, _XXI, strict=True)
)
_PAROS_FACAN = replace(
    MAGAS_FIGURES[PAROS_FACAN],
    silent_if=OPPONENTS_LED,
    says=("hu.rule.paros_silent_zebi", "hu.rule.paros_beside", "hu.rule.paros_waits"),
)


def _build_suit_figure(key: str, worth: int, takes: str, **more: Any) -> Figure:
    """Return a figure for taking suit cards.

    A side announces only one of these figures, and none after its own volat.

    takes: OF_ONE_SUIT or OF_ALL_SUITS.

    Source: scoring/RULEBOOK.md, section 8.
    """
    common: dict[str, Any] = {
        "fixed": True,
        "has_result": True,
        "group": "suits",
        "refused_after_volat": 1,
    }
    return Figure(key, f"fig.{key}", worth, takes=takes, **common, **more)


BANDA = _build_suit_figure("banda", 4, OF_ONE_SUIT, suited=True)
SZINESITES = _build_suit_figure("szinesites", 5, OF_ALL_SUITS, times_game=True)

# RULEBOOK 8, rows from zebi; T355.
FIGURES = index_by_key(
    *{**MAGAS_FIGURES, PAROS_FACAN: _PAROS_FACAN}.values(),
    build_last_tricks_figure("kiraly_ultimo", 8, ANY_KING, 1),
    build_last_tricks_figure("ket_kiralyok", 60, ANY_KING, 2),
    build_last_tricks_figure("kis_szincsalad", 60, OF_SUIT, 2, suited=True),
    *_SUIT_CARDS,
    *_OF_XXI,
    BANDA,
    SZINESITES,
)
