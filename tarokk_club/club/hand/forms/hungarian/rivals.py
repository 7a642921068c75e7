"""Which announcements of one side cannot stand beside each other, as a screen can show it."""

from __future__ import annotations

from functools import cache

from scoring.games.hungarian.cards import exclude, replaces, winners
from scoring.games.hungarian.tables import RANKS, SUITS, Figure
from tarokk_club.club.hand.forms.hungarian.announcing import Slot

LOWER, HIGHER, SAME_TRICK, ONE_OF = "lower", "higher", "same_trick", "one_of"
Card = tuple[str | None, str | None]


def cards_of(figure: Figure) -> tuple[Card, ...]:
    """Every suit and rank that the figure may be announced with."""
    ranks = tuple(RANKS) if figure.ranked else (None,)
    return tuple((suit, rank) for suit in (SUITS if figure.suited else (None,)) for rank in ranks)


@cache
def meeting(figure: Figure, other: Figure) -> str | None:
    """How `other` stands to `figure` whatever their cards; None where both may be announced.

    LOWER: `figure` takes its place, HIGHER: it stands in the place of `figure`.
    """
    found = {
        clash(figure, other, card, another)
        for card in cards_of(figure)
        for another in cards_of(other)
    }
    if None in found:
        return None
    return next(way for way in (LOWER, HIGHER, ONE_OF, SAME_TRICK) if way in found)


@cache
def clash(figure: Figure, other: Figure, card: Card, another: Card) -> str | None:
    """Why the two cannot be announced by one side with these cards.

    Source: scoring/RULEBOOK.md, section 8.
    """
    if figure.group is not None and figure.group == other.group:
        return ONE_OF
    mine, others = winners(figure, *card), winners(other, *another)
    if replaces(figure, other, mine, others) or replaces(other, figure, others, mine):
        return LOWER if _worth(figure) > _worth(other) else HIGHER
    return SAME_TRICK if exclude(figure, other, mine, others) else None


@cache
def in_suit(figure: Figure, suit: str, other: Figure) -> tuple[Card, ...]:
    """The cards of `other` that rule out `figure` in this suit, whatever its rank."""
    mine = [card for card in cards_of(figure) if card[0] == suit]
    return tuple(
        another
        for another in cards_of(other)
        if all(clash(figure, other, card, another) for card in mine)
    )


def holding(slot: Slot, card: Card) -> str:
    """The choices that say that it is announced with this card."""
    parts = [f"{slot.name}=on"]
    suit, rank = card
    parts += [f"{slot.name}_suit={suit}"] if suit else []
    parts += [f"{slot.name}_rank={rank}"] if rank else []
    return "&".join(parts)


def _worth(figure: Figure) -> int:
    worth = figure.default
    return worth if isinstance(worth, int) else worth[1] or 0
