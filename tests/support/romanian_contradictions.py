"""Romanian and Taper hands that contradict themselves, refused since record schema 3."""

from __future__ import annotations

from typing import Any

from support.contradictions import ANNA, BELA, CSABA

DOI = {"declarer": ANNA, "contract": "doi", "called": "hearts", "partner": CSABA}
ALONE = {**DOI, "partner": None}
WON = {"declarer_points": 40}
ROMANIAN: dict[str, tuple[dict[str, Any], str]] = {
    "all points, and nobody says that one side took every trick": (
        {**DOI, "declarer_points": 70},
        "tricks ro.exclude_points",
    ),
    "no points, and nobody says that one side took no trick": (
        {**DOI, "declarer_points": 0},
        "tricks ro.exclude_points",
    ),
    "a called king that fell in the last trick and was not captured": (
        {**DOI, **WON, "rege_ultimo": {"made": False}},
        "king_captured ro.king_fell",
    ),
    "a captured king beside rege ultimo made": (
        {**DOI, **WON, "rege_ultimo": {"made": True}, "king_captured": True},
        "king_captured ro.exclude_card",
    ),
    "a captured king beside all kings of the declarer's side": (
        {**DOI, **WON, "toti_regii": "declarer", "king_captured": True},
        "king_captured ro.exclude_card",
    ),
    "rege ultimo made beside all kings of the opponents": (
        {**DOI, **WON, "toti_regii": "opponents", "rege_ultimo": {"made": True}},
        "rege_ultimo ro.exclude_card",
    ),
    "rege ultimo failed beside all kings of the declarer's side": (
        {**DOI, **WON, "toti_regii": "declarer", "rege_ultimo": {"made": False}},
        "rege_ultimo ro.exclude_card",
    ),
    "the luna caught by one side and trula of the other": (
        {**DOI, **WON, "trula": "declarer", "luna_prinsa": {"by": BELA, "from": ANNA}},
        "luna_prinsa ro.exclude_card",
    ),
    "the luna caught by a side without a trick": (
        {**DOI, "tricks": "all", "luna_prinsa": {"by": BELA, "from": ANNA}},
        "luna_prinsa ro.nothing_without_tricks",
    ),
    "pagat and called king both in the last trick by the partner": (
        {
            **DOI,
            **WON,
            "pagat_ultimo": {"by": CSABA, "made": True},
            "rege_ultimo": {"made": True},
        },
        "rege_ultimo ro.exclude_two_cards",
    ),
    "pagat and called king both in the last trick by a lone declarer": (
        {
            **ALONE,
            **WON,
            "pagat_ultimo": {"by": ANNA, "made": False},
            "rege_ultimo": {"made": False},
            "king_captured": True,
        },
        "rege_ultimo ro.exclude_two_cards",
    ),
    "the last trick won by both sides": (
        {**DOI, **WON, "pagat_ultimo": {"by": BELA, "made": True}, "rege_ultimo": {"made": True}},
        "pagat_ultimo ro.exclude_last",
    ),
    "a king left in the talon beside all kings of the declarer's side": (
        {**ALONE, **WON, "king_abandoned": True, "toti_regii": "declarer"},
        "king_abandoned ro.exclude_card",
    ),
    "a king left in the talon that was in the last trick": (
        {**ALONE, **WON, "king_abandoned": True, "rege_ultimo": {"made": False}},
        "king_abandoned ro.exclude_talon",
    ),
    "fewer points than the honours and kings of a side": (
        {**DOI, "declarer_points": 12, "luna_prinsa": {"by": ANNA, "from": BELA}}
        | {"rege_ultimo": {"made": True}},
        "rege_ultimo ro.exclude_worth",
    ),
    "rege ultimo announced with the king left in the talon": (
        {
            **ALONE,
            **WON,
            "king_abandoned": True,
            "announced": [{"figure": "rege_ultimo", "by": ANNA}],
        },
        "king_abandoned ro.exclude_talon",
    ),
    "all taroace declared and the pagat of another": (
        {
            **DOI,
            **WON,
            "declarations": [{"player": ANNA, "count": 12}, {"player": BELA, "count": 10}],
            "pagat_ultimo": {"by": CSABA, "made": True},
        },
        "declarations.1.count ro.taroace_elsewhere",
    ),
    "taroace of two and the luna of a third, caught by the fourth": (
        {
            **DOI,
            **WON,
            "declarations": [{"player": ANNA, "count": 11}, {"player": BELA, "count": 10}],
            "luna_prinsa": {"by": "Dóra", "from": CSABA},
        },
        "declarations.1.count ro.taroace_elsewhere",
    ),
    "taroace of one player twice": (
        {**DOI, **WON, "declarations": [{"player": ANNA, "count": 8}] * 2},
        "declarations.1.player ro.taroace_twice",
    ),
    "more taroace than there are": (
        {
            **DOI,
            **WON,
            "declarations": [{"player": one, "count": 8} for one in (ANNA, BELA, CSABA)],
        },
        "declarations.2.count ro.too_many_taroace",
    ),
}

TREI = {"declarer": ANNA, "contract": "trei"}
TAPER: dict[str, tuple[dict[str, Any], str]] = {
    "all points, and nobody says that one side took every trick": (
        {**TREI, "declarer_points": 66},
        "tricks ro.exclude_points",
    ),
    "no points, and nobody says that one side took no trick": (
        {**TREI, "declarer_points": 0},
        "tricks ro.exclude_points",
    ),
    "the luna caught by one side and trula of the other": (
        {**TREI, **WON, "trula": "opponents", "luna_prinsa": {"by": ANNA, "from": BELA}},
        "luna_prinsa ro.exclude_card",
    ),
    "the luna caught by a side without a trick": (
        {**TREI, "tricks": "none", "luna_prinsa": {"by": ANNA, "from": BELA}},
        "luna_prinsa ro.nothing_without_tricks",
    ),
    "the last trick lost by who wins it alone": (
        {**TREI, **WON, "trula": "declarer", "pagat_ultimo": {"by": ANNA, "made": False}},
        "pagat_ultimo ro.exclude_last",
    ),
    "fewer points than caught honours": (
        {**TREI, "declarer_points": 7, "luna_prinsa": {"by": ANNA, "from": BELA}},
        "luna_prinsa ro.exclude_worth",
    ),
    "taroace of one player twice": (
        {**TREI, **WON, "declarations": [{"player": ANNA, "count": 10}] * 2},
        "declarations.1.player ro.taroace_twice",
    ),
    "more taroace than there are": (
        {
            **TREI,
            **WON,
            "declarations": [{"player": ANNA, "count": 12}, {"player": BELA, "count": 11}],
        },
        "declarations.1.count ro.too_many_taroace",
    ),
}
