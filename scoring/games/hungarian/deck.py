"""The 42 cards as numbers and as bit masks, for the model of the tricks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

from scoring.games.hungarian.tables import CALLED, RANKS, SUITS

# Tarokks are 1 to 22, so that the higher number wins; the suit cards follow.
PAGAT, SAS, XX, XXI, SKIZ = 1, 2, 20, 21, 22
LAST = SKIZ + len(SUITS) * (len(RANKS) + 1)
EVERY = (1 << (LAST + 1)) - 2
TAROKKS = (1 << (SKIZ + 1)) - 2
NUMBERS: Mapping[str, int] = MappingProxyType(
    {
        **{numeral: number for number, numeral in enumerate(CALLED, SAS)},
        "pagat": PAGAT,
        "sas": SAS,
        "XXI": XXI,
        "skiz": SKIZ,
        **{
            f"{suit}.{rank}": SKIZ + 1 + place * (len(RANKS) + 1) + step
            for place, suit in enumerate(SUITS)
            for step, rank in enumerate(("king", *RANKS))
        },
    }
)
KINGS = tuple(NUMBERS[f"{suit}.king"] for suit in SUITS)
HONOURS = (PAGAT, XXI, SKIZ)
SUIT_CARDS = EVERY & ~TAROKKS
# Cards worth five points, which are never discarded: S0, "The cards" and "Discarding".
DEAR = frozenset((*KINGS, *HONOURS))
# Card points by number: queen 4, rider 3, jack 2, every other card 1 unless it is worth five (S0).
WORTH = tuple(
    5 if card in DEAR else max(1, 5 - (card - SKIZ - 1) % 5) if card > SKIZ else 1
    for card in range(LAST + 1)
)


def build_mask(numbers: Iterable[int]) -> int:
    """Return the bit mask of these numbers.

    >>> build_mask((1, 3))
    10

    Source: docs/adr/0018-scoring-core.md.
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def iter_mask(mask: int) -> Iterator[int]:
    """Yield the numbers in a bit mask, lowest first.

    >>> list(iter_mask(10))
    [1, 3]

    Source: docs/adr/0018-scoring-core.md.
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@cache
def build_mask_of_names(names: frozenset[str]) -> int:
    """Return the bit mask of the cards with these names. Source: scoring/RULEBOOK.md, section 8."""
    return build_mask(NUMBERS[name] for name in names)


@cache
def build_mask_from(card: int) -> int:
    """Return the bit mask of this tarokk and all higher ones; any of them may win its trick.

    Source: S0, "The play".
    """
    return TAROKKS & ~((1 << card) - 1)
