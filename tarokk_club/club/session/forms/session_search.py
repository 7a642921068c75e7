"""Which sessions are wanted: of a player, of a game, of a month."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.formatting.labels import GAME_NAMES
from tarokk_club.club.session.forms.rules_form import field_choices


class SearchForm(forms.Form):
    """Asked for by the address, so that what was found can be kept and sent on."""

    player = forms.ChoiceField(label=_("Player"), required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    month = forms.ChoiceField(label=_("Month"), required=False)

    def offer(self, *, players: Iterable[tuple[str, str]], months: Iterable[date]) -> None:
        """What can be chosen; the months are those in which somebody played."""
        told = [(f"{day:%Y-%m}", date_format(day, "YEAR_MONTH_FORMAT")) for day in months]
        field_choices(self.fields["player"], [("", _("Everybody")), *players])
        field_choices(self.fields["game"], [("", _("All games")), *GAME_NAMES.items()])
        field_choices(self.fields["month"], [("", _("Whenever")), *told])

    @property
    def first_of_month(self) -> date | None:
        """The month that was chosen, by its first day."""
        chosen: str = self.cleaned_data["month"]
        return date.fromisoformat(f"{chosen}-01") if chosen else None

    def clean(self) -> dict[str, Any]:
        """What is no choice is told at its field, and nothing is looked for by it."""
        data: dict[str, Any] = super().clean() or {}
        return {name: data.get(name, "") for name in self.fields}
