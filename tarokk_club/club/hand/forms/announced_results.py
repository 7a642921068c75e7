"""The result of an announced figure: marked, derived from other choices, or unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tarokk_club.club.hand.forms.figure_labels import LOST, MADE
from tarokk_club.club.hand.forms.hand_form import Chip

# Pairs of a choice ("field=value", or "field@side" for any player of that side) and the result
# that it implies. The first choice that applies decides.
ImpliedResults = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AnnouncedControls:
    """The controls below a figure that a side has announced.

    name: the field of the announcement.
    side: the side that announced the figure.
    lost: the mark for a failed figure; None if the hand's result decides.
    made: the mark for a made figure; None if the figure has a tick elsewhere.
    implied: the choices that imply a result.
    result: the result displayed on the page; "" while unknown.
    announcers: chips of the possible announcers.
    label: the label for screen readers.
    void: the mark for a figure that does not count.
    """

    name: str
    side: str
    lost: Chip | None
    made: Chip | None
    implied: ImpliedResults
    result: str
    announcers: tuple[Chip, ...]
    label: str
    void: Chip | None = None


def find_implied_result(
    implied: ImpliedResults, value_of: Callable[[str], Any], find_side: Callable[[Any], str]
) -> str:
    """Return the result of the first choice that applies; "" if none does.

    value_of: returns the value of a field.
    find_side: returns the side of a player.
    """
    for choice, result in implied:
        if _is_choice_met(choice, value_of, find_side):
            return result
    return ""


def _is_choice_met(
    choice: str, value_of: Callable[[str], Any], find_side: Callable[[Any], str]
) -> bool:
    name, cut, value = choice.partition("=")
    if cut:
        chosen = value_of(name)
        return ("on" if chosen is True else str(chosen or "")) == value
    name, _cut, side = choice.partition("@")
    return bool(value_of(name)) and find_side(value_of(name)) == side


def pair_choices_with_made(*choices: str) -> ImpliedResults:
    """Return these choices, each paired with MADE as the result that it implies."""
    return tuple((choice, MADE) for choice in choices)


def pair_choices_with_lost(choices: Iterable[str]) -> ImpliedResults:
    """Return these choices, each paired with LOST as the result that it implies."""
    return tuple((choice, LOST) for choice in choices)
