"""Figures of Hungarian tarokk: the announcements, and their results."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scoring.games.hungarian.rules import HungarianRules
from scoring.games.illustrated.rules import IllustratedRules
from tools.demo.announcing import (
    PAGAT_ULTIMO,
    Announced,
    Announcements,
    Figure,
    Speakers,
    must_declare,
)
from tools.demo.cards import HONOURS, II, KINGS, PAGAT, SKIZ, XX, XXI, strong, tarokks
from tools.demo.tricks import Trick

TRICKS = 9
FEWEST_TAROKKS = 8
ULTIMO = Figure(PAGAT_ULTIMO, PAGAT, trick=TRICKS)
# Figures that Illustrated adds, with the probability for a player with many tarokks.
ADDED = (
    (Figure("centrum", XX, trick=5), 0.15),
    (Figure("kismadar", XXI, trick=6), 0.15),
    (Figure("nagymadar", SKIZ, trick=7), 0.15),
    (Figure("pagat_uhu", PAGAT, trick=8), 0.15),
)
SAS = ((Figure("sas_ultimo", II, trick=TRICKS), 0.3), (Figure("sas_uhu", II, trick=8), 0.2))
KING_FIGURES = (("king_ultimo", TRICKS), ("king_uhu", 8))
# Figures that need all tricks up to the card's own.
FROM_THE_FIRST = ("centrum", "kismadar", "nagymadar")
NOT_TOLD = (PAGAT_ULTIMO, "sas_ultimo")


def wishes(hand: list[int], bid: str, rules: HungarianRules, rng: Random) -> list[Figure]:
    """Return the figures that a player with these cards would announce."""
    count, high = len(tarokks(hand)), strong(hand)
    both = SKIZ in hand and XXI in hand
    honour = not HONOURS.isdisjoint(hand)
    dear = bid in ("one", "solo") and both
    chances = [
        (Figure("trull", "trull"), 0.6 if both else 0.2 if count > 5 and honour else 0),
        (Figure("four_kings", "four_kings"), 0.15 if count > 7 and high > 2 else 0.02),
        # No player announces both double game and volat.
        (Figure("volat", "volat"), 0.2 if count > 8 and high > 4 else 0),
        (Figure("double", "volat"), 0.4 if count > 7 and dear else 0),
        (Figure("xxi_catch", "xxi_catch"), 0.02 if SKIZ in hand and not both else 0),
    ]
    if isinstance(rules, IllustratedRules):
        chances += _added(hand, rules, rng)
    chances.append((ULTIMO, _ultimo_chance(hand)))
    return [figure for figure, chance in chances if rng.random() < chance]


def _ultimo_chance(hand: list[int]) -> float:
    count, high = len(tarokks(hand)), strong(hand)
    if PAGAT not in hand or count < FEWEST_TAROKKS - 1:
        return 0
    if count >= FEWEST_TAROKKS and high > 1:
        return 0.6
    return 0.25 if high > 2 else 0


def _added(hand: list[int], rules: IllustratedRules, rng: Random) -> list[tuple[Figure, float]]:
    if len(tarokks(hand)) < FEWEST_TAROKKS - 1 or strong(hand) < 2:
        return []
    cards = ADDED + SAS if rules.sas else ADDED
    found = [
        (figure, chance)
        for figure, chance in cards
        if figure.one_of in hand and (strong(hand) > 3 or figure.name not in FROM_THE_FIRST)
    ]
    for suit, king in KINGS.items():
        if king in hand:
            name, trick = rng.choice(KING_FIGURES)
            found.append((Figure(name, king, suit, trick), 0.3))
    return found


def declared_tarokks(
    speakers: Speakers, said: Announcements, order: Sequence[str], rng: Random
) -> list[dict[str, Any]]:
    """Return the declarations of eight or nine tarokks.

    A holder usually declares them, but may claim them afterwards or forget them.
    """
    found: list[dict[str, Any]] = []
    for seat, hand in enumerate(speakers.hands):
        count = len(tarokks(hand))
        if count < FEWEST_TAROKKS:
            continue
        item: dict[str, Any] = {"player": order[seat], "count": count}
        if must_declare(speakers, said, seat) or rng.random() < 0.8:
            found.append(item)
        elif rng.random() < 0.5:
            found.append({**item, "declared": False})
    return found


def figure_result(
    item: Announced, tricks: Sequence[Trick], side_of: Sequence[int]
) -> dict[str, bool]:
    """Return whether the named card won its trick and, for some figures, its side all tricks
    before.

    Return an empty dict for a figure whose result follows from other facts.
    """
    figure, side = item.figure, side_of[item.by]
    if not figure.trick or figure.name in NOT_TOLD:
        return {}
    trick = tricks[figure.trick - 1]
    won = trick.won_with == figure.one_of and side_of[trick.winner] == side
    if figure.name in FROM_THE_FIRST:
        won = won and all(side_of[one.winner] == side for one in tricks[: figure.trick])
    return {"made": won}
