"""Packs of tarokk cards, and the points of the cards.

A card is a small number: suit times 32 plus rank. Tarokks come after the suits, so that the greater
of two cards that can win a trick wins it.
"""

from collections.abc import Iterable
from types import MappingProxyType

from scoring.games.hungarian.tables import SUITS

SUIT_SIZE = 32
TAROKK = 5 * SUIT_SIZE
FOOL = 0
PAGAT, II, XX, XXI, SKIZ = (TAROKK + number for number in (1, 2, 20, 21, 22))
HONOURS = frozenset({PAGAT, XXI, SKIZ})
JACK, KING_RANK = 11, 14

# Suit, as in session documents, to its king.
KINGS = MappingProxyType(
    {suit: place * SUIT_SIZE + KING_RANK for place, suit in enumerate(SUITS, 1)}
)
ALL_KINGS = frozenset(KINGS.values())
COURTS = range(JACK, KING_RANK + 1)
# 5 for kings and honours; 4, 3 and 2 for the other courts; 1 for the rest.
POINTS_OF_CARD = tuple(
    5
    if card in HONOURS or card in ALL_KINGS
    else max(1, card % SUIT_SIZE - JACK + 2)
    if SUIT_SIZE < card < TAROKK
    else 1
    for card in range(TAROKK + SUIT_SIZE)
)


def build_pack(*, lowest: int, highest_tarokk: int = 22) -> list[int]:
    """Return a pack whose plain cards start at rank `lowest`; 10 is the rank below the jack."""
    plain = [
        suit * SUIT_SIZE + rank
        for suit in range(1, len(SUITS) + 1)
        for rank in range(lowest, KING_RANK + 1)
    ]
    return plain + [TAROKK + number for number in range(1, highest_tarokk + 1)]


HUNGARIAN_PACK = tuple(build_pack(lowest=10))
ROMANIAN_PACK = tuple(build_pack(lowest=7))
DANISH_PACK = (FOOL, *build_pack(lowest=1, highest_tarokk=21))


def select_tarokks(hand: Iterable[int]) -> list[int]:
    """Return the tarokks of a hand in the order of the hand, without the Danish fool."""
    return [card for card in hand if card > TAROKK]


def count_high_tarokks(hand: Iterable[int]) -> int:
    """Return the number of tarokks from XVII to the skíz in a hand."""
    return sum(card >= XX - 3 for card in hand)


def count_card_points(cards: Iterable[int]) -> int:
    """Return the sum of the cards' points."""
    return sum(POINTS_OF_CARD[card] for card in cards)


def select_kings(cards: Iterable[int]) -> list[int]:
    """Return the kings among the cards."""
    return [card for card in cards if card in ALL_KINGS]


def split_pack(
    shuffled: list[int], *, talon: int, players: int
) -> tuple[list[int], list[list[int]]]:
    """Split a shuffled pack; return the talon and the cards of each player.

    talon: number of cards in the talon.
    """
    dealt = shuffled[talon:]
    return shuffled[:talon], [dealt[seat::players] for seat in range(players)]


def discard(hand: list[int], count: int) -> list[int]:
    """Remove cards from a hand and return them; kings and honours are never discarded.

    Plain cards of short suits go first, valuable ones before others, then the lowest tarokks.
    """
    lengths = [sum(card // SUIT_SIZE == suit for card in hand) for suit in range(len(SUITS) + 1)]
    plain = [card for card in hand if card < TAROKK and POINTS_OF_CARD[card] < 5]
    plain.sort(key=lambda card: (lengths[card // SUIT_SIZE], -POINTS_OF_CARD[card], card))
    low = sorted(card for card in hand if card > TAROKK and card not in HONOURS)
    chosen = (plain + low)[:count]
    for card in chosen:
        hand.remove(card)
    return chosen
