"""Romanian tarok and Taper up to the play: bidding, the called king, the talon looked through."""

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
    ROMANIAN_PACK,
    SIZE,
    SKIZ,
    TAROKK,
    WORTH,
    XXI,
    kings,
    tarokks,
)

IN_TALON = 6
# The stages at which a contract can be bid: first, second and third.
STAGES = 3


@dataclass(frozen=True, slots=True)
class Bid:
    """A contract with its lowest level.

    start: unul 1, al doilea 2, al treilea 3.
    """

    contract: str
    start: int


@dataclass(slots=True)
class Search:
    """The result of a search of the talon.

    level: the level reached.
    taken: the cards taken.
    seen: all cards that were looked at.
    surrendered: whether the called king was in the talon and the declarer gave up.
    """

    level: int
    taken: list[int]
    seen: list[int]
    surrendered: bool = False


def pack_of(tables: Tables) -> tuple[int, ...]:
    """Return the pack; in Taper for three it lacks the lowest three of each suit."""
    return ROMANIAN_PACK if tables.players == 4 else HUNGARIAN_PACK


def ladder(tables: Tables, rules: SharedRules) -> list[Bid]:
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
    """Return the declarer's seat and bid, None if everybody passes.

    A player seated before the highest bidder may play the same bid; a player seated after must
    bid higher.
    """
    wishes = [_wish(hand, bids, rng) for hand in hands]
    standing = [seat for seat, wish in enumerate(wishes) if wish >= 0]
    if not standing:
        return None
    top = standing[0]
    level = _opening(bids[: wishes[top] + 1], rng)
    while len(standing) > 1:
        seat = standing[(standing.index(top) + 1) % len(standing)]
        needed = level if seat < top else level + 1
        if wishes[seat] >= needed:
            top, level = seat, needed
        else:
            standing.remove(seat)
    return top, bids[level]


def _wish(hand: list[int], bids: Sequence[Bid], rng: Random) -> int:
    """Return the index of the highest bid worth making, -1 for none."""
    strength = len(tarokks(hand)) + len(kings(hand)) / 2 + (SKIZ in hand) + (XXI in hand)
    # Taper deals more tarokks to each player, so its lowest bids need a stronger hand.
    weakest = 6.5 if bids[0].contract == "doi" else 7.5
    return min(floor((strength + rng.random() - weakest) * 1.5), len(bids) - 1)


def _opening(worth_making: Sequence[Bid], rng: Random) -> int:
    """Return the index of the first bid: the lowest, or the highest contract at its lowest
    level.
    """
    firsts = [place for place, bid in enumerate(worth_making) if bid.start == 1]
    return firsts[-1] if rng.random() < 0.4 else 0


def call_king(hand: Sequence[int], rng: Random) -> str:
    """Return the suit whose king is called: usually a king not in the hand, of a short suit."""
    if len(kings(hand)) == len(SUITS) or (len(tarokks(hand)) > 8 and rng.random() < 0.1):
        return next((suit for suit, king in KINGS.items() if king in hand), SUITS[0])
    missing = [suit for suit, king in KINGS.items() if king not in hand]
    return min(missing, key=lambda suit: sum(c // SIZE == KINGS[suit] // SIZE for c in hand))


def search_talon(
    talon: Sequence[int], bid: Bid, *, size: int, king: int | None, rng: Random
) -> Search:
    """Look at groups of `size` cards until a group is good enough.

    king: the called king.

    All groups may be seen, and then all but the last taken again, each a level higher.
    """
    if not size:
        return Search(bid.start, [], [])
    groups = [list(talon[place : place + size]) for place in range(0, IN_TALON, size)]
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
        last = stage == 2 * count - 2
        if last or rng.random() < _liking(group, king):
            return search
    return search


def _liking(group: Sequence[int], king: int | None) -> float:
    """Return the probability that a player accepts the cards."""
    if king in group:
        return 0.8
    good = sum(card > TAROKK or WORTH[card] > 3 for card in group)
    return 0.97 if good * 2 >= len(group) else 0.75
