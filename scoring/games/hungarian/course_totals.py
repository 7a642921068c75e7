"""Totals that limit the course of a hand: the cards of a player, and the points of a side.

Source: scoring/RULEBOOK.md, section 6, "What contradicts itself".
"""

from __future__ import annotations

from typing import NamedTuple

from scoring.games.hungarian.course_sets import (
    HAND,
    HIGHER,
    POINTS,
    Course,
    ImpossibleError,
    require_nonempty,
)
from scoring.games.hungarian.deck import (
    EVERY,
    HONOURS,
    PAGAT,
    SAS,
    SKIZ,
    SUIT_CARDS,
    WORTH,
    build_mask,
    iter_mask,
)
from scoring.games.hungarian.tables import MOST_OF_TWO, TRICK_CARDS, TRICKS

# Cards that win a trick only if few tarokks are played to it, or none.
_LOW_WINNERS = SUIT_CARDS | build_mask((PAGAT, SAS))


def exclude_suit_cards(course: Course) -> None:
    """Exclude suit cards from a player whose recorded tarokks leave no room for them.

    Raise ImpossibleError if the player needs more suit cards than there is room for.

    Source: scoring/RULEBOOK.md, section 6.
    """
    for player, count in course.tarokks.items():
        suits = _find_sole_suit_cards(course, player)
        if len(suits) > TRICKS - count:
            raise ImpossibleError(HAND)
        if len(suits) < TRICKS - count:
            continue
        for card in course.marked:
            if card > SKIZ and card not in suits:
                course.owner[card] &= ~player
                require_nonempty(course.owner[card], HAND)


def _find_sole_suit_cards(course: Course, player: int) -> list[int]:
    """Return the suit cards that only this player can have held and played."""
    held = [card for card in course.marked if card > SKIZ and course.owner[card] == player]
    return [card for card in held if not course.where[card] & 1]


def check_tarokk_total(course: Course) -> None:
    """Raise ImpossibleError if all players together hold more tarokks than the pack has.

    Source: scoring/RULEBOOK.md, section 6, "declared and claimed tarokks".
    """
    if not course.tarokks:
        return
    counted, total = 0, 0
    for player, count in course.tarokks.items():
        counted |= player
        total += count
    for card in course.marked:
        elsewhere = course.where[card] == 1 or not course.owner[card] & counted
        total += card <= SKIZ and elsewhere
    if total > MOST_OF_TWO:
        raise ImpossibleError(HAND)


def check_suit_plays(course: Course) -> None:
    """Raise ImpossibleError if a player had to play more suit cards than their tarokks allow.

    Source: scoring/RULEBOOK.md, section 6; S0, "The play".
    """
    for player, count in course.tarokks.items():
        tricks = range(1, TRICKS + 1)
        if (
            sum(_must_have_played_suit_card(course, player, trick) for trick in tricks)
            > TRICKS - count
        ):
            raise ImpossibleError(HIGHER)


def _must_have_played_suit_card(course: Course, player: int, trick: int) -> bool:
    """Return whether the player certainly played no tarokk, as it would have beaten the winner."""
    wins = course.wins[trick]
    if wins & ~_LOW_WINNERS:
        return False
    own_pagat = course.owner[PAGAT] & player and course.where[PAGAT] >> trick & 1
    if wins >> SAS & 1 and (own_pagat or course.owner[SAS] & player):
        return False
    return not (wins >> PAGAT & 1 and own_pagat)


def check_point_totals(course: Course) -> None:
    """Raise ImpossibleError if a side has fewer points than its discards and tricks are worth.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    for side, most in course.most.items():
        if (
            compute_least_points(course, side).compute_points_with_discards(
                course.discards.get(side, 0)
            )
            > most
        ):
            raise ImpossibleError(POINTS)


class LeastPoints(NamedTuple):
    """The fewest points of a side's cards, before its discards are added.

    known: points of the cards that are certainly in its tricks.
    further: number of other cards in its tricks, each worth at least one point.
    beside: further cards of one trick, to which discards are added; None if discards do not count.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """

    known: int
    further: int
    beside: int | None

    def compute_points_with_discards(self, discards: int) -> int:
        """Return the fewest points of the side with this many discards.

        Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
        """
        beside = 0 if self.beside is None else self.beside + discards
        return self.known + max(beside, self.further)


def compute_least_points(course: Course, side: int) -> LeastPoints:
    """Return the fewest points that the cards of a side's tricks can have.

    Every card is worth at least one point; discards count only if both sides won a trick.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    counted = [
        card for card in course.marked if course.taken[card] == side and not course.where[card] & 1
    ]
    if side in course.suits:
        honours = sum(WORTH[card] for card in counted if card in HONOURS)
        return LeastPoints(course.suits[side] + honours, 0, None)
    tricks = [trick for trick in range(1, TRICKS + 1) if course.sides[trick] == side]
    cards, known = len(counted), sum(WORTH[card] for card in counted)
    for trick in tricks:
        wins = course.wins[trick]
        if wins != EVERY and not any(wins >> card & 1 for card in counted):
            known += min(WORTH[card] for card in iter_mask(wins))
            cards += 1
    beside = max(0, TRICK_CARDS - cards) if course.shared else None
    return LeastPoints(known, TRICK_CARDS * len(tricks) - cards, beside)
