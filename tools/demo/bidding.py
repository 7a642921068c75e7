"""The Hungarian auction between simple players, who follow its rules and conventions.

They bid by the number of their tarokks and high honours, never without an honour, and never show
a card that they do not hold.
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
    next_calls,
)
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.tables import CALLED
from tools.demo.cards import HONOURS, SKIZ, TAROKK, XXI, strong, tarokks

# Number of tarokks and high honours for a bid of three; each further one is a bid more.
WEAKEST = 6


@dataclass(frozen=True, slots=True)
class Contract:
    """The result of an auction.

    declarer: seat.
    called: tarokk that must be called, None if free.
    shown_by: seat of the player who showed it.
    trial: whether it is a bid without an honour, by the last player after three passes.
    """

    calls: tuple[Call, ...]
    declarer: int
    bid: str
    called: int | None
    shown_by: int | None
    trial: bool


def numeral_of(card: int) -> str:
    """Return the roman numeral of a tarokk that can be called, II to XX."""
    return CALLED[card - TAROKK - 2]


def card_of(numeral: str) -> int:
    """Return the tarokk of a roman numeral, II to XX."""
    return TAROKK + 2 + CALLED.index(numeral)


def hold_auction(
    hands: Sequence[list[int]], order: tuple[str, ...], rules: HungarianRules, rng: Random
) -> Contract | None:
    """Return the contract from the auction of the players in speaking `order`; None if everybody
    passed.
    """
    wishes = [_wish(hand, rng) for hand in hands]
    calls: list[Call] = []
    while turn := next_calls(tuple(calls), order=order, rules=rules):
        seat = order.index(turn.player)
        fourth = len(calls) == len(order) - 1 and all(call == PASS for _, call in calls)
        calls.append((turn.player, _call(turn, hands[seat], wishes[seat], rng, fourth=fourth)))
    found = derive_result(tuple(calls), order=order, rules=rules)
    if found.declarer is None or found.bid is None:
        return None
    declarer = order.index(found.declarer)
    return Contract(
        calls=tuple(calls),
        declarer=declarer,
        bid=found.bid,
        called=card_of(found.called) if found.called else None,
        shown_by=order.index(found.shown_by) if found.shown_by else None,
        trial=HONOURS.isdisjoint(hands[declarer]),
    )


def _wish(hand: list[int], rng: Random) -> int:
    """Return the highest bid a player would make, as a place in BIDS; -1 for none."""
    if HONOURS.isdisjoint(hand):
        return -1
    strength = len(tarokks(hand)) + (SKIZ in hand) + (XXI in hand) + rng.choice((-1, 0, 0, 1))
    return min(strength - WEAKEST, SOLO)


def _call(turn: Turn, hand: list[int], wish: int, rng: Random, *, fourth: bool) -> str:
    if HONOURS.isdisjoint(hand):
        brave = fourth and len(tarokks(hand)) > WEAKEST - 2 and rng.random() < 0.5
        return BIDS[0] if brave else PASS
    allowed = [choice for choice in turn.choices if _holds(hand, choice.shows, choice.call)]
    said = [choice.call for choice in allowed]
    jumps = [one.call for one in allowed if one.shows and one.call in BIDS[: wish + 1]]
    if jumps and rng.random() < 0.5:
        return jumps[0]
    if HOLD in said and (PASS not in said or _level_held(turn) <= wish):
        return HOLD
    plain = [one.call for one in allowed if one.call in BIDS[: wish + 1] and not one.shows]
    return plain[0] if plain else PASS


def _holds(hand: list[int], numeral: str | None, call: str) -> bool:
    """Return whether a call may be made: the player must hold the card it shows, with a high
    honour.
    """
    if numeral is None:
        return True
    high = SKIZ in hand or XXI in hand
    enough = call == PASS or strong(hand) > 2
    return card_of(numeral) in hand and high and enough


def _level_held(turn: Turn) -> int:
    """Return the place in BIDS of the bid that a hold would equal."""
    higher = [BIDS.index(choice.call) for choice in turn.choices if choice.call in BIDS]
    return higher[0] - 1 if higher else SOLO
