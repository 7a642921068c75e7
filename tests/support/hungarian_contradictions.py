"""Hungarian hands that contradict themselves: accepted by record schema 2, refused from 3 on.

Anna declares with Csaba against Béla and Dóra; Dóra deals, so Anna leads to the first trick.
"""

from __future__ import annotations

from typing import Any

from support.strategies.hungarian import announced, hand

OWN = [{"key": "pheasant", "name": "Pheasant", "silent": 10, "announced": 20}]
ALONE: dict[str, Any] = {"partner": None}
ALL: dict[str, Any] = {"declarer_points": 94, "tricks": "all"}
CAUGHT_BY_BELA: dict[str, Any] = {"xxi_catch": {"by": "Béla", "from": "Anna"}}
SKART: dict[str, Any] = {"discarded_partner_skart": "declarer"}
# Game, hand, house rules, and the field and code of the refusal.
Kind = tuple[str, dict[str, Any], dict[str, Any], str, str]


def with_result(figure: str, by: str = "Anna", *, good: bool = True, **more: Any) -> dict[str, Any]:
    """Return an announcement that was made, or failed."""
    return {**announced(figure, by), "made": good, **more}


def void(figure: str, by: str) -> dict[str, Any]:
    return {**announced(figure, by), "void": True}


def king(figure: str, by: str = "Anna", suit: str = "hearts") -> dict[str, Any]:
    return with_result(figure, by, suit=suit)


