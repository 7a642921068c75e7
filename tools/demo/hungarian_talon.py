"""The steps after the Hungarian auction: talon, discards, annulment, call of a partner."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from scoring.games.hungarian.tables import BIDS
from tools.demo.cards import (
    PAGAT,
    SKIZ,
    XX,
    XXI,
    count_high_tarokks,
    discard,
    select_kings,
    select_tarokks,
)
from tools.demo.hungarian_auction import Contract

# Number of cards that the declarer draws to those of the three others, in turn.
SHARES_OF_OTHERS = {3: (1, 1, 1), 2: (2, 1, 1), 1: (2, 2, 1), 0: (2, 2, 2)}
# The only tarokks of a hand that may be annulled, to the name of the holding.
ANNULLING_TAROKKS = {
    frozenset[int](): "no_tarokk",
    frozenset({XXI}): "xxi",
    frozenset({PAGAT}): "pagat",
    frozenset({XXI, PAGAT}): "xxi_pagat",
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """The cards drawn from the talon and the cards discarded, by seat."""

    drawn: tuple[list[int], ...]
    discarded: tuple[list[int], ...]


def exchange_talon(hands: Sequence[list[int]], talon: list[int], contract: Contract) -> Exchange:
    """Deal out the talon and discard; change the hands in place."""
    count = len(hands)
    declarer_share = BIDS[contract.bid].drawn
    drawn: list[list[int]] = [[] for _ in range(count)]
    start = 0
    for turn, share in enumerate((declarer_share, *SHARES_OF_OTHERS[declarer_share])):
        seat = (contract.declarer + turn) % count
        drawn[seat] = talon[start : start + share]
        start += share
    discarded = []
    for seat, hand in enumerate(hands):
        hand += drawn[seat]
        discarded.append(discard(hand, len(drawn[seat])))
    return Exchange(tuple(drawn), tuple(discarded))


def choose_annulment(
    hands: Sequence[list[int]], exchanged: Exchange, rng: Random
) -> tuple[int, str] | None:
    """Return the seat that annuls the hand and its holding, or None; annulling is optional."""
    for seat, hand in enumerate(hands):
        holding = "kings" if len(select_kings(hand)) == 4 else None
        if holding is None and not select_tarokks(exchanged.discarded[seat]):
            holding = ANNULLING_TAROKKS.get(frozenset(select_tarokks(hand)))
        if holding and rng.random() < 0.8:
            return seat, holding
    return None


def call_partner(
    hands: Sequence[list[int]], contract: Contract, rng: Random
) -> tuple[int, int | None]:
    """Return the called tarokk and the seat of the partner, None if the declarer plays alone."""
    hand = hands[contract.declarer]
    called = contract.called
    if called is None and XX in hand:
        plays_alone = count_high_tarokks(hand) > 4 and SKIZ in hand and rng.random() < 0.4
        called = (
            XX if plays_alone else next(card for card in range(XX, PAGAT, -1) if card not in hand)
        )
    called = called or XX
    holder = next((seat for seat, cards in enumerate(hands) if called in cards), None)
    return called, None if holder == contract.declarer else holder
