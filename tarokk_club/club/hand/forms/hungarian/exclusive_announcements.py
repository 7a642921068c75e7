"""Announcements of one side that exclude each other, as choices for the form's script."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from scoring.games.hungarian.figure_cards import (
    exclude_each_other,
    family_includes,
    find_winning_cards,
    forbids_announcing,
    replaces,
)
from scoring.games.hungarian.tables import RANKS, SUITS, Figure
from tarokk_club.club.hand.forms.hungarian.announcement_slots import Slot

LOWER, HIGHER, SAME_TRICK, ONE_OF = "lower", "higher", "same_trick", "one_of"
BESIDE = "beside"
Card = tuple[str | None, str | None]


def list_figure_cards(figure: Figure) -> tuple[Card, ...]:
    """Return every pair of suit and rank that an announcement of the figure can name."""
    ranks = tuple(RANKS) if figure.ranked else (None,)
    return tuple((suit, rank) for suit in (SUITS if figure.suited else (None,)) for rank in ranks)


@cache
def find_figure_conflict(figure: Figure, other: Figure) -> str | None:
    """Return the kind of conflict between two figures of a side; None if some cards allow both.

    LOWER: `figure` replaces `other`.
    HIGHER: `other` replaces `figure`.
    ONE_OF: both belong to a group of figures, and a side announces only one of the group.
    BESIDE: one forbids the other, or is a family that includes it.
    SAME_TRICK: both need the same tricks, but won with different cards.
    """
    clashes = {
        find_clash(figure, other, card, another)
        for card in list_figure_cards(figure)
        for another in list_figure_cards(other)
    }
    if None in clashes:
        return None
    return next(clash for clash in (LOWER, HIGHER, ONE_OF, BESIDE, SAME_TRICK) if clash in clashes)


@cache
def find_clash(figure: Figure, other: Figure, card: Card, another: Card) -> str | None:
    """Return the kind of conflict between two figures with these cards; None if there is none.

    The kinds are those of `find_figure_conflict`.

    Source: scoring/RULEBOOK.md, section 8.
    """
    if figure.group is not None and figure.group == other.group:
        return ONE_OF
    mine, others = find_winning_cards(figure, *card), find_winning_cards(other, *another)
    if replaces(figure, other, mine, others) or replaces(other, figure, others, mine):
        return LOWER if _find_announced_worth(figure) > _find_announced_worth(other) else HIGHER
    if exclude_each_other(figure, other, mine, others):
        return SAME_TRICK
    beside = forbids_announcing(figure, other, others) or forbids_announcing(other, figure, mine)
    inside = family_includes(figure, other, mine, others)
    inside = inside or family_includes(other, figure, others, mine)
    return BESIDE if beside or inside else None


@cache
def list_cards_ruling_out_suit(figure: Figure, suit: str, other: Figure) -> tuple[Card, ...]:
    """Return the cards of `other` that rule out every rank of `figure` in this suit."""
    mine = [card for card in list_figure_cards(figure) if card[0] == suit]
    return tuple(
        another
        for another in list_figure_cards(other)
        if all(find_clash(figure, other, card, another) for card in mine)
    )


def list_matching_choices(slot: Slot, cards: Iterable[Card]) -> list[str]:
    """Return the shortest list of choices that match an announcement with any of these cards.

    All ranks of a suit are written as the suit; three suits are written as all suits but one.
    """
    name = slot.name
    ranks: dict[str | None, list[str | None]] = {}
    for suit, rank in cards:
        ranks.setdefault(suit, []).append(rank)
    whole_suits = [
        suit for suit, held in ranks.items() if held == [None] or len(held) == len(RANKS)
    ]
    others = [suit for suit in SUITS if suit not in whole_suits]
    if len(whole_suits) == len(ranks) and len(others) == 1:
        return [f"{name}=on&{name}_suit!=&{name}_suit!={others[0]}"]
    choices = []
    for suit, held in ranks.items():
        choice = f"{name}=on&{name}_suit={suit}" if suit else f"{name}=on"
        choices += (
            [choice] if suit in whole_suits else [f"{choice}&{name}_rank={rank}" for rank in held]
        )
    return choices


def _find_announced_worth(figure: Figure) -> int:
    worth = figure.default
    return worth if isinstance(worth, int) else worth[1] or 0
