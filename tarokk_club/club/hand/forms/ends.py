"""The result of an announced figure: derived from other choices, marked by itself, or unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tarokk_club.club.hand.forms.hand_form import Chip
from tarokk_club.club.hand.forms.sides_words import LOST, MADE

# A choice ("field=value", or "field@side" for any player of that side) and the result that
# follows from it. Of several the first one counts.
Ends = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Announced:
    """What is below a figure once a side has announced it.

    name, side: its field and its side.
    lost: the mark that it failed; None where the result always decides.
    made: the mark that it was made, for a figure without a tick elsewhere.
    ends: the choices that decide it.
    end: its result as the page shows it, "" while unknown.
    who: players who may have announced it.
    label: for screen readers.
    void: the mark that it does not count.
    """

    name: str
    side: str
    lost: Chip | None
    made: Chip | None
    ends: Ends
    end: str
    who: tuple[Chip, ...]
    label: str
    void: Chip | None = None


def derive_end(ends: Ends, value_of: Callable[[str], Any], side_of: Callable[[Any], str]) -> str:
    """Return the result that follows from the choices, "" if none does."""
    for choice, end in ends:
        if _holds(choice, value_of, side_of):
            return end
    return ""


def _holds(choice: str, value_of: Callable[[str], Any], side_of: Callable[[Any], str]) -> bool:
    name, cut, value = choice.partition("=")
    if cut:
        found = value_of(name)
        return ("on" if found is True else str(found or "")) == value
    name, _cut, side = choice.partition("@")
    return bool(value_of(name)) and side_of(value_of(name)) == side


def made_ends(*choices: str) -> Ends:
    """Return ends by which each of these choices means that the figure was made."""
    return tuple((choice, MADE) for choice in choices)


def lost_by_any(choices: Iterable[str]) -> Ends:
    """Return ends by which each of these choices means that the figure failed."""
    return tuple((choice, LOST) for choice in choices)
