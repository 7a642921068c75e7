"""The tout that the dealer announces, and its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.games.danish.record import WINNING
from tarokk_club.club.hand.forms.ends import Announced, Ends, derive_end, lost_by_any, made_ends
from tarokk_club.club.hand.forms.hand_form import Chip, HandForm
from tarokk_club.club.hand.forms.sides_words import LOST, MADE


def event_values(kinds: Iterable[str], players: Sequence[str]) -> list[str]:
    """Return the values of a choice that says both what happened and to whom."""
    return [f"{kind}_{player}" for kind in kinds for player in players]


def split_event_value(value: str) -> tuple[str, str]:
    """Return what happened, and to whom."""
    kind, _cut, player = value.rpartition("_")
    return kind, player


class ToutForm(HandForm):
    """The part of a Danish hand that is announced."""

    def announcement(self) -> Chip:
        """Return the chip of the tout, which only the dealer can announce."""
        text = _("Tout announced")
        small = self.short[self.table.dealer]
        on = bool(self.displayed("announced_tout"))
        return self.chip("announced_tout", "on", text, small=small, kind="checkbox", on=on)

    def tout_ends(self) -> Ends:
        """Return the choices that decide whether an announced tout was made."""
        dealer = self.table.dealer
        others = [player for player in self.table.seats if player != dealer]
        lost = [f"last={value}" for value in event_values(WINNING, others)]
        lost += [f"tout={player}" for player in others] + [f"nolo={dealer}"]
        return made_ends(f"tout={dealer}") + lost_by_any(lost)

    def tout_end(self, value_of: Callable[[str], Any]) -> str:
        """Return the result of the announced tout, "" while unknown."""
        return value_of("announced_tout_made") or derive_end(self.tout_ends(), value_of, str)

    def tout_marks(self) -> Announced:
        """Return the two marks of an announced tout."""
        name = "announced_tout_made"
        label = str(_("Tout announced"))
        made = self.chip(name, MADE, "", label=_("%(what)s: made") % {"what": label})
        lost = self.chip(name, LOST, "", label=_("%(what)s: failed") % {"what": label})
        end = self.tout_end(self.displayed)
        return Announced("announced_tout", "ours", lost, made, self.tout_ends(), end, (), label)
