"""The possible announcements of a Hungarian form: each figure, by side and, if suited, by suit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.games.hungarian.tables import DOUBLE, HOSSZU_DUPLA, SUITS, VOLAT, Figure
from tarokk_club.club.hand.forms.figure_labels import SIDES
from tarokk_club.club.hand.forms.sides import join_names

# Figures that one player may not announce together, if a house rule forbids double with volat.
OTHER_STEP = {DOUBLE: (VOLAT,), HOSSZU_DUPLA: (VOLAT,), VOLAT: (DOUBLE, HOSSZU_DUPLA)}


@dataclass(frozen=True, slots=True)
class Slot:
    """An announcement that a side can make.

    suit: the suit, if a side can announce the figure in several suits.
    """

    figure: Figure
    side: str
    suit: str | None = None

    @property
    def name(self) -> str:
        """The field of the announcement, and the prefix of its kontra, announcer and result."""
        return join_names(self.figure.key, self.suit, self.side)

    @property
    def has_suit_field(self) -> bool:
        """Whether the suit is a separate field, because a side can announce only one suit."""
        return self.figure.suited and self.suit is None

    @property
    def has_result_marks(self) -> bool:
        """Whether the announcement has a mark for each result; a club figure has a tick instead."""
        return self.figure.has_result and self.figure.own is None


def allows_one_suit_per_side(figure: Figure) -> bool:
    """Return whether a side can announce the figure in only one suit.

    Two suits of such a figure would need the same trick.

    Source: scoring/RULEBOOK.md, section 8.
    """
    return bool(figure.apart or figure.group)


def build_slots(figures: Iterable[Figure]) -> dict[str, Slot]:
    """Return every announcement of these figures by field name.

    Figures that a side may not announce after its volat come before the volat.
    """
    in_order = sorted(figures, key=lambda figure: not figure.refused_after_volat)
    slots = [
        Slot(figure, side, suit)
        for figure in in_order
        if can_be_announced(figure)
        for suit in (SUITS if figure.suited and not allows_one_suit_per_side(figure) else (None,))
        for side in SIDES
    ]
    return {slot.name: slot for slot in slots}


def can_be_announced(figure: Figure) -> bool:
    """Return whether the figure can be announced; some figures of a club are only silent."""
    return not isinstance(figure.default, tuple) or figure.default[1] is not None


def can_be_silent(figure: Figure) -> bool:
    """Return whether the figure can be made silently."""
    return isinstance(figure.default, tuple) and figure.default[0] is not None


def filter_ultimos(figures: Iterable[Figure]) -> list[Figure]:
    """Return the ultimos that can be silent (pagát, sas), not those that can only be announced."""
    return [figure for figure in figures if figure.card and not figure.has_result]
