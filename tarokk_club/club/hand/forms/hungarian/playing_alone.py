"""Optional form rows for the reason why the declarer of a Hungarian hand plays alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.games.hungarian.record import ALONE_DISCARDED, ALONE_OWN, DISCARDED_BY
from scoring.games.hungarian.tables import CALLED
from tarokk_club.club.hand.forms.figure_labels import ALONE, THEIRS
from tarokk_club.club.hand.forms.hand_form import Chip
from tarokk_club.club.hand.forms.hungarian.kontra_speakers import KontraSpeakerRows
from tarokk_club.club.hand.forms.sides import build_conflicts

ALONE_WORDS = {
    ALONE_OWN: gettext_lazy("Own card called"),
    ALONE_DISCARDED: gettext_lazy("Called card discarded"),
}
_ONLY_ALONE = gettext_lazy("Only of a declarer who plays alone.")
_ONLY_XX = gettext_lazy("The declarer can call only the XX of the own cards.")
_ONLY_DISCARDED = gettext_lazy("Only where the called card was discarded.")


class PlayingAloneRows(KontraSpeakerRows):
    """The part of the form for the reason why a declarer plays alone."""

    @property
    def playing_alone_chips(self) -> list[Chip]:
        """The chips of the reasons why a declarer plays alone."""
        partner = build_conflicts(_ONLY_ALONE, f"partner!={ALONE}")
        called = build_conflicts(_ONLY_XX, f"called!=&called!={CALLED[-1]}")
        return [
            self.build_chip(
                "alone", key, text, conflicts=partner + (called if key == ALONE_OWN else ())
            )
            for key, text in ALONE_WORDS.items()
        ]

    @property
    def discarders(self) -> list[Chip]:
        """The chips of the players who may have discarded the called card."""
        return self.build_player_chips(
            DISCARDED_BY, conflicts=build_conflicts(_ONLY_DISCARDED, f"alone!={ALONE_DISCARDED}")
        )

    def read_reason_to_play_alone(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return the reason for playing alone, for the record; {} if it does not fit the hand."""
        if "partner" not in raw or raw["partner"] is not None:
            return {}
        alone, by = self.get_chosen("alone"), self.get_chosen(DISCARDED_BY)
        reason: dict[str, Any] = {}
        if alone == ALONE_DISCARDED or raw.get("called", CALLED[-1]) == CALLED[-1]:
            reason |= self.collect_values("alone")
        if alone == ALONE_DISCARDED and by in self.list_members(THEIRS):
            reason[DISCARDED_BY] = by
        return reason
