"""The tout announced by the dealer of a Danish hand, and its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.games.danish.record import WINNING
from tarokk_club.club.hand.forms.announced_results import (
    AnnouncedControls,
    ImpliedResults,
    find_implied_result,
    pair_choices_with_lost,
    pair_choices_with_made,
)
from tarokk_club.club.hand.forms.figure_labels import LOST, MADE
from tarokk_club.club.hand.forms.hand_form import Chip, HandForm


def list_event_values(kinds: Iterable[str], players: Sequence[str]) -> list[str]:
    """Return the values of a field that records both an event and its player."""
    return [f"{kind}_{player}" for kind in kinds for player in players]


def split_event_value(value: str) -> tuple[str, str]:
    """Return the event and the player in a value of `list_event_values`."""
    kind, _cut, player = value.rpartition("_")
    return kind, player


class ToutForm(HandForm):
    """The part of the Danish form for the announced tout."""

    @property
    def announcement(self) -> Chip:
        """The chip for announcing a tout; only the dealer may announce it."""
        text = _("Tout announced")
        small = self.short[self.table.dealer]
        on = bool(self.get_displayed("announced_tout"))
        return self.build_chip("announced_tout", "on", text, small=small, kind="checkbox", on=on)

    def list_implied_tout_results(self) -> ImpliedResults:
        """Return the choices that decide the result of an announced tout, each with that result."""
        dealer = self.table.dealer
        others = [player for player in self.table.seats if player != dealer]
        lost = [f"last={value}" for value in list_event_values(WINNING, others)]
        lost += [f"tout={player}" for player in others] + [f"nolo={dealer}"]
        return pair_choices_with_made(f"tout={dealer}") + pair_choices_with_lost(lost)

    def find_tout_result(self, value_of: Callable[[str], Any]) -> str:
        """Return MADE or LOST for the announced tout; "" while unknown.

        value_of: returns the value of a field.
        """
        return value_of("announced_tout_made") or find_implied_result(
            self.list_implied_tout_results(), value_of, str
        )

    @property
    def tout_result_controls(self) -> AnnouncedControls:
        """The controls for the result of an announced tout: a mark if made, a mark if failed."""
        name = "announced_tout_made"
        label = str(_("Tout announced"))
        made_chip = self.build_chip(name, MADE, "", label=_("%(what)s: made") % {"what": label})
        lost = self.build_chip(name, LOST, "", label=_("%(what)s: failed") % {"what": label})
        result = self.find_tout_result(self.get_displayed)
        return AnnouncedControls(
            "announced_tout",
            "ours",
            lost,
            made_chip,
            self.list_implied_tout_results(),
            result,
            (),
            label,
        )
