"""The Hungarian auction between simulated players.

They bid by the number of their tarokks and high honours, almost never without an honour, and show
only cards that they hold.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from scoring.games.hungarian.auction import (
    BIDS,
    HOLD,
    PASS,
    SOLO,
    Call,
    Turn,
    derive_result,
    find_next_turn,
)
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.tables import CALLED
from tools.demo.cards import HONOURS, SKIZ, TAROKK, XXI, count_high_tarokks, select_tarokks

# Number of tarokks and high honours for a bid of three; one more is worth the next bid.
STRENGTH_FOR_THREE = 6


@dataclass(frozen=True, slots=True)
class Contract:
    """The result of an auction.

    declarer: seat.
    called: tarokk that must be called, None if any may be.
    shown_by: seat of the player who showed the called tarokk.
    trial: whether the declarer has no honour.
    """

    calls: tuple[Call, ...]
    declarer: int
    bid: str
    called: int | None
    shown_by: int | None
    trial: bool


def find_numeral(card: int) -> str:
    """Return the Roman numeral of a tarokk from II to XX."""
    return CALLED[card - TAROKK - 2]


def find_card(numeral: str) -> int:
    """Return the tarokk with a Roman numeral from II to XX."""
    return TAROKK + 2 + CALLED.index(numeral)


def hold_auction(
    hands: Sequence[list[int]], order: tuple[str, ...], rules: HungarianRules, rng: Random
) -> Contract | None:
    """Hold an auction and return the contract, or None if everybody passes.

    order: players in order of speaking.
    """
    limits = [_choose_limit(hand, rng) for hand in hands]
    calls: list[Call] = []
    while turn := find_next_turn(tuple(calls), order=order, rules=rules):
        seat = order.index(turn.player)
        is_fourth = len(calls) == len(order) - 1 and all(call == PASS for _, call in calls)
        calls.append(
            (turn.player, _choose_call(turn, hands[seat], limits[seat], rng, is_fourth=is_fourth))
        )
    result = derive_result(tuple(calls), order=order, rules=rules)
    if result.declarer is None or result.bid is None:
        return None
    declarer = order.index(result.declarer)
    return Contract(
        calls=tuple(calls),
        declarer=declarer,
        bid=result.bid,
        called=find_card(result.called) if result.called else None,
        shown_by=order.index(result.shown_by) if result.shown_by else None,
        trial=HONOURS.isdisjoint(hands[declarer]),
    )


def _choose_limit(hand: list[int], rng: Random) -> int:
    """Return the index in BIDS of the highest bid that a player would make; negative for none."""
    if HONOURS.isdisjoint(hand):
        return -1
    strength = (
        len(select_tarokks(hand)) + (SKIZ in hand) + (XXI in hand) + rng.choice((-1, 0, 0, 1))
    )
    return min(strength - STRENGTH_FOR_THREE, SOLO)


def _choose_call(turn: Turn, hand: list[int], limit: int, rng: Random, *, is_fourth: bool) -> str:
    if HONOURS.isdisjoint(hand):
        is_brave = (
            is_fourth and len(select_tarokks(hand)) > STRENGTH_FOR_THREE - 2 and rng.random() < 0.5
        )
        return BIDS[0] if is_brave else PASS
    allowed = [choice for choice in turn.choices if _may_call(hand, choice.shows, choice.call)]
    calls = [choice.call for choice in allowed]
    jumps = [choice.call for choice in allowed if choice.shows and choice.call in BIDS[: limit + 1]]
    if jumps and rng.random() < 0.5:
        return jumps[0]
    if HOLD in calls and (PASS not in calls or _find_held_bid(turn) <= limit):
        return HOLD
    plain = [
        choice.call for choice in allowed if choice.call in BIDS[: limit + 1] and not choice.shows
    ]
    return plain[0] if plain else PASS


def _may_call(hand: list[int], numeral: str | None, call: str) -> bool:
    """Return whether the hand allows a call that shows this tarokk (None: it shows nothing).

    The player must hold the tarokk and a high honour, and for any call but a pass also three high
    tarokks.
    """
    if numeral is None:
        return True
    has_high_honour = SKIZ in hand or XXI in hand
    is_strong = call == PASS or count_high_tarokks(hand) > 2
    return find_card(numeral) in hand and has_high_honour and is_strong


def _find_held_bid(turn: Turn) -> int:
    """Return the index in BIDS of the bid that a hold would equal."""
    higher = [BIDS.index(choice.call) for choice in turn.choices if choice.call in BIDS]
    return higher[0] - 1 if higher else SOLO
