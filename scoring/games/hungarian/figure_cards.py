"""The cards that make a figure, and the figures of a side that exclude each other."""

from __future__ import annotations

from functools import cache

from scoring.games.hungarian.tables import FIRST_NAMED, RANKS, SUITS, ZAROPAROS, Figure

KING, ANY_KING, OF_SUIT, PAGAT_AND_SAS = "king", "any king", "of the suit", "pagat and sas"
PAGAT, SAS = "pagat", "sas"
_PAIR = frozenset({PAGAT, SAS})
_KINGS = frozenset(f"{suit}.{KING}" for suit in SUITS)


@cache
def find_winning_cards(figure: Figure, suit: str | None, rank: str | None) -> frozenset[str]:
    """Return the cards that may win the tricks of the figure, empty if it names none.

    Source: scoring/RULEBOOK.md, section 8.
    """
    if figure.card is not None:
        name = rank if figure.ranked else figure.card
        return frozenset({f"{suit}.{name}" if figure.suited else figure.card})
    if figure.among == ANY_KING:
        return _KINGS
    if figure.among == OF_SUIT:
        return list_suit_cards(suit)
    return _PAIR if figure.among == PAGAT_AND_SAS else frozenset()


def list_suit_cards(suit: str | None) -> frozenset[str]:
    """Return the five cards of a suit. Source: scoring/RULEBOOK.md, section 8."""
    return frozenset(f"{suit}.{name}" for name in (KING, *RANKS))


def replaces(higher: Figure, lower: Figure, cards: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether `higher`, made with `cards`, replaces `lower`, made with `others`.

    Source: scoring/RULEBOOK.md, section 8 ("a higher announcement with the same card").
    """
    if higher.card is not None or higher.among is None:
        same = higher.card is not None and cards == others and len(cards) == 1
        # A bird needs all its tricks, so an XXI figure replaces it only in the same trick.
        return same and (higher.from_first == lower.from_first or higher.tricks == lower.tricks)
    if higher.key == ZAROPAROS:
        return lower.card in _PAIR and lower.tricks[0] >= FIRST_NAMED
    inside = set(lower.tricks) <= set(higher.tricks) and others <= cards
    same_kind = lower.among == higher.among
    return inside and bool(lower.tricks) and (same_kind or higher.among == ANY_KING)


def family_includes(
    higher: Figure, lower: Figure, cards: frozenset[str], others: frozenset[str]
) -> bool:
    """Return whether `higher` is a family of a suit that includes `lower`.

    It includes the figures of its suit in its tricks, and a figure of any king in one of them.

    cards, others: cards that make `higher` and `lower`.

    Source: scoring/RULEBOOK.md, section 8 ("a family").
    """
    inside = bool(lower.tricks) and set(lower.tricks) <= set(higher.tricks)
    if higher.among != OF_SUIT or not inside:
        return False
    return others <= cards or (lower.among == ANY_KING and len(lower.tricks) == 1)


def forbids_announcing(figure: Figure, other: Figure, others: frozenset[str]) -> bool:
    """Return whether a side that announces `figure` may not also announce `other`.

    others: cards that make `other`.

    Source: scoring/RULEBOOK.md, section 8 (pair pheasant, closing pair).
    """
    named = bool(other.tricks) and other.tricks[0] >= FIRST_NAMED
    return named and bool(figure.excludes) and others <= set(figure.excludes)


def exclude_each_other(
    figure: Figure, other: Figure, cards: frozenset[str], others: frozenset[str]
) -> bool:
    """Return whether the figures need the same tricks and share too few cards to win them.

    cards, others: cards that make `figure` and `other`.

    Source: scoring/RULEBOOK.md, section 8 ("no two figures of one trick that exclude each other").
    """
    if not (figure.apart and other.apart):
        return False
    shared = set(figure.tricks) & set(other.tricks)
    return len(cards & others) < len(shared)
