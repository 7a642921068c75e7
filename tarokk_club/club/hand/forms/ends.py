"""How an announced figure ends: by what else was told, by a mark of its own, or not known yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tarokk_club.club.hand.forms.hand_form import Chip
from tarokk_club.club.hand.forms.sides_words import LOST, MADE

# A choice ("field=value", or "field@side": somebody of that side is chosen there) and the end that
# follows from it. Of several the first one counts.
Ends = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Announced:
    """What stands below a figure once a side has announced it.

    name, side: its field, and whose it is; lost: the mark that it failed, None where the result
    always tells; made: the same for a figure whose tick stands nowhere else; ends: what it follows
    from; end: how it ended, as the page shows it, "" while nobody has told; who: who may have
    announced it; label: for who cannot see where that stands; void: the mark
    that it does not count.
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


def follows(ends: Ends, said: Callable[[str], Any], side_of: Callable[[Any], str]) -> str:
    """The end that follows from what was said; "" where none does."""
    for choice, end in ends:
        if _holds(choice, said, side_of):
            return end
    return ""


def _holds(choice: str, said: Callable[[str], Any], side_of: Callable[[Any], str]) -> bool:
    name, cut, value = choice.partition("=")
    if cut:
        found = said(name)
        return ("on" if found is True else str(found or "")) == value
    name, _cut, side = choice.partition("@")
    return bool(said(name)) and side_of(said(name)) == side


def made_by_any(*choices: str) -> Ends:
    """Each of these choices says that it was made."""
    return tuple((choice, MADE) for choice in choices)


def lost_by_any(choices: Iterable[str]) -> Ends:
    """Each of these choices says that it failed."""
    return tuple((choice, LOST) for choice in choices)
