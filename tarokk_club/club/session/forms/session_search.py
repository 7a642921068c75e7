"""The search for sessions by player, game and month."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.formatting.labels import GAME_NAMES
from tarokk_club.club.session.forms.rules_form import set_choices


class SearchForm(forms.Form):
    """The search form; it uses GET, so results have a URL that can be shared."""

    player = forms.ChoiceField(label=_("Player"), required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    month = forms.ChoiceField(label=_("Month"), required=False)
    open = forms.BooleanField(label=_("Only open sessions"), required=False)

    def offer_choices(self, *, players: Iterable[tuple[str, str]], months: Iterable[date]) -> None:
        """Set the choices of players, games and months.

        months: the first days of the months with a session.
        """
        month_choices = [(f"{day:%Y-%m}", date_format(day, "YEAR_MONTH_FORMAT")) for day in months]
        set_choices(self.fields["player"], [("", _("Everybody")), *players])
        set_choices(self.fields["game"], [("", _("All games")), *GAME_NAMES.items()])
        set_choices(self.fields["month"], [("", _("Any month")), *month_choices])

    @property
    def first_of_month(self) -> date | None:
        """The first day of the chosen month, or None."""
        chosen: str = self.cleaned_data["month"]
        return date.fromisoformat(f"{chosen}-01") if chosen else None

    def clean(self) -> dict[str, Any]:
        """Return the data with "" for invalid and missing fields, so that they filter nothing."""
        data: dict[str, Any] = super().clean() or {}
        return {name: data.get(name, "") for name in self.fields}
