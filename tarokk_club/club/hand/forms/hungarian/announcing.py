"""What can be announced on a Hungarian screen: each figure, by each side, in each suit it has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.games.hungarian.tables import SUITS, Figure
from tarokk_club.club.hand.forms.sides import join_names
from tarokk_club.club.hand.forms.sides_words import SIDES


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


def slots_of(figures: Iterable[Figure]) -> dict[str, Slot]:
    """Every announcement of these figures by the name of its field."""
    slots = [
        Slot(figure, side, suit)
        for figure in figures
        for suit in (SUITS if figure.suited else (None,))
        for side in SIDES
    ]
    return {slot.name: slot for slot in slots}


def ultimos_of(figures: Iterable[Figure]) -> list[Figure]:
    """The figures whose card is played to the last trick, won or lost, announced or not."""
    return [figure for figure in figures if figure.card and not figure.told]
