"""The rows, columns and counts that the template of a Danish hand renders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tarokk_club.club.hand.forms.hand_form import Chip, Stepper


@dataclass(frozen=True, slots=True)
class Column:
    """The column of one player of the hand.

    note: a translated "deals" or "leads"; "" for other players.
    """

    player: str
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event that may happen to any of the three players, with a chip for each.

    worth: the payment for the event, in words.
    icon: the picture on its chips.
    follows_choice: whether the row appears only after a choice in the row above.
    """

    term: Any
    worth: Any
    icon: str
    chips: tuple[Chip, ...]
    follows_choice: bool = False

    @property
    def field_names(self) -> list[str]:
        """The names of the row's fields, without repeats."""
        return list(dict.fromkeys(chip.name for chip in self.chips))


@dataclass(frozen=True, slots=True)
class Group:
    """A group of related event rows.

    nobody: chips that clear a choice, for pages without JavaScript.
    """

    rows: tuple[EventRow, ...]
    nobody: tuple[Chip, ...]

    @property
    def rows_with_fields(self) -> list[tuple[EventRow, list[str]]]:
        """Each row with the fields whose errors appear below it.

        The errors of a field appear below the last row that contains it.
        """
        rows_with_fields: list[tuple[EventRow, list[str]]] = []
        later: set[str] = set()
        for row in reversed(self.rows):
            rows_with_fields.insert(
                0, (row, [name for name in row.field_names if name not in later])
            )
            later |= set(row.field_names)
        return rows_with_fields


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels half, full and abundant of one declaration.

    missing: chips for the card that is missing at the level half.
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
    """A declaration of a number of cards.

    pagat: the checkbox for declaring the pagat among them; None for matadors.
    """

    term: Any
    name: str
    stepper: Stepper
    pagat: Chip | None


@dataclass(frozen=True, slots=True)
class PlayerDeclarations:
    """The possible declarations of one player.

    opener: the heading of the group.
    declared: the number of declarations made.
    """

    column: Column
    opener: str
    counted: tuple[CountedRow, ...]
    levels: tuple[Levels, ...]
    declared: int


@dataclass(frozen=True, slots=True)
class Pile:
    """The input of a player's card points.

    settles: whether the other players settle with this player.
    wrong: whether the input has an error.
    """

    name: str
    label: str
    text: str
    settles: bool
    wrong: bool
