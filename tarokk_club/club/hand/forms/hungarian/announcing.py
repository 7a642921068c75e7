"""What can be announced on a Hungarian screen: each figure, by each side, in each suit it has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.games.hungarian.tables import DOUBLE, HOSSZU_DUPLA, SUITS, VOLAT, Figure
from tarokk_club.club.hand.forms.sides import join_names
from tarokk_club.club.hand.forms.sides_words import SIDES

# What one player may not announce beside it, where a house rule forbids double and volat of one.
OTHER_STEP = {DOUBLE: (VOLAT,), HOSSZU_DUPLA: (VOLAT,), VOLAT: (DOUBLE, HOSSZU_DUPLA)}


@dataclass(frozen=True, slots=True)
class Slot:
    """One announcement that a side can make; suit: of a figure that has one for each suit."""

    figure: Figure
    side: str
    suit: str | None = None

    @property
    def name(self) -> str:
        """The field that says so; its kontra, its announcer and its end hang on that name."""
        return join_names(self.figure.key, self.suit, self.side)

    @property
    def asks_suit(self) -> bool:
        """Whether its suit is a field of its own, as a side announces it in one suit only."""
        return self.figure.suited and self.suit is None

    @property
    def told(self) -> bool:
        """Whether it was made is a field of its own; of a figure of the club its tick says so."""
        return self.figure.told and self.figure.own is None


def once_a_side(figure: Figure) -> bool:
    """Whether a side cannot announce the figure in two suits: both would want one trick.

    Source: scoring/RULEBOOK.md, section 8.
    """
    return bool(figure.apart or figure.group)


def slots_of(figures: Iterable[Figure]) -> dict[str, Slot]:
    """Every announcement of these figures by the name of its field.

    What is not announced after the volat of its side stands before it: nobody is asked for the
    order of the announcements.
    """
    in_order = sorted(figures, key=lambda figure: not figure.barred)
    slots = [
        Slot(figure, side, suit)
        for figure in in_order
        if is_announced(figure)
        for suit in (SUITS if figure.suited and not once_a_side(figure) else (None,))
        for side in SIDES
    ]
    return {slot.name: slot for slot in slots}


def is_announced(figure: Figure) -> bool:
    """Whether the figure exists announced; one of the club itself may not."""
    return not isinstance(figure.default, tuple) or figure.default[1] is not None


def is_silent(figure: Figure) -> bool:
    """Whether the figure exists silently."""
    return isinstance(figure.default, tuple) and figure.default[0] is not None


def ultimos_of(figures: Iterable[Figure]) -> list[Figure]:
    """The figures whose card is played to the last trick, won or lost, announced or not."""
    return [figure for figure in figures if figure.card and not figure.told]
