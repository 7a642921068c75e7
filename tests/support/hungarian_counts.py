"""Hungarian hands with impossible numbers of cards or tricks, refused since record schema 3."""

from __future__ import annotations

from typing import Any

from support.hungarian_contradictions import (
    ALL,
    ALONE,
    CARD,
    CAUGHT_BY_BELA,
    HAND,
    HIGHER,
    TRICK,
    WORTH,
    YIELDED,
    Kind,
    auction,
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


def yielded_with_centrum(player: str) -> dict[str, Any]:
    """Return a game yielded to Béla in which this player announced a centrum."""
    announced = [with_result("centrum", player)]
    return auction(YIELDED, declarer="Béla", bid="two", partner="Anna", announced=announced)


# The XX of a hand whose called card is not recorded.
XX_HELD: dict[str, Kind] = {
    "an own XX that was called and a centrum of the others": (
        *("illustrated", hand_announcing(with_result("centrum", "Béla"), **ALONE, alone="own"), {}),
        *("announced.0.made", HAND),
    ),
    "a yielded game and a centrum of the others": (
        "illustrated",
        yielded_with_centrum("Csaba"),
        {},
        *("announced.0.made", HAND),
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
            **last("pagat", "Csaba", good=False),
            facan=[{"card": "sas", "by": "Dóra", "made": False}],
            **tarokks(("Anna", 9), ("Béla", 9)),
        ),
        {},
        *("facan.0", HAND),
    ),
}
# Tricks won with low cards, to which nobody played a tarokk that would have won.
LOW: dict[str, Kind] = {
    "nine tarokks and a pagat ultimo of another": (
        *("paskievics", hand(**last("pagat", "Anna"), **tarokks(("Béla", 9))), {}),
        *("pagat_ultimo", HIGHER),
    ),
    "nine tarokks of the partner and a pagat ultimo": (
        *("paskievics", hand(**last("pagat", "Anna"), **tarokks(("Csaba", 9))), {}),
        *("pagat_ultimo", HIGHER),
    ),
    "nine tarokks and a king uhu of the partner": (
        *("illustrated", hand_announcing(king("king_uhu"), **tarokks(("Anna", 9))), {}),
        *("announced.0.made", HIGHER),
    ),
    "nine tarokks and a king ultimo of the others": (
        *("illustrated", hand_announcing(king("king_ultimo"), **tarokks(("Béla", 9))), {}),
        *("announced.0.made", HIGHER),
    ),
    "nine tarokks and a pheasant of another": (
        *("magas", hand(**first(("pagat", "Anna", True)), **tarokks(("Dóra", 9))), {}),
        *("facan.0", HIGHER),
    ),
    "eight tarokks and two tricks of kings": (
        *("zebi", hand_announcing(with_result("ket_kiralyok"), **tarokks(("Béla", 8))), {}),
        *("announced.0.made", HIGHER),
    ),
    "eight tarokks and a closing pair of the others": (
        *("magas", hand_announcing(with_result("zaroparos"), **tarokks(("Béla", 8))), {}),
        *("announced.0.made", HIGHER),
    ),
    "all suits of one and a pagat ultimo of the other": (
        *("zebi", hand_announcing(with_result("szinesites"), **last("pagat", "Béla")), {}),
        *("announced.0.made", CARD),
    ),
    "all suits of one and a pheasant with the II of the other": (
        *("zebi", hand_announcing(with_result("szinesites"), **first(("sas", "Béla", True))), {}),
        *("announced.0.made", CARD),
    ),
    "all suits of one and six tricks of the other": (
        "zebi",
        hand_announcing(with_result("szinesites"), with_result("kismadar", "Béla")),
        {},
        *("announced.1.made", CARD),
    ),
    "a pair pheasant and a closing pair, which leaves it no card": (
        "magas",
        hand_announcing(with_result("zaroparos"), paros_facan={"by": "opponents", "made": True}),
        {},
        *("announced.0.made", CARD),
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

COUNTS: dict[str, Kind] = {**LOSERS, **XX_HELD, **HANDS, **LOW, **WORTHS}
