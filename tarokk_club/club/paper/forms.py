"""Forms to type in a paper sheet in shorthand, and to choose the layout of an empty sheet."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.games import GAMES
from tarokk_club.club.formatting.labels import GAME_NAMES
from tarokk_club.club.pages.forms import VersionForm

# Enough for two thousand passed hands; forty hands with all details take half of it.
LONGEST_SHEET = 10_000
FEWEST_ROWS, MOST_ROWS, USUAL_ROWS = 5, 40, 36


class PaperForm(VersionForm):
    """The form to type in the lines of a sheet."""

    again = forms.BooleanField(label=_("Save it again anyway"), required=False)

    lines = forms.CharField(
        label=_("The sheet, one line a hand"),
        strip=False,
        max_length=LONGEST_SHEET,
        widget=forms.Textarea(
            attrs={"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
        ),
    )


def _build_numeric_input() -> forms.TextInput:
    """Return a text input with a numeric keypad; a number input would react to the mouse wheel."""
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


class BlankSheetForm(forms.Form):
    """The form for the game, seats and rows of an empty sheet."""

    game = forms.ChoiceField(label=_("Game"), choices=list(GAME_NAMES.items()))
    seats = forms.IntegerField(
        label=_("Players"), min_value=3, max_value=5, widget=_build_numeric_input()
    )
    rows = forms.IntegerField(
        label=_("Rows"), min_value=FEWEST_ROWS, max_value=MOST_ROWS, widget=_build_numeric_input()
    )

    def clean(self) -> dict[str, Any]:
        """Limit the number of seats to the range that the game allows."""
        data = super().clean() or {}
        game = GAMES.get(data.get("game", ""))
        if game and "seats" in data and not game.fewest <= data["seats"] <= game.most:
            data["seats"] = min(max(data["seats"], game.fewest), game.most)
        return data
