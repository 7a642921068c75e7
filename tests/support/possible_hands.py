"""Danish, Romanian and Taper hands that are only just possible."""

from __future__ import annotations

from typing import Any

from support.contradictions import (
    ANNA,
    BELA,
    CSABA,
    KING_LOST_BY_BELA,
    TOUT,
    cavallerie,
    danish,
    declared,
    kings,
    lost,
    matadors,
    trumps,
)
from support.romanian_contradictions import ALONE, DOI, WON

# Game to hands that are unlikely but no contradictions.
POSSIBLE: list[tuple[str, dict[str, Any]]] = [
    ("danish", danish(card_points={BELA: 75, CSABA: 2})),
    ("danish", danish(**{**TOUT, "card_points": {BELA: 77, CSABA: 1}})),
    ("danish", danish(**{**TOUT, "card_points": {BELA: 73, ANNA: 4}})),
    ("danish", danish(**{**TOUT, "announced_tout": True, "card_points": {BELA: 67, ANNA: 0}})),
    ("danish", danish(nolo=CSABA, card_points=None)),
    ("danish", declared((ANNA, kings("full")), in_play=lost(*[(ANNA, "king_lost")] * 4))),
    ("danish", declared((ANNA, kings("half")), in_play=KING_LOST_BY_BELA)),
    ("danish", declared((ANNA, kings("full")), (BELA, cavallerie("half")))),
    ("danish", declared((ANNA, trumps(11)), (BELA, trumps(10)))),
    ("danish", declared((ANNA, trumps(11)), **TOUT)),
    ("danish", declared((ANNA, trumps(11)), nolo=ANNA, card_points=None)),
    ("danish", declared((ANNA, trumps(22, pagat=True)), (ANNA, matadors(22)))),
    (
        "danish",
        declared(
            (CSABA, trumps(13, pagat=True)),
            (CSABA, matadors(3)),
            (CSABA, kings("abundant")),
            (CSABA, cavallerie("abundant")),
        ),
    ),
    (
        "danish",
        declared(
            (ANNA, trumps(19, pagat=True)), (ANNA, kings("abundant")), (ANNA, cavallerie("half"))
        ),
    ),
    (
        "danish",
        declared(
            (ANNA, trumps(11)),
            (ANNA, kings("half")),
            (ANNA, cavallerie("half", missing="king")),
            nolo=ANNA,
            in_play=lost(*[(ANNA, "king_lost")] * 3),
            card_points=None,
        ),
    ),
    ("romanian", {**DOI, "tricks": "all"}),
    ("romanian", {**DOI, "tricks": "all", "declarer_points": 70}),
    ("romanian", {**DOI, "tricks": "none", "declarer_points": 0}),
    ("romanian", {**DOI, "declarer_points": 69}),
    (
        "romanian",
        {
            **DOI,
            **WON,
            "announced": [{"figure": "rege_ultimo", "by": CSABA}],
            "king_captured": True,
        },
    ),
    ("romanian", {**DOI, **WON, "rege_ultimo": {"made": False}, "king_captured": True}),
    (
        "romanian",
        {
            **DOI,
            **WON,
            "pagat_ultimo": {"by": ANNA, "made": True},
            "rege_ultimo": {"made": True},
        },
    ),
    ("romanian", {**ALONE, **WON, "king_abandoned": True, "king_captured": True}),
    ("romanian", {**DOI, **WON, "declarations": [{"player": CSABA, "count": 12}]}),
    (
        "romanian",
        {
            **DOI,
            **WON,
            "pagat_ultimo": {"by": BELA, "made": False},
            "rege_ultimo": {"made": True},
        },
    ),
    ("taper", {"declarer": ANNA, "contract": "doi", "tricks": "all", "declarer_points": 66}),
    ("taper", {"declarer": ANNA, "contract": "doi", "tricks": "none", "declarer_points": 0}),
    ("taper", {"declarer": ANNA, "contract": "doi", "declarer_points": 65}),
]
