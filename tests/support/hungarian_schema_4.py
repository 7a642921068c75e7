"""Hungarian hands that contradict themselves: accepted by record schema 3, refused from 4 on.

Anna declares with Csaba against Béla and Dóra; Dóra deals, so Anna leads to the first trick.
"""

from __future__ import annotations

from support.hungarian_contradictions import ALONE, OWN_CUE, Kind, auction

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

SINCE_SCHEMA_4: dict[str, Kind] = {**AUCTIONS}
