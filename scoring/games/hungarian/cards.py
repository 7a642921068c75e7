"""Which cards a figure is made with, and which figures of one side rule each other out."""

from __future__ import annotations

from functools import cache

from scoring.games.hungarian.tables import RANKS, SUITS, ZAROPAROS, Figure

KING, ANY_KING, OF_SUIT, PAGAT_AND_SAS = "king", "any king", "of the suit", "pagat and sas"
PAGAT, SAS = "pagat", "sas"
_PAIR = frozenset({PAGAT, SAS})
_KINGS = frozenset(f"{suit}.{KING}" for suit in SUITS)


@cache
def winners(figure: Figure, suit: str | None, rank: str | None) -> frozenset[str]:
    """The cards that may win the tricks of the figure; empty where it is not about tricks.

    Source: scoring/RULEBOOK.md, section 8.
    """
    if figure.card is not None:
        name = rank if figure.ranked else figure.card
        return frozenset({f"{suit}.{name}" if figure.suited else figure.card})
    if figure.among == ANY_KING:
        return _KINGS
    if figure.among == OF_SUIT:
        return frozenset(f"{suit}.{name}" for name in (KING, *RANKS))
    return _PAIR if figure.among == PAGAT_AND_SAS else frozenset()


def replaces(higher: Figure, lower: Figure, cards: frozenset[str], others: frozenset[str]) -> bool:
    """Whether `higher`, made with `cards`, takes the place of `lower`, made with `others`.

    Source: scoring/RULEBOOK.md, section 8 ("a higher announcement with the same card").
    """
    if higher.card is not None or higher.among is None:
        return higher.card is not None and cards == others and len(cards) == 1
    if higher.key == ZAROPAROS:
        return lower.card in _PAIR
    inside = set(lower.tricks) <= set(higher.tricks) and others <= cards
    same_kind = lower.among == higher.among
    return inside and bool(lower.tricks) and (same_kind or higher.among == ANY_KING)


def exclude(one: Figure, other: Figure, cards: frozenset[str], others: frozenset[str]) -> bool:
    """Whether the tricks that both figures want cannot be won as both want them, card by card.

    Source: scoring/RULEBOOK.md, section 8 ("no two figures of one trick that exclude each other").
    """
    shared = set(one.tricks) & set(other.tricks)
    return len(cards & others) < len(shared)
