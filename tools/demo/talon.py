"""The steps after the Hungarian auction: the talon is shared out, cards are discarded, a poor hand
may be annulled, a partner is called.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from scoring.games.hungarian.tables import BIDS
from tools.demo.bidding import Contract
from tools.demo.cards import PAGAT, SKIZ, XX, XXI, discard, kings, strong, tarokks

# Cards for the three others in turn, by the number that the declarer draws.
SHARES = {3: (1, 1, 1), 2: (2, 1, 1), 1: (2, 2, 1), 0: (2, 2, 2)}
# Names of the holdings of one or two tarokks for which a hand may be annulled.
LONE = {
    frozenset[int](): "no_tarokk",
    frozenset({XXI}): "xxi",
    frozenset({PAGAT}): "pagat",
    frozenset({XXI, PAGAT}): "xxi_pagat",
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """The cards drawn and the cards discarded, by seat."""

    drawn: tuple[list[int], ...]
    discarded: tuple[list[int], ...]


def exchange(hands: Sequence[list[int]], talon: list[int], contract: Contract) -> Exchange:
    """Share out the talon and discard; `hands` is changed in place."""
    count = len(hands)
    own = BIDS[contract.bid].drawn
    drawn: list[list[int]] = [[] for _ in range(count)]
    start = 0
    for turn, share in enumerate((own, *SHARES[own])):
        seat = (contract.declarer + turn) % count
        drawn[seat] = talon[start : start + share]
        start += share
    discarded = []
    for seat, hand in enumerate(hands):
        hand += drawn[seat]
        discarded.append(discard(hand, len(drawn[seat])))
    return Exchange(tuple(drawn), tuple(discarded))


def annulment(
    hands: Sequence[list[int]], exchanged: Exchange, rng: Random
) -> tuple[int, str] | None:
    """Return the seat that annuls the hand and the holding it does so for, None if nobody does.

    Annulling is optional.
    """
    for seat, hand in enumerate(hands):
        holding = "kings" if len(kings(hand)) == 4 else None
        if holding is None and not tarokks(exchanged.discarded[seat]):
            holding = LONE.get(frozenset(tarokks(hand)))
        if holding and rng.random() < 0.8:
            return seat, holding
    return None


def call_partner(
    hands: Sequence[list[int]], contract: Contract, rng: Random
) -> tuple[int, int | None]:
    """Return the called card and the seat that holds it; the seat is None if the declarer
    holds it.
    """
    own = hands[contract.declarer]
    called = contract.called
    if called is None and XX in own:
        alone = strong(own) > 4 and SKIZ in own and rng.random() < 0.4
        called = XX if alone else next(card for card in range(XX, PAGAT, -1) if card not in own)
    called = called or XX
    holder = next((seat for seat, hand in enumerate(hands) if called in hand), None)
    return called, None if holder == contract.declarer else holder
