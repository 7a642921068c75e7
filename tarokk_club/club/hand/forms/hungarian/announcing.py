"""What can be announced on a Hungarian form: each figure, by each side, in each of its suits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.games.hungarian.tables import DOUBLE, HOSSZU_DUPLA, SUITS, VOLAT, Figure
from tarokk_club.club.hand.forms.sides import join_names
from tarokk_club.club.hand.forms.sides_words import SIDES

# What the same player may not announce where a house rule forbids double and volat by one.
OTHER_STEP = {DOUBLE: (VOLAT,), HOSSZU_DUPLA: (VOLAT,), VOLAT: (DOUBLE, HOSSZU_DUPLA)}


@dataclass(frozen=True, slots=True)
class Slot:
    """An announcement that a side can make.

    suit: of a figure that exists in each suit.
    """

    figure: Figure
    side: str
    suit: str | None = None

    @property
    def name(self) -> str:
        """The field of the announcement; the names of its kontra, announcer and result begin with
        it.
        """
        return join_names(self.figure.key, self.suit, self.side)

    @property
    def asks_suit(self) -> bool:
        """Whether its suit is a separate field, because a side announces it in one suit only."""
        return self.figure.suited and self.suit is None

    @property
    def told(self) -> bool:
        """Whether its result is a separate field; a club's own figure has a tick instead."""
        return self.figure.told and self.figure.own is None


def once_a_side(figure: Figure) -> bool:
    """Return whether a side can announce the figure in one suit only, because two would need the
    same trick.

    Source: scoring/RULEBOOK.md, section 8.
    """
    return bool(figure.apart or figure.group)


def slots_of(figures: Iterable[Figure]) -> dict[str, Slot]:
    """Return every announcement of these figures by the name of its field.

    What may not be announced after the side's volat comes before it.
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
    """Return whether the figure can be announced; a club's own may not."""
    return not isinstance(figure.default, tuple) or figure.default[1] is not None


def is_silent(figure: Figure) -> bool:
    """Return whether the figure can be made silently."""
    return isinstance(figure.default, tuple) and figure.default[0] is not None


def ultimos_of(figures: Iterable[Figure]) -> list[Figure]:
    """Return the figures whose card is played to the last trick, won or lost, announced or not."""
    return [figure for figure in figures if figure.card and not figure.told]
