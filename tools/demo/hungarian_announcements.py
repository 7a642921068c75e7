"""The announcements of Hungarian tarokk, and the results of the announced figures."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scoring.games.hungarian.rules import HungarianRules
from scoring.games.illustrated.rules import IllustratedRules
from tools.demo.announcing import (
    PAGAT_ULTIMO,
    AnnouncedFigure,
    Announcements,
    Figure,
    Speakers,
    has_to_declare,
)
from tools.demo.cards import (
    HONOURS,
    II,
    KINGS,
    PAGAT,
    SKIZ,
    XX,
    XXI,
    count_high_tarokks,
    select_tarokks,
)
from tools.demo.tricks import Trick

TRICKS = 9
FEWEST_TAROKKS = 8
ULTIMO = Figure(PAGAT_ULTIMO, PAGAT, trick=TRICKS)
# Figures of Illustrated tarokk, with the probability for a player with many tarokks.
BIRD_FIGURES = (
    (Figure("centrum", XX, trick=5), 0.15),
    (Figure("kismadar", XXI, trick=6), 0.15),
    (Figure("nagymadar", SKIZ, trick=7), 0.15),
    (Figure("pagat_uhu", PAGAT, trick=8), 0.15),
)
SAS = ((Figure("sas_ultimo", II, trick=TRICKS), 0.3), (Figure("sas_uhu", II, trick=8), 0.2))
KING_FIGURES = (("king_ultimo", TRICKS), ("king_uhu", 8))
# Figures that also need all tricks before the card's trick.
NEEDS_EARLIER_TRICKS = ("centrum", "kismadar", "nagymadar")
RECORDED_ELSEWHERE = (PAGAT_ULTIMO, "sas_ultimo")


def choose_figures(hand: list[int], bid: str, rules: HungarianRules, rng: Random) -> list[Figure]:
    """Return the figures that a player with these cards would announce."""
    count, high_count = len(select_tarokks(hand)), count_high_tarokks(hand)
    has_both = SKIZ in hand and XXI in hand
    has_honour = not HONOURS.isdisjoint(hand)
    is_high_bid = bid in ("one", "solo") and has_both
    chances = [
        (Figure("trull", "trull"), 0.6 if has_both else 0.2 if count > 5 and has_honour else 0),
        (Figure("four_kings", "four_kings"), 0.15 if count > 7 and high_count > 2 else 0.02),
        # No player announces both double game and volat.
        (Figure("volat", "volat"), 0.2 if count > 8 and high_count > 4 else 0),
        (Figure("double", "volat"), 0.4 if count > 7 and is_high_bid else 0),
        (Figure("xxi_catch", "xxi_catch"), 0.02 if SKIZ in hand and not has_both else 0),
    ]
    if isinstance(rules, IllustratedRules):
        chances += _list_added_chances(hand, rules, rng)
    chances.append((ULTIMO, _estimate_ultimo_chance(hand)))
    return [figure for figure, chance in chances if rng.random() < chance]


def _estimate_ultimo_chance(hand: list[int]) -> float:
    count, high_count = len(select_tarokks(hand)), count_high_tarokks(hand)
    if PAGAT not in hand or count < FEWEST_TAROKKS - 1:
        return 0
    if count >= FEWEST_TAROKKS and high_count > 1:
        return 0.6
    return 0.25 if high_count > 2 else 0


def _list_added_chances(
    hand: list[int], rules: IllustratedRules, rng: Random
) -> list[tuple[Figure, float]]:
    if len(select_tarokks(hand)) < FEWEST_TAROKKS - 1 or count_high_tarokks(hand) < 2:
        return []
    cards = BIRD_FIGURES + SAS if rules.sas else BIRD_FIGURES
    chances = [
        (figure, chance)
        for figure, chance in cards
        if figure.exclusive_key in hand
        and (count_high_tarokks(hand) > 3 or figure.name not in NEEDS_EARLIER_TRICKS)
    ]
    for suit, king in KINGS.items():
        if king in hand:
            name, trick = rng.choice(KING_FIGURES)
            chances.append((Figure(name, king, suit, trick), 0.3))
    return chances


def declare_tarokks(
    speakers: Speakers, announcements: Announcements, order: Sequence[str], rng: Random
) -> list[dict[str, Any]]:
    """Return the declarations of eight or nine tarokks.

    Players usually declare them, but may claim them afterwards or forget them.
    """
    declarations: list[dict[str, Any]] = []
    for seat, hand in enumerate(speakers.hands):
        count = len(select_tarokks(hand))
        if count < FEWEST_TAROKKS:
            continue
        item: dict[str, Any] = {"player": order[seat], "count": count}
        if has_to_declare(speakers, announcements, seat) or rng.random() < 0.8:
            declarations.append(item)
        elif rng.random() < 0.5:
            declarations.append({**item, "declared": False})
    return declarations


def build_figure_result_keys(
    item: AnnouncedFigure, tricks: Sequence[Trick], side_of: Sequence[int]
) -> dict[str, bool]:
    """Return the key `made` of an announced figure, or {} if other keys decide its result.

    The figure is made if its card won its trick; some figures also need all earlier tricks.
    """
    figure, side = item.figure, side_of[item.by]
    if not figure.trick or figure.name in RECORDED_ELSEWHERE:
        return {}
    trick = tricks[figure.trick - 1]
    won = trick.winning_card == figure.exclusive_key and side_of[trick.winner] == side
    if figure.name in NEEDS_EARLIER_TRICKS:
        won = won and all(side_of[earlier.winner] == side for earlier in tricks[: figure.trick])
    return {"made": won}
