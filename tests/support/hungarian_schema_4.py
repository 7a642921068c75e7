"""Hungarian hands that contradict themselves: accepted by record schema 3, refused from 4 on.

Anna declares with Csaba against Béla and Dóra; Dóra deals, so Anna leads to the first trick.
"""

from __future__ import annotations

from typing import Any

from support.hungarian_contradictions import ALL, ALONE, OWN_CUE, Kind, auction, first
from support.hungarian_counts import tarokks
from support.strategies.hungarian import hand

_SHOWN_AND_CALLED = auction(OWN_CUE, declarer="Béla", bid="one", called="XIX", **ALONE)

AUCTIONS: dict[str, Kind] = {
    "a card that the declarer showed, called without a partner": (
        *("paskievics", _SHOWN_AND_CALLED, {}),
        *("called", "hu.alone_own"),
    ),
    "a card that the declarer showed, called and discarded": (
        *("paskievics", {**_SHOWN_AND_CALLED, "alone": "discarded"}, {}),
        *("called", "hu.alone_own"),
    ),
}

_NONE: dict[str, Any] = {"declarer_points": 0, "tricks": "none"}

# The side with all tricks beats each tarokk of the others with one of its own.
TAROKKS: dict[str, Kind] = {
    "no trick with nine and eight tarokks": (
        *("paskievics", hand(**_NONE, **tarokks(("Anna", 9), ("Csaba", 8))), {}),
        *("tarokks.1", "hu.cannot_both.higher"),
    ),
    "all tricks against eight tarokks twice": (
        *("zebi", hand(**ALL, **tarokks(("Béla", 8), ("Dóra", 8))), {}),
        *("tarokks.1", "hu.cannot_both.higher"),
    ),
}

# Only Anna could have beaten the other cards of the first trick.
_LOST_TO_PAGAT = first(("pagat", "Anna", False), ("sas", "Béla", False))
_LOST_TO_SUIT: dict[str, Any] = {"paros_facan": {"by": "opponents", "made": False}}

FIRST_TRICK: dict[str, Kind] = {
    "the II of an opponent beaten by a lone declarer who played the pagat": (
        *("magas", hand(**ALONE, **_LOST_TO_PAGAT), {}),
        *("facan.1", "hu.cannot_both.higher"),
    ),
    "the XXI of an opponent beaten by a lone declarer who led a suit": (
        *("zebi", hand(**ALONE, **ALL, **_LOST_TO_SUIT), {}),
        *("paros_facan", "hu.cannot_both.hand"),
    ),
}

SINCE_SCHEMA_4: dict[str, Kind] = {**AUCTIONS, **TAROKKS, **FIRST_TRICK}