def hand_announcing(*items: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """Return a hand with these announcements."""
    return hand(announced=list(items), **facts)


def last(card: str, by: str, *, good: bool = True) -> dict[str, Any]:
    """Return the record of the pagat or the II in the last trick."""
    return {f"{card}_ultimo": {"by": by, "made": good}}


def first(*cards: tuple[str, str, bool]) -> dict[str, Any]:
    """Return the record of silent pheasants.

    cards: card, player and whether the pheasant was made.
    """
    return {"facan": [{"card": card, "by": by, "made": good} for card, by, good in cards]}


def _points(bid: str, points: int, **more: Any) -> dict[str, Any]:
    return hand(bid=bid, declarer_points=points, **more)


def _reach() -> dict[str, Kind]:
    """Return hands with card points that a side cannot have if both sides took a trick."""
    found: dict[str, Kind] = {}
    wrong = "hu.points_of_both"
    for bid, low, high in (("three", 7, 87), ("two", 6, 86), ("one", 5, 85), ("solo", 4, 84)):
        for points in (low - 1, high + 1, 94, 0):
            name = f"{points} points with tricks on both sides, {bid}"
            found[name] = ("paskievics", _points(bid, points), {}, "tricks", wrong)
    discarded = {**ALONE, "alone": "discarded", "called": "XIX"}
    for points in (9, 91):
        name = f"{points} points with all six discards"
        found[name] = ("paskievics", _points("three", points, **discarded), SKART, "tricks", wrong)
    maybe = {**ALONE, "called": "XIX"}
    for points in (6, 91):
        name = f"{points} points with three discards or six"
        found[name] = ("paskievics", _points("three", points, **maybe), SKART, "tricks", wrong)
    own = {**ALONE, "called": "XX"}
    found["88 points alone with the own XX"] = (
        *("paskievics", _points("three", 88, **own), SKART),
        *("tricks", wrong),
    )
    return found


TRICK, CARD = "hu.cannot_both.trick", "hu.cannot_both.card"
HIGHER, FOLLOWS, WORTH = "hu.cannot_both.higher", "hu.cannot_both.follows", "hu.cannot_both.points"
NO_TRICK, HAND = "hu.cannot_both.none", "hu.cannot_both.hand"

# One card, one trick, one winner.
TRICKS: dict[str, Kind] = {
    "pagat uhu and the pagat in the last trick": (
        *("illustrated", hand_announcing(with_result("pagat_uhu"), **last("pagat", "Anna")), {}),
        *("announced.0.made", CARD),
    ),
    "pagat uhu and the pagat beaten in the last trick": (
        *(
            "illustrated",
            hand_announcing(with_result("pagat_uhu"), **last("pagat", "Anna", good=False)),
            {},
        ),
        *("announced.0.made", CARD),
    ),
    "pagat and II both win the last trick": (
        *("magas", hand(**last("pagat", "Anna"), **last("sas", "Csaba")), {}),
        *("sas_ultimo", TRICK),
    ),
    "king ultimo and the pagat that won the last trick": (
        *("illustrated", hand_announcing(king("king_ultimo"), **last("pagat", "Anna")), {}),
        *("announced.0.made", TRICK),
    ),
    "king ultimo and the other side's II that won the last trick": (
        *("magas", hand_announcing(king("king_ultimo"), **last("sas", "Béla")), {}),
        *("announced.0.made", TRICK),
    ),
    "king ultimos of both sides": (
        *("magas", hand_announcing(king("king_ultimo"), king("king_ultimo", "Béla", "clubs")), {}),
        *("announced.1.made", TRICK),
    ),
    "centrum of both sides": (
        *(
            "illustrated",
            hand_announcing(with_result("centrum"), with_result("centrum", "Béla")),
            {},
        ),
        *("announced.1.made", TRICK),
    ),
    "big birds of both sides": (
        *(
            "illustrated",
            hand_announcing(with_result("nagymadar"), with_result("nagymadar", "Béla")),
            {},
        ),
        *("announced.1.made", TRICK),
    ),
    "pagat uhu of one and king uhu of the other": (
        *("illustrated", hand_announcing(with_result("pagat_uhu"), king("king_uhu", "Béla")), {}),
        *("announced.1.made", TRICK),
    ),
    "facan of one and centrum of the other": (
        *("magas", hand_announcing(with_result("facan_pagat"), with_result("centrum", "Béla")), {}),
        *("announced.1.made", TRICK),
    ),
    "silent facan of one and centrum of the other": (
        *(
            "magas",
            hand_announcing(with_result("centrum", "Béla"), **first(("sas", "Anna", True))),
            {},
        ),
        *("announced.0.made", TRICK),
    ),
    "facan made by both cards": (
        *("magas", hand(**first(("pagat", "Anna", True), ("sas", "Csaba", True))), {}),
        *("facan.1", TRICK),
    ),
    "closing pair and its pagat beaten in the last trick": (
        *(
            "magas",
            hand_announcing(with_result("zaroparos"), **last("pagat", "Anna", good=False)),
            {},
        ),
        *("announced.0.made", CARD),
    ),
    "closing pair and its II beaten in the last trick": (
        *(
            "magas",
            hand_announcing(with_result("zaroparos"), **last("sas", "Csaba", good=False)),
            {},
        ),
        *("announced.0.made", CARD),
    ),
    "closing pairs of both sides": (
        *("magas", hand_announcing(with_result("zaroparos"), with_result("zaroparos", "Béla")), {}),
        *("announced.1.made", TRICK),
    ),
    "king ultimo lost though three kings were made with one of them": (
        *(
            "zebi",
            hand_announcing(
                with_result("ket_kiralyok"), with_result("kiraly_ultimo", "Csaba", good=False)
            ),
            {},
        ),
        *("announced.1.figure", "hu.same_card"),
    ),
    "a pair pheasant made and the first trick won by the II": (
        *(
            "magas",
            hand(
                **first(("sas", "Anna", True)),
                paros_facan={"by": "opponents", "made": True},
            ),
            {},
        ),
        *("paros_facan", TRICK),
    ),
}

# One card, one side.
SIDES: dict[str, Kind] = {
    "an XXI caught and trull of the other side": (
        *("paskievics", hand(trull="declarer", **CAUGHT_BY_BELA), {}),
        *("xxi_catch", CARD),
    ),
    "a catch by a side without a trick": (
        *("paskievics", hand(**ALL, **CAUGHT_BY_BELA), {}),
        *("xxi_catch", NO_TRICK),
    ),
    "a made king figure and four kings of the others": (
        *("illustrated", hand_announcing(king("king_uhu"), four_kings="opponents"), {}),
        *("announced.0.made", CARD),
    ),
    "two kings and four kings of the others": (
        *("zebi", hand_announcing(with_result("ket_kiralyok"), four_kings="opponents"), {}),
        *("announced.0.made", CARD),
    ),
    "a made pagat figure and trull of the others": (
        *("magas", hand_announcing(with_result("pagat_nagymadar"), trull="opponents"), {}),
        *("announced.0.made", CARD),
    ),
    "a made pheasant and trull of the others": (
        *("magas", hand(trull="opponents", **first(("pagat", "Anna", True))), {}),
        *("facan.0", CARD),
    ),
    "small bird and the XXI lost by that side": (
        *("illustrated", hand_announcing(with_result("kismadar"), **CAUGHT_BY_BELA), {}),
        *("announced.0.made", CARD),
    ),
    "big bird and a catch by the other side": (
        *("illustrated", hand_announcing(with_result("nagymadar"), **CAUGHT_BY_BELA), {}),
        *("announced.0.made", CARD),
    ),
    "an XXI figure and the XXI caught from that side": (
        *("zebi", hand_announcing(with_result("xxi_uhu"), **CAUGHT_BY_BELA), {}),
        *("announced.0.made", CARD),
    ),
    "a banda of one suit made by both": (
        *("zebi", hand_announcing(king("banda"), king("banda", "Béla")), {}),
        *("announced.1.made", CARD),
    ),
    "a banda of one and the four kings of the other": (
        *("zebi", hand_announcing(king("banda"), four_kings="opponents"), {}),
        *("announced.0.made", CARD),
    ),
    "a banda of one and that king's figure of the other": (
        *("zebi", hand_announcing(king("banda"), king("king_uhu", "Béla")), {}),
        *("announced.1.made", CARD),
    ),
    "all suits of one and a banda of the other": (
        *("zebi", hand_announcing(with_result("szinesites"), king("banda", "Béla")), {}),
        *("announced.1.made", CARD),
    ),
    "all suits of one and a king figure of the other": (
        *("zebi", hand_announcing(with_result("szinesites"), king("king_ultimo", "Béla")), {}),
        *("announced.1.made", CARD),
    ),
    "all suits of one and the four kings of the other": (
        *("zebi", hand_announcing(with_result("szinesites"), four_kings="opponents"), {}),
        *("announced.0.made", CARD),
    ),
    "a called II that nobody holds and the II in the last trick": (
        *("magas", hand(**ALONE, called="II", **last("sas", "Anna")), {}),
        *("sas_ultimo", CARD),
    ),
    "a called II of the partner and the II of another": (
        *("magas", hand(called="II", **last("sas", "Béla")), {}),
        *("sas_ultimo", HAND),
    ),
    "a called XX of the partner and a centrum of the others": (
        *("illustrated", hand_announcing(with_result("centrum", "Béla"), called="XX"), {}),
        *("announced.0.made", HAND),
    ),
    "void XXI figures of both sides": (
        *("zebi", hand_announcing(void("xxi_uhu", "Anna"), void("xxi_ultimo", "Béla")), {}),
        *("announced.1.void", HAND),
    ),
}
for _bid, _least in (("three", 48), ("two", 44), ("one", 41), ("solo", 38)):
    _hand = hand_announcing(with_result("szinesites"), bid=_bid, declarer_points=_least - 1)
    SIDES[f"all suits with {_least - 1} points, {_bid}"] = (
        *("zebi", _hand, {}),
        *("announced.0.made", WORTH),
    )
for _bid, _least in (("three", 48), ("two", 52), ("one", 56), ("solo", 60)):
    _hand = hand_announcing(
        with_result("szinesites", "Béla"), bid=_bid, declarer_points=94 - _least + 1
    )
    SIDES[f"all suits of the opponents with {_least - 1} points, {_bid}"] = (
        *("zebi", _hand, {}),
        *("announced.0.made", WORTH),
    )
for _figure in ("centrum", "kismadar", "nagymadar", "pagat_uhu", "facan_pagat", "zaroparos"):
    SIDES[f"{_figure} by a side without a trick"] = (
        *("magas", hand_announcing(with_result(_figure, "Béla"), **ALL), {}),
        *("announced.0.made", "hu.told_without_tricks"),
    )

# Figures both announced and silent, and figures that the same side does not announce together.
SILENT: dict[str, Kind] = {
    "a facan announced and silent": (
        *("magas", hand_announcing(with_result("facan_sas"), **first(("sas", "Anna", True))), {}),
        *("facan.0.card", "hu.silent_too"),
    ),
    "a facan announced by the partner and silent": (
        *(
            "magas",
            hand_announcing(with_result("facan_sas", "Csaba"), **first(("sas", "Anna", True))),
            {},
        ),
        *("facan.0.card", "hu.silent_too"),
    ),
    "a pair pheasant announced and silent": (
        *(
            "magas",
            hand_announcing(
                with_result("paros_facan", "Béla"), paros_facan={"by": "opponents", "made": True}
            ),
            {},
        ),
        *("paros_facan", "hu.silent_too"),
    ),
    "a silent pair pheasant of the side that leads": (
        *("zebi", hand(paros_facan={"by": "declarer", "made": True}), {}),
        *("paros_facan.by", "hu.waits"),
    ),
    "a pair pheasant announced by the side that leads": (
        *("magas", hand_announcing(with_result("paros_facan", good=False)), {}),
        *("announced.0.by", "hu.waits"),
    ),
    "four kings announced after the volat": (
        *("paskievics", hand_announcing(announced("volat"), announced("four_kings")), {}),
        *("announced.1.figure", "hu.after_volat"),
    ),
    "trull announced after the partner's volat": (
        *("illustrated", hand_announcing(announced("volat"), announced("trull", "Csaba")), {}),
        *("announced.1.figure", "hu.after_volat"),
    ),
    "a double announced after the volat": (
        *("paskievics", hand_announcing(announced("volat"), announced("double")), {}),
        *("announced.1.figure", "hu.after_volat"),
    ),
    "a bonus of the opponents of a lone declarer without kontra": (
        *(
            "paskievics",
            hand_announcing(announced("trull", "Béla"), **ALONE),
            {"opponents_bonus_needs_kontra": True},
        ),
        *("announced.0.by", "hu.needs_kontra"),
    ),
}

CUE = [("Anna", "two"), ("Béla", "pass"), ("Csaba", "pass"), ("Dóra", "one"), ("Anna", "pass")]
YIELDED = [("Anna", "three"), ("Béla", "two"), ("Csaba", "pass"), ("Dóra", "pass")]
YIELDED += [("Anna", "pass")]
OWN_CUE = [("Anna", "three"), ("Béla", "one"), ("Csaba", "pass"), ("Dóra", "pass")]
OWN_CUE += [("Anna", "pass")]


def auction(calls: list[tuple[str, str]], **more: Any) -> dict[str, Any]:
    """Return a hand with these calls."""
    return hand(auction=[list(call) for call in calls], **more)


# The player who showed the called card is the partner.
AUCTIONS: dict[str, Kind] = {
    "a cue bid of one and another partner": (
        *("paskievics", auction(CUE, declarer="Dóra", bid="one", partner="Béla"), {}),
        *("partner", "auction_partner_cue"),
    ),
    "a cue bid of one and no partner": (
        *("paskievics", auction(CUE, declarer="Dóra", bid="one", partner=None), {}),
        *("partner", "auction_partner_cue"),
    ),
    "a yielded game and another partner": (
        *("paskievics", auction(YIELDED, declarer="Béla", bid="two", partner="Csaba"), {}),
        *("partner", "auction_partner_yielded"),
    ),
    "a yielded game and no partner": (
        *("paskievics", auction(YIELDED, declarer="Béla", bid="two", partner=None), {}),
        *("partner", "auction_partner_yielded"),
    ),
    "a card that the declarer showed and a partner with it": (
        "paskievics",
        auction(OWN_CUE, declarer="Béla", bid="one", called="XIX", partner="Csaba"),
        {},
        *("partner", "auction_partner_own"),
    ),
}


KINDS: dict[str, Kind] = {
    **_reach(),
    **TRICKS,
    **SIDES,
    **SILENT,
    **AUCTIONS,
}
# Refused under every schema; all others were accepted before schema 3.
ALWAYS = frozenset(
    {
        "king ultimo lost though three kings were made with one of them",
        *(name for name, kind in KINDS.items() if kind[4] == "hu.told_without_tricks"),
    }
)
