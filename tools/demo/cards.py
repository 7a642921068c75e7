"""Packs of tarokk cards, and the values of the cards.

A card is a small number: suit times 32 plus rank. Tarokks come after the suits, so the greater
    of two cards that can win a trick does win it.
"""

from collections.abc import Iterable
from types import MappingProxyType

from scoring.games.hungarian.tables import SUITS

SIZE = 32
TAROKK = 5 * SIZE
FOOL = 0
PAGAT, II, XX, XXI, SKIZ = (TAROKK + number for number in (1, 2, 20, 21, 22))
HONOURS = frozenset({PAGAT, XXI, SKIZ})
JACK, KING_RANK = 11, 14

# Suit, as in documents, to the number of its king.
KINGS = MappingProxyType({suit: place * SIZE + KING_RANK for place, suit in enumerate(SUITS, 1)})
ALL_KINGS = frozenset(KINGS.values())
COURTS = range(JACK, KING_RANK + 1)
# 5 for kings and honours; 4, 3 and 2 for the other courts; 1 for the rest.
WORTH = tuple(
    5
    if card in HONOURS or card in ALL_KINGS
    else max(1, card % SIZE - JACK + 2)
    if SIZE < card < TAROKK
    else 1
    for card in range(TAROKK + SIZE)
)


def pack(*, lowest: int, highest_tarokk: int = 22) -> list[int]:
    """Return a pack with the plain cards from rank `lowest` on; 10 is the rank below the jack."""
    plain = [
        suit * SIZE + rank
        for suit in range(1, len(SUITS) + 1)
        for rank in range(lowest, KING_RANK + 1)
    ]
    return plain + [TAROKK + number for number in range(1, highest_tarokk + 1)]


HUNGARIAN_PACK = tuple(pack(lowest=10))
ROMANIAN_PACK = tuple(pack(lowest=7))
DANISH_PACK = (FOOL, *pack(lowest=1, highest_tarokk=21))


def tarokks(hand: Iterable[int]) -> list[int]:
    """Return the tarokks of a hand, in its order, without the Danish fool."""
    return [card for card in hand if card > TAROKK]


def strong(hand: Iterable[int]) -> int:
    """Return how many of the six highest tarokks, XVII to skíz, are in the hand."""
    return sum(card >= XX - 3 for card in hand)


def worth(cards: Iterable[int]) -> int:
    """Return the card points, counted card by card."""
    return sum(WORTH[card] for card in cards)


def kings(cards: Iterable[int]) -> list[int]:
    """Return the kings among the cards."""
    return [card for card in cards if card in ALL_KINGS]


def shuffled_hands(
    shuffled: list[int], *, talon: int, players: int
) -> tuple[list[int], list[list[int]]]:
    """Return the talon and each player's cards, from a shuffled pack."""
    rest = shuffled[talon:]
    return shuffled[:talon], [rest[place::players] for place in range(players)]


def discard(hand: list[int], count: int) -> list[int]:
    """Discard plain cards of short suits, high values first, then the lowest tarokks; the hand
    changes.

    Kings and honours are never discarded.
    """
    lengths = [sum(card // SIZE == suit for card in hand) for suit in range(len(SUITS) + 1)]
    plain = [card for card in hand if card < TAROKK and WORTH[card] < 5]
    plain.sort(key=lambda card: (lengths[card // SIZE], -WORTH[card], card))
    low = sorted(card for card in hand if card > TAROKK and card not in HONOURS)
    chosen = (plain + low)[:count]
    for card in chosen:
        hand.remove(card)
    return chosen
