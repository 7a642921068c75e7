"""The steps of Romanian tarok and Taper before the play: bidding, called king, talon."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from random import Random

from scoring.games.hungarian.tables import SUITS
from scoring.games.romanian.rules import SharedRules
from scoring.games.romanian.tables import Tables
from tools.demo.cards import (
    HUNGARIAN_PACK,
    KINGS,
    POINTS_OF_CARD,
    ROMANIAN_PACK,
    SKIZ,
    SUIT_SIZE,
    TAROKK,
    XXI,
    select_kings,
    select_tarokks,
)

TALON_SIZE = 6
# The stages at which a contract can be bid: first, second and third.
STAGES = 3


@dataclass(frozen=True, slots=True)
class Bid:
    """A contract with its lowest level.

    start: lowest level, 1 unul, 2 al doilea, 3 al treilea.
    """

    contract: str
    start: int


@dataclass(slots=True)
class Search:
    """The result of a search of the talon.

    level: level reached.
    taken: cards that the declarer took.
    seen: all cards that were turned up.
    surrendered: whether the declarer gave up because the called king was in the talon.
    """

    level: int
    taken: list[int]
    seen: list[int]
    surrendered: bool = False


def choose_pack(tables: Tables) -> tuple[int, ...]:
    """Return the pack of the game; that of Taper lacks the three lowest cards of each suit."""
    return ROMANIAN_PACK if tables.players == 4 else HUNGARIAN_PACK


def list_bids(tables: Tables, rules: SharedRules) -> list[Bid]:
    """Return all bids in rising order."""
    return [
        Bid(key, start)
        for key, contract in tables.contracts.items()
        if getattr(rules, key, True)
        for start in range(1, (STAGES if contract.taken else 1) + 1)
    ]


def hold_auction(
    hands: Sequence[list[int]], bids: Sequence[Bid], rng: Random
) -> tuple[int, Bid] | None:
    """Return the declarer's seat and bid, or None if everybody passes.

    A player who speaks before the highest bidder may take over the same bid; later players must
    bid higher.
    """
    limits = [_choose_highest_bid(hand, bids, rng) for hand in hands]
    active_seats = [seat for seat, limit in enumerate(limits) if limit >= 0]
    if not active_seats:
        return None
    top = active_seats[0]
    level = _choose_opening_bid(bids[: limits[top] + 1], rng)
    while len(active_seats) > 1:
        seat = active_seats[(active_seats.index(top) + 1) % len(active_seats)]
        required = level if seat < top else level + 1
        if limits[seat] >= required:
            top, level = seat, required
        else:
            active_seats.remove(seat)
    return top, bids[level]


def _choose_highest_bid(hand: list[int], bids: Sequence[Bid], rng: Random) -> int:
    """Return the index of the highest bid that the hand is worth; negative for none."""
    strength = (
        len(select_tarokks(hand)) + len(select_kings(hand)) / 2 + (SKIZ in hand) + (XXI in hand)
    )
    # Taper deals more tarokks to each player, so its lowest bids need a stronger hand.
    weakest = 6.5 if bids[0].contract == "doi" else 7.5
    return min(floor((strength + rng.random() - weakest) * 1.5), len(bids) - 1)


def _choose_opening_bid(worth_making: Sequence[Bid], rng: Random) -> int:
    """Return the index of the opening bid: the lowest, or the highest contract at level 1."""
    lowest_levels = [index for index, bid in enumerate(worth_making) if bid.start == 1]
    return lowest_levels[-1] if rng.random() < 0.4 else 0


def call_king(hand: Sequence[int], rng: Random) -> str:
    """Return the suit of the called king: usually a short suit whose king is not in the hand."""
    if len(select_kings(hand)) == len(SUITS) or (
        len(select_tarokks(hand)) > 8 and rng.random() < 0.1
    ):
        return next((suit for suit, king in KINGS.items() if king in hand), SUITS[0])
    missing = [suit for suit, king in KINGS.items() if king not in hand]
    return min(
        missing, key=lambda suit: sum(c // SUIT_SIZE == KINGS[suit] // SUIT_SIZE for c in hand)
    )


def search_talon(
    talon: Sequence[int], bid: Bid, *, size: int, king: int | None, rng: Random
) -> Search:
    """Turn up groups of `size` cards until the declarer accepts one; each step costs a level.

    After the last group the declarer may return to an earlier one, one more level for each step.

    king: the called king, None in Taper.
    """
    if not size:
        return Search(bid.start, [], [])
    groups = [list(talon[start : start + size]) for start in range(0, TALON_SIZE, size)]
    count = len(groups)
    search = Search(bid.start, [], [])
    for stage in range(2 * count - 1):
        group = groups[(bid.start - 1 + stage) % count]
        search.level, search.taken = bid.start + stage, group
        if stage < count:
            search.seen += group
        if king in group and stage < count and rng.random() < 0.35:
            search.surrendered = True
            return search
        is_last = stage == 2 * count - 2
        if is_last or rng.random() < _estimate_acceptance(group, king):
            return search
    return search


def _estimate_acceptance(group: Sequence[int], king: int | None) -> float:
    """Return the probability that a declarer accepts the group."""
    if king in group:
        return 0.8
    good_cards = sum(card > TAROKK or POINTS_OF_CARD[card] > 3 for card in group)
    return 0.97 if good_cards * 2 >= len(group) else 0.75
