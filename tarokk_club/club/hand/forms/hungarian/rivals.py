"""Which announcements of one side exclude each other, in a form that a screen can show."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from scoring.games.hungarian.cards import (
    exclude_each_other,
    is_inside_family,
    replaces,
    stands_alone,
    winning_cards,
)
from scoring.games.hungarian.tables import RANKS, SUITS, Figure
from tarokk_club.club.hand.forms.hungarian.announcing import Slot

LOWER, HIGHER, SAME_TRICK, ONE_OF = "lower", "higher", "same_trick", "choice_field"
BESIDE = "beside"
Card = tuple[str | None, str | None]


def cards_of(figure: Figure) -> tuple[Card, ...]:
    """Return every suit and rank with which the figure may be announced."""
    ranks = tuple(RANKS) if figure.ranked else (None,)
    return tuple((suit, rank) for suit in (SUITS if figure.suited else (None,)) for rank in ranks)


@cache
def compare_figures(figure: Figure, other: Figure) -> str | None:
    """Return how `other` relates to `figure` whatever their cards, None if both may be announced.

    LOWER: `figure` replaces it.
    HIGHER: it replaces `figure`.
    """
    found = {
        find_clash(figure, other, card, another)
        for card in cards_of(figure)
        for another in cards_of(other)
    }
    if None in found:
        return None
    return next(way for way in (LOWER, HIGHER, ONE_OF, BESIDE, SAME_TRICK) if way in found)


@cache
def find_clash(figure: Figure, other: Figure, card: Card, another: Card) -> str | None:
    """Return why one side cannot announce both with these cards.

    Source: scoring/RULEBOOK.md, section 8.
    """
    if figure.group is not None and figure.group == other.group:
        return ONE_OF
    mine, others = winning_cards(figure, *card), winning_cards(other, *another)
    if replaces(figure, other, mine, others) or replaces(other, figure, others, mine):
        return LOWER if _worth(figure) > _worth(other) else HIGHER
    if exclude_each_other(figure, other, mine, others):
        return SAME_TRICK
    beside = stands_alone(figure, other, others) or stands_alone(other, figure, mine)
    inside = is_inside_family(figure, other, mine, others)
    inside = inside or is_inside_family(other, figure, others, mine)
    return BESIDE if beside or inside else None


@cache
def in_suit(figure: Figure, suit: str, other: Figure) -> tuple[Card, ...]:
    """Return the cards of `other` that rule out `figure` in this suit, whatever its rank."""
    mine = [card for card in cards_of(figure) if card[0] == suit]
    return tuple(
        another
        for another in cards_of(other)
        if all(find_clash(figure, other, card, another) for card in mine)
    )


def holding(slot: Slot, cards: Iterable[Card]) -> list[str]:
    """Return the fewest choices which say that it is announced with one of these cards.

    A suit with all its ranks needs no rank, and all suits but one are "not that one".
    """
    name = slot.name
    ranks: dict[str | None, list[str | None]] = {}
    for suit, rank in cards:
        ranks.setdefault(suit, []).append(rank)
    whole = [suit for suit, found in ranks.items() if found == [None] or len(found) == len(RANKS)]
    others = [suit for suit in SUITS if suit not in whole]
    if len(whole) == len(ranks) and len(others) == 1:
        return [f"{name}=on&{name}_suit!=&{name}_suit!={others[0]}"]
    said = []
    for suit, found in ranks.items():
        held = f"{name}=on&{name}_suit={suit}" if suit else f"{name}=on"
        said += [held] if suit in whole else [f"{held}&{name}_rank={rank}" for rank in found]
    return said


def _worth(figure: Figure) -> int:
    worth = figure.default
    return worth if isinstance(worth, int) else worth[1] or 0
