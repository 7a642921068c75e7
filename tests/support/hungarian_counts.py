"""Hungarian hands in which too much was held, drawn or won: refused from record schema 3 on."""

from __future__ import annotations

from typing import Any

from support.hungarian_contradictions import (
    ALL,
    ALONE,
    CAUGHT_BY_BELA,
    HAND,
    HIGHER,
    TRICK,
    WORTH,
    Kind,
    first,
    hand_announcing,
    king,
    last,
    with_result,
)
from support.strategies.hungarian import hand


def tarokks(*counts: tuple[str, int]) -> dict[str, Any]:
    """Return declared tarokks.

    counts: player and count of each declaration.
    """
    return {"tarokks": [{"player": player, "count": count} for player, count in counts]}


# Catches in a trick: nobody beats their own card.
LOSERS: dict[str, Kind] = {
    "a lone declarer's pagat beaten in the last trick and the own trull": (
        *("paskievics", hand(trull="declarer", **ALONE, **last("pagat", "Anna", good=False)), {}),
        *("pagat_ultimo", TRICK),
    ),
    "pagat and II of one side beaten in the last trick and its trull": (
        "magas",
        hand(
            trull="declarer",
            **last("pagat", "Anna", good=False),
            **last("sas", "Csaba", good=False),
        ),
        {},
        *("sas_ultimo", TRICK),
    ),
    "pagat and II of one side beaten in the last trick, won with its king": (
        "magas",
        hand_announcing(
            king("king_ultimo"),
            **last("pagat", "Béla", good=False),
            **last("sas", "Dóra", good=False),
        ),
        {},
        *("announced.0.made", HIGHER),
    ),
    "a lone declarer's II beaten in the last trick beside all tricks": (
        *("magas", hand(**ALONE, **ALL, **last("sas", "Anna", good=False)), {}),
        *("sas_ultimo", TRICK),
    ),
    "a lone declarer's pheasant lost and a centrum of the declarer": (
        *(
            "magas",
            hand_announcing(with_result("centrum"), **ALONE, **first(("pagat", "Anna", False))),
            {},
        ),
        *("announced.0.made", TRICK),
    ),
    "pheasants of both partners lost and a centrum of theirs": (
        "magas",
        hand_announcing(
            with_result("centrum"), **first(("pagat", "Anna", False), ("sas", "Csaba", False))
        ),
        {},
        *("announced.0.made", TRICK),
    ),
}
# Numbers of cards of a kind in a hand and in the pack.
HANDS: dict[str, Kind] = {
    "nine tarokks of a lone declarer and a king": (
        "illustrated",
        hand_announcing(king("king_ultimo"), **ALONE, **tarokks(("Anna", 9))),
        {},
        *("announced.0.made", HAND),
    ),
    "nine tarokks of both partners and a king of theirs": (
        "illustrated",
        hand_announcing(king("king_uhu"), **tarokks(("Anna", 9), ("Csaba", 9))),
        {},
        *("announced.0.made", HAND),
    ),
    "eight tarokks of a lone declarer and two kings": (
        "illustrated",
        hand_announcing(
            king("king_uhu"),
            king("king_ultimo", suit="clubs"),
            **ALONE,
            **tarokks(("Anna", 8)),
        ),
        {},
        *("announced.1.made", HAND),
    ),
    "eighteen tarokks and five with others": (
        "magas",
        hand(
            called="XX",
            xxi_catch={"by": "Dóra", "from": "Csaba"},
            **last("pagat", "Csaba"),
            facan=[{"card": "sas", "by": "Dóra", "made": False}],
            **tarokks(("Anna", 9), ("Béla", 9)),
        ),
        {},
        *("facan.0", HAND),
    ),
}
# The least card points of the tricks that a side must have won.
WORTHS: dict[str, Kind] = {
    "a big bird with ten points": (
        *("illustrated", hand_announcing(with_result("nagymadar"), declarer_points=10), {}),
        *("announced.0.made", WORTH),
    ),
    "a centrum with nineteen points": (
        *("illustrated", hand_announcing(with_result("centrum"), declarer_points=19), {}),
        *("announced.0.made", WORTH),
    ),
    "a small bird of the opponents with twenty points": (
        *("illustrated", hand_announcing(with_result("kismadar", "Béla"), declarer_points=74), {}),
        *("announced.0.made", WORTH),
    ),
    "three kings with fourteen points": (
        *("magas", hand_announcing(with_result("harom_kiralyok", "Béla"), declarer_points=80), {}),
        *("announced.0.made", WORTH),
    ),
    "a pagat ultimo with ten points": (
        *("paskievics", hand(declarer_points=10, **last("pagat", "Anna")), {}),
        *("pagat_ultimo", WORTH),
    ),
    "a caught XXI with fourteen points": (
        *("paskievics", hand(declarer_points=80, **CAUGHT_BY_BELA), {}),
        *("xxi_catch", WORTH),
    ),
}

COUNTS: dict[str, Kind] = {**LOSERS, **HANDS, **WORTHS}
