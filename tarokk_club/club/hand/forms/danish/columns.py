"""The rows, columns and counts that the entry form of a Danish hand is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tarokk_club.club.hand.forms.hand_form import Chip, Stepper


@dataclass(frozen=True, slots=True)
class Column:
    """A player of this hand.

    note: deals or leads.
    """

    player: str
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event that may happen to any of the three players, with a chip for each.

    worth: what it pays.
    mark: picture on its chips.
    again: whether it is shown only once the row above has a choice.
    """

    term: Any
    worth: Any
    mark: str
    chips: tuple[Chip, ...]
    again: bool = False

    @property
    def names(self) -> list[str]:
        """The fields of the row, each once."""
        return list(dict.fromkeys(chip.name for chip in self.chips))


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together.

    nobody: a chip that clears the choice where there is no script.
    """

    rows: tuple[EventRow, ...]
    nobody: tuple[Chip, ...]

    def ended(self) -> list[tuple[EventRow, list[str]]]:
        """Return each row with the fields that no later row has, to show their errors there."""
        found: list[tuple[EventRow, list[str]]] = []
        later: set[str] = set()
        for row in reversed(self.rows):
            found.insert(0, (row, [name for name in row.names if name not in later]))
            later |= set(row.names)
        return found


@dataclass(frozen=True, slots=True)
class Levels:
    """Half, full and abundant of something.

    missing: chips for the card that a half one lacks.
    """

    term: Any
    sign: str
    chips: tuple[Chip, ...]
    missing: tuple[Chip, ...]

    @property
    def name(self) -> str:
        """The name of the field."""
        return self.chips[0].name


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A number of cards.

    pagat: the checkbox for the pagat among them.
    """

    term: Any
    name: str
    stepper: Stepper
    pagat: Chip | None


@dataclass(frozen=True, slots=True)
class Declaring:
    """Everything that a player may declare.

    told: number of declarations.
    """

    column: Column
    opener: str
    counted: tuple[CountedRow, ...]
    levels: tuple[Levels, ...]
    told: int


@dataclass(frozen=True, slots=True)
class Pile:
    """The card points of a player.

    settles: whether the others settle with this player.
    """

    name: str
    label: str
    text: str
    settles: bool
    wrong: bool
