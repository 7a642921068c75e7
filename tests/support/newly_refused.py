"""Hands that record schema 1 accepted and later schemas refuse, one of each kind."""

from __future__ import annotations

from typing import Any

PEOPLE = ("Anna", "Béla", "Csaba", "Dóra")
PLAYED = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "declarer_points": 50}
DOI = {"declarer": "Anna", "contract": "doi", "called": "hearts", "partner": "Csaba"}
TRICK = {"winner": "Béla", "with": "other"}
PILES = {"Anna": 26, "Béla": 26}


def tarokks(*counts: int) -> list[dict[str, Any]]:
    """Return declarations of tarokks, one player after the other.

    counts: count of each player.
    """
    return [{"player": name, "count": count} for name, count in zip(PEOPLE, counts, strict=False)]


def declared(*items: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """Return a Danish hand with these declarations."""
    said = [{"player": player, **item} for player, item in items]
    return {"declarations": said, "last_trick": TRICK, "card_points": PILES}


MATADORS, FULL = {"kind": "matadors", "count": 3}, {"kind": "kings", "level": "full"}
# Game, hand, and the field and code that schema 2 refuses it with.
NEWLY = [
    ("paskievics", {**PLAYED, "tarokks": tarokks(8, 8, 8)}, "tarokks.2.count hu.too_many_tarokks"),
    (
        "zebi",
        {"outcome": "failed_trial", "declarer": "Anna", "bid": "three"},
        "declarer hu.trial_not_last",
    ),
    (
        "romanian",
        {**DOI, "declarer_points": 40, "announced": [{"figure": "rege_ultimo", "by": "Anna"}]},
        "announced.0.by ro.rege_partner_holds",
    ),
    (
        "romanian",
        {**DOI, "declarer_points": 40, "king_abandoned": True},
        "king_abandoned ro.abandoned_partner",
    ),
    (
        "romanian",
        {**DOI, "partner": None, "contract": "solo", "declarer_points": 40, "king_abandoned": True},
        "king_abandoned ro.abandoned_solo",
    ),
    (
        "romanian",
        {"outcome": "surrendered", "declarer": "Anna", "contract": "solo", "honour_held": True},
        "contract ro.surrender_solo",
    ),
    (
        "danish",
        {
            "last_trick": {**TRICK, "with": "king", "lost": [{"player": "Anna", "card": "pagat"}]},
            "card_points": PILES,
        },
        "last_trick.with king_beats_pagat",
    ),
    (
        "danish",
        declared(
            ("Anna", {"kind": "trumps", "count": 12}), ("Béla", {"kind": "trumps", "count": 11})
        ),
        "declarations.1.count too_many_trumps",
    ),
    (
        "danish",
        declared(("Anna", MATADORS), ("Béla", MATADORS)),
        "declarations.1.player matadors_of_two",
    ),
    ("danish", declared(("Anna", FULL), ("Béla", FULL)), "declarations.1.player kings_of_two"),
]
