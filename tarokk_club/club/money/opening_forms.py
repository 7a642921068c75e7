"""Taking over the balances of another book: its file first, then who is who."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import name_key
from tarokk_club.club.money.other_books import Minor
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Day
from tarokk_club.club.session.forms.rules_form import field_choices


class OtherBookForm(forms.Form):
    """The table of another book, and the currency of what names none."""

    file = forms.FileField(
        label=_("Table of the other book"),
        help_text=_(
            "What ihatemoney or Splitwise write as a table (CSV), or a table with the columns name "
            "and balance, + for who gets something."
        ),
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv"}),
        error_messages={"empty": _("The file is empty.")},
    )
    currency = forms.ChoiceField(label=_("Currency, where the table names none"))

    def __init__(self, *args: Any, codes: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        field_choices(self.fields["currency"], [(code, code) for code in codes])


class OpeningsForm(KeyForm):
    """Who of the other book is which player of the club; as of which day.

    merged: of whom the other book has the name that a merged player had here, by its key.
    """

    table = forms.CharField(strip=False, widget=forms.HiddenInput)
    currency = forms.CharField(max_length=3, widget=forms.HiddenInput)
    date = forms.DateField(label=_("As of"), widget=Day())

    def __init__(
        self,
        *args: Any,
        book: Minor,
        players: Sequence[tuple[str, str]],
        merged: Mapping[str, Mapping[str, str]],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.book, self.merged = book, merged
        names = {name for sums in book.values() for name, minor in sums.items() if minor}
        self.names = tuple(sorted(names))
        known = {name_key(name): player for player, name in players}
        known |= {key: values["merged_into"] for key, values in merged.items()}
        for place, name in enumerate(self.names):
            who = forms.ChoiceField(
                label=name,
                choices=[("", "–"), *players],
                initial=known.get(name_key(name), ""),
                error_messages={
                    "required": _("Say which player this is; add whoever is missing first."),
                    "invalid_choice": _("Choose a player of this club."),
                },
            )
            self.fields[f"who_{place}"] = who

    def people(self) -> list[tuple[forms.BoundField, list[tuple[int, str]]]]:
        """Each field with what its person gets or owes: minor units and currency."""
        return [
            (
                self[f"who_{place}"],
                [(sums[name], code) for code, sums in self.book.items() if sums.get(name)],
            )
            for place, name in enumerate(self.names)
        ]

    def sums(self) -> dict[str, dict[UUID, int]]:
        """What each player gets or owes, by currency, of a valid form."""
        found: dict[str, dict[UUID, int]] = {}
        for place, name in enumerate(self.names):
            player = UUID(self.cleaned_data[f"who_{place}"])
            for code, sums in self.book.items():
                book = found.setdefault(code, {})
                book[player] = book.get(player, 0) + sums.get(name, 0)
        return found
