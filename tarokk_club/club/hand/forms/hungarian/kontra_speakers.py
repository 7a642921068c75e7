"""Optional form rows for the speakers of kontra in a Hungarian hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.games.hungarian.record import ON_GAME
from scoring.games.hungarian.tables import HIGHEST_KONTRA
from tarokk_club.club.hand.forms.figure_labels import OTHER, OURS
from tarokk_club.club.hand.forms.hand_form import Chip
from tarokk_club.club.hand.forms.hungarian.figures import FigureRows
from tarokk_club.club.hand.forms.sides import build_choice_field, parse_field_side
from tarokk_club.club.values.ids import read_short_number

KONTRAS = "kontras"
_GAME = "kontra_game"


@dataclass(frozen=True, slots=True)
class KontraStep:
    """A step of a kontra: its field, its label, and chips of the possible speakers."""

    name: str
    text: str
    chips: tuple[Chip, ...]


class KontraSpeakerRows(FigureRows):
    """The part of the form for the speakers of kontra."""

    def build_speaker_fields(self, players: list[str]) -> dict[str, forms.Field]:
        """Return a field for the speaker of each kontra step on the page."""
        return {
            name: build_choice_field(players)
            for base in self._list_kontras()
            for name in self._list_steps(base)
        }

    def _list_kontras(self) -> list[str]:
        """Return the kontra fields with a chosen step, the kontra to the game first."""
        names = [_GAME, *(f"{name}_kontra" for name in self.list_spoken_names())]
        return [name for name in names if self._count_steps(name)]

    def _count_steps(self, base: str) -> int:
        steps = read_short_number(str(self.get_displayed(base) or 0)) or 0
        return min(steps, HIGHEST_KONTRA)

    def _list_steps(self, base: str) -> list[str]:
        return [f"{base}_said_{step}" for step in range(1, self._count_steps(base) + 1)]

    @property
    def kontra_speakers(self) -> list[KontraStep]:
        """Each step of each kontra, with chips of its possible speakers."""
        return [
            KontraStep(
                name,
                self._describe_step(base, step),
                tuple(self._build_speaker_chips(name, base, step)),
            )
            for base in self._list_kontras()
            for step, name in enumerate(self._list_steps(base), 1)
        ]

    @property
    def has_speaker_or_error(self) -> bool:
        """Whether any step of kontra has a speaker or an error."""
        names = [name for base in self._list_kontras() for name in self._list_steps(base)]
        return any(self.get_displayed(name) or self.list_faults(name) for name in names)

    def _describe_step(self, base: str, step: int) -> str:
        word = self.words.term(f"{self.kontra_terms}.{step}")
        if base == _GAME:
            return _("%(step)s to the game") % {"step": word}
        figure = self.name_slot(self.slots[base.removesuffix("_kontra")])
        return _("%(step)s to: %(figure)s") % {"step": word, "figure": figure}

    def _build_speaker_chips(self, name: str, base: str, step: int) -> Iterator[Chip]:
        """Yield the chips of the side whose turn it was, or of all players if sides are unknown."""
        declarer, partner = self.get_displayed("declarer"), self.get_displayed("partner")
        side = OURS if base == _GAME else parse_field_side(base.removesuffix("_kontra"))
        side = OTHER[side] if step % 2 else side
        for chip in self.build_player_chips(name):
            ours = chip.value in (declarer, partner)
            if not (declarer and partner) or ours == (side == OURS):
                yield chip

    def read_kontra_speakers(self) -> list[dict[str, Any]]:
        """Return the speakers of each kontra for which every step has a speaker."""
        places: list[tuple[str | int, str]] = [(ON_GAME, _GAME)]
        places += [(place, f"{name}_kontra") for place, name in enumerate(self.announced_names)]
        speakers = [
            (on, [self.get_chosen(name) for name in self._list_steps(base)]) for on, base in places
        ]
        return [{"on": on, "by": by} for on, by in speakers if by and all(by)]

    def require_speakers(self) -> None:
        """Add an error to each step without a speaker if the same kontra has other speakers."""
        for base in self._list_kontras():
            names = self._list_steps(base)
            speakers = [self.get_chosen(name) for name in names]
            for name, by in zip(names, speakers, strict=True):
                if by is None and any(speakers):
                    self.add_error(name, _("Choose who said it, or take back the other steps."))

    def find_kontra_field(self, place: str, step: str) -> str | None:
        """Return the form field for a kontra step in the record.

        place: the index of the kontra in the record.
        step: the index of the step in that kontra.
        """
        on = self.read_kontra_speakers()[int(place)]["on"]
        base = _GAME if on == ON_GAME else f"{self.announced_names[int(on)]}_kontra"
        return f"{base}_said_{int(step) + 1}"

    @classmethod
    def add_kontra_speaker_values(
        cls, raw: Mapping[str, Any], names: list[str], initial: dict[str, Any]
    ) -> None:
        """Add to `initial` the form values for the speakers of each kontra.

        names: the fields of the announcements in the record, in its order.
        """
        for item in raw.get(KONTRAS) or ():
            base = _GAME if item["on"] == ON_GAME else f"{names[item['on']]}_kontra"
            initial.update({f"{base}_said_{n}": player for n, player in enumerate(item["by"], 1)})
