"""Who said each kontra of a Hungarian hand, and why a declarer plays alone: asked in folds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games.hungarian.record import (
    ALONE_DISCARDED,
    ALONE_OWN,
    DISCARDED_BY,
    ON_GAME,
)
from scoring.games.hungarian.tables import CALLED, HIGHEST_KONTRA
from tarokk_club.club.hand.forms.hand_form import Chip
from tarokk_club.club.hand.forms.hungarian.figures import FigureRows
from tarokk_club.club.hand.forms.sides import bars, choice_field, side_of_field
from tarokk_club.club.hand.forms.sides_words import ALONE, OTHER, OURS, THEIRS

KONTRAS = "kontras"
_GAME = "kontra_game"
ALONE_WORDS = {
    ALONE_OWN: gettext_lazy("Own card called"),
    ALONE_DISCARDED: gettext_lazy("Called card discarded"),
}
_ONLY_ALONE = gettext_lazy("Only of a declarer who plays alone.")
_ONLY_XX = gettext_lazy("The declarer can call only the XX of the own cards.")
_ONLY_DISCARDED = gettext_lazy("Only where the called card was discarded.")


@dataclass(frozen=True, slots=True)
class Speaker:
    """A step of a kontra: its field, its words, and who may have said it."""

    name: str
    text: str
    chips: tuple[Chip, ...]


class KontraRows(FigureRows):
    """The part of the form that asks who said each kontra, and why a declarer plays alone."""

    def speaker_fields(self, players: list[str]) -> dict[str, forms.Field]:
        """Return a field for each step of kontra that the page shows."""
        return {
            name: choice_field(players) for base in self._kontras() for name in self._steps(base)
        }

    def _kontras(self) -> list[str]:
        """The fields of kontra in which a step is chosen, the game's first."""
        names = [_GAME, *(f"{name}_kontra" for name in self.spoken_names())]
        return [name for name in names if self._count(name)]

    def _count(self, base: str) -> int:
        shown = str(self.displayed(base) or 0)
        return min(int(shown), HIGHEST_KONTRA) if shown.isascii() and shown.isdecimal() else 0

    def _steps(self, base: str) -> list[str]:
        return [f"{base}_said_{step}" for step in range(1, self._count(base) + 1)]

    def kontra_speakers(self) -> list[Speaker]:
        """Return each step of each kontra, with the players of the side that can have said it."""
        return [
            Speaker(name, self._text(base, step), tuple(self._able(name, base, step)))
            for base in self._kontras()
            for step, name in enumerate(self._steps(base), 1)
        ]

    @property
    def any_speaker(self) -> bool:
        """Whether a speaker is chosen or missing."""
        names = [name for base in self._kontras() for name in self._steps(base)]
        return any(self.displayed(name) or self.faults_of(name) for name in names)

    def _text(self, base: str, step: int) -> str:
        word = self.words.term(f"{self.kontra_terms}.{step}")
        if base == _GAME:
            return _("%(step)s to the game") % {"step": word}
        figure = self.term_of(self.slots[base.removesuffix("_kontra")])
        return _("%(step)s to: %(figure)s") % {"step": word, "figure": figure}

    def _able(self, name: str, base: str, step: int) -> Iterator[Chip]:
        """Yield the chips of the side whose turn it was; of everybody while the sides are open."""
        declarer, partner = self.displayed("declarer"), self.displayed("partner")
        side = OURS if base == _GAME else side_of_field(base.removesuffix("_kontra"))
        side = OTHER[side] if step % 2 else side
        for chip in self.people(name):
            ours = chip.value in (declarer, partner)
            if not (declarer and partner) or ours == (side == OURS):
                yield chip

    def speakers_by_kontra(self) -> list[dict[str, Any]]:
        """Return who said each kontra, of those whose every step is told."""
        places: list[tuple[str | int, str]] = [(ON_GAME, _GAME)]
        places += [(place, f"{name}_kontra") for place, name in enumerate(self.said_announced)]
        speakers = [(on, [self.chosen(name) for name in self._steps(base)]) for on, base in places]
        return [{"on": on, "by": by} for on, by in speakers if by and all(by)]

    def ask_speakers(self) -> None:
        """Add an error to each step without a speaker, where another step of it has one."""
        for base in self._kontras():
            names = self._steps(base)
            speakers = [self.chosen(name) for name in names]
            for name, by in zip(names, speakers, strict=True):
                if by is None and any(speakers):
                    self.add_error(name, _("Choose who said it, or take back the other steps."))

    def kontra_field(self, place: str, step: str) -> str | None:
        """Return the field of a step in the record.

        place: of the kontra in the record; step: its place there.
        """
        on = self.speakers_by_kontra()[int(place)]["on"]
        base = _GAME if on == ON_GAME else f"{self.said_announced[int(on)]}_kontra"
        return f"{base}_said_{int(step) + 1}"

    @classmethod
    def kontras_initial(
        cls, raw: Mapping[str, Any], names: list[str], initial: dict[str, Any]
    ) -> None:
        """Add the choices that say who said each kontra.

        names: fields of the announcements in the record.
        """
        for item in raw.get(KONTRAS) or ():
            base = _GAME if item["on"] == ON_GAME else f"{names[item['on']]}_kontra"
            initial.update({f"{base}_said_{n}": player for n, player in enumerate(item["by"], 1)})

    # --- why a declarer plays alone

    def alone_chips(self) -> list[Chip]:
        """Return the chips of why the declarer plays alone; only the XX may be the own card."""
        partner = bars(_ONLY_ALONE, f"partner!={ALONE}")
        called = bars(_ONLY_XX, f"called!=&called!={CALLED[-1]}")
        return [
            self.chip("alone", key, text, bars=partner + (called if key == ALONE_OWN else ()))
            for key, text in ALONE_WORDS.items()
        ]

    def discarders(self) -> list[Chip]:
        """Return the chips of the players who may have discarded the called card."""
        return self.people(DISCARDED_BY, bars=bars(_ONLY_DISCARDED, f"alone!={ALONE_DISCARDED}"))

    def why_alone(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return why the declarer plays alone, as far as it fits the rest of the hand."""
        if "partner" not in raw or raw["partner"] is not None:
            return {}
        alone, by = self.chosen("alone"), self.chosen(DISCARDED_BY)
        found: dict[str, Any] = {}
        if alone == ALONE_DISCARDED or raw.get("called", CALLED[-1]) == CALLED[-1]:
            found |= self.told("alone")
        if alone == ALONE_DISCARDED and by in self.members(THEIRS):
            found[DISCARDED_BY] = by
        return found
