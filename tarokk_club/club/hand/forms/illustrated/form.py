"""The entry form of an Illustrated hand: the Paskievics form with figures that are never silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scoring.games.hungarian.tables import Figure
from scoring.games.illustrated.tables import FIGURES
from tarokk_club.club.hand.forms.announced_results import AnnouncedControls
from tarokk_club.club.hand.forms.figure_labels import OURS
from tarokk_club.club.hand.forms.hand_form import SUIT_SIGNS, Chip, Native, Stepper
from tarokk_club.club.hand.forms.hungarian.announcement_slots import Slot
from tarokk_club.club.hand.forms.paskievics.form import PaskievicsForm


@dataclass(frozen=True, slots=True)
class AnnouncedRowCells:
    """The controls of one announcement, including its result.

    word: the suit in words, if the announcement has one.
    """

    name: str
    side: str
    suit: str
    word: str
    horn: Chip
    announced: AnnouncedControls
    kontra: Stepper


@dataclass(frozen=True, slots=True)
class AnnouncedRow:
    """The row of a figure that is never silent.

    native: its Hungarian name, if different from `term`.
    worth: its value in points.
    cells: one for each side, or for each side and suit.
    """

    key: str
    term: str
    native: Native | None
    worth: int
    suited: bool
    cells: tuple[AnnouncedRowCells, ...]


class IllustratedForm(PaskievicsForm):
    """The entry form of a hand of Illustrated tarokk."""

    template: ClassVar[str] = "club/hand/entry/illustrated/_fields.html"
    style: ClassVar[str] = "club/hand/entry-illustrated.css"
    figures: ClassVar[Mapping[str, Figure]] = FIGURES

    @property
    def announced_rows(self) -> list[AnnouncedRow]:
        """The rows of the game's figures that are never silent."""
        return [
            self._build_announced_row(figure)
            for figure in self.allowed
            if figure.has_result and figure.own is None
        ]

    def _build_announced_row(self, figure: Figure) -> AnnouncedRow:
        slots = [slot for slot in self.slots.values() if slot.figure is figure]
        # List the declarer's side first, as on the page.
        slots.sort(key=lambda slot: slot.side != OURS)
        return AnnouncedRow(
            key=figure.key,
            term=self.words.term(figure.term),
            native=self.find_native_term(figure.term),
            worth=getattr(self.rules, figure.key),
            suited=figure.suited,
            cells=tuple(self._build_announced_row_cells(slot) for slot in slots),
        )

    def _build_announced_row_cells(self, slot: Slot) -> AnnouncedRowCells:
        return AnnouncedRowCells(
            name=slot.name,
            side=slot.side,
            suit=slot.suit or "",
            word=self.words.term(f"suit.{slot.suit}") if slot.suit else "",
            horn=self.build_announcement_chip(slot, SUIT_SIGNS.get(slot.suit or "", "")),
            announced=self.build_slot_controls(slot),
            kontra=self.build_slot_kontra_stepper(slot),
        )

    def has_used_or_faulty_announced_row(self) -> bool:
        """Return whether a figure that is never silent is announced or has an error."""
        names = [name for name, slot in self.slots.items() if slot.has_result_marks]
        parts = ("", "_made", "_kontra", "_by")
        return any(
            self.get_displayed(name) or any(self.list_faults(f"{name}{part}") for part in parts)
            for name in names
        )


FORM = IllustratedForm
