"""Forms to import balances from another app: the upload, and the matching of people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.money.other_books import OtherBook, iter_changed_amounts
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Day
from tarokk_club.club.session.forms.rules_form import set_choices

ONE_PERSON, TWO_PEOPLE = "one", "two"


class OtherBookForm(forms.Form):
    """A form to upload the table of another app.

    currency: the currency of amounts that state none.
    """

    file = forms.FileField(
        label=_("Table of the other book"),
        help_text=_(
            "A file from ihatemoney, Cospend or Splitwise (CSV, JSON), or a table with the "
            "columns name and balance, + for whoever is owed."
        ),
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.json,text/csv,application/json"}),
        error_messages={"empty": _("The file is empty.")},
    )
    currency = forms.ChoiceField(label=_("Currency, where the table names none"))

    def __init__(self, *args: Any, codes: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["currency"], [(code, code) for code in codes])


class OpeningBalancesForm(KeyForm):
    """A form to match the people of another app to players of the club.

    merged: values for the message about each merged player, by name key; `merged_into` is the id
        of the remaining player.
    whole_names: names with a comma that the user has declared to be one person.
    """

    table = forms.CharField(strip=False, widget=forms.HiddenInput)
    currency = forms.CharField(max_length=3, widget=forms.HiddenInput)
    # The names with a comma that are one person, one on each line.
    whole_names = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    date = forms.DateField(label=_("As of"), widget=Day())

    def __init__(
        self,
        *args: Any,
        book: OtherBook,
        players: Sequence[tuple[str, str]],
        merged: Mapping[str, Mapping[str, str]],
        whole_names: Sequence[str] = (),
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.book, self.merged = book, merged
        self.fields["whole_names"].initial = "\n".join(whole_names)
        names = {name for sums in book.balances.values() for name, minor in sums.items() if minor}
        self.names = tuple(sorted(names))
        players_by_key = {build_name_key(name): player for player, name in players}
        players_by_key |= {key: values["merged_into"] for key, values in merged.items()}
        self._add_comma_fields(players_by_key, whole_names)
        spelt = Counter(build_name_key(name) for name in self.names)
        for place, name in enumerate(self.names):
            key = build_name_key(name)
            field = forms.ChoiceField(
                label=name,
                choices=[("", "–"), *players],
                # If one name is spelt in two ways, propose no player for either spelling.
                initial=players_by_key.get(key, "") if spelt[key] == 1 else "",
                error_messages={
                    "required": _("Say which player this is; add whoever is missing first."),
                    "invalid_choice": _("Choose a player of this club."),
                },
            )
            self.fields[f"who_{place}"] = field

    def _add_comma_fields(self, players: Mapping[str, str], whole_names: Sequence[str]) -> None:
        """Add a field for each name with a comma that may be one person or two.

        A name whose second part is a player gets none, unless it was declared to be one person.
        Two people are proposed if the first part is a player and the second begins with a capital.
        players: player ids by name key.
        """
        self.comma_names: dict[str, str] = {}
        for name in self.book.unclear:
            first, _comma, second = name.rpartition(", ")
            if build_name_key(second) in players and name not in whole_names:
                continue
            is_two = build_name_key(first) in players and second[:1].isupper()
            initial = ONE_PERSON if name in whole_names else TWO_PEOPLE if is_two else ""
            field = f"comma_{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
            self.comma_names[field] = name
            self.fields[field] = forms.ChoiceField(
                label=_("“%(name)s”") % {"name": name},
                choices=[
                    (ONE_PERSON, _("This is one person")),
                    (TWO_PEOPLE, _("These are two people")),
                ],
                widget=forms.RadioSelect,
                initial=initial,
                error_messages={"required": _("Say whether this is one person or two.")},
            )

    @property
    def comma_fields(self) -> list[forms.BoundField]:
        """The fields for names that may be one person or two."""
        return [self[field] for field in self.comma_names]

    @property
    def people_fields(self) -> list[tuple[forms.BoundField, list[tuple[int, str, str]]]]:
        """Each person's field and balances: minor units, currency, and amount before rounding.

        The amount before rounding is "" if rounding has not changed it.
        """
        exact = {(code, name): amount for code, name, amount in iter_changed_amounts(self.book)}
        return [
            (
                self[f"who_{place}"],
                [
                    (sums[name], code, exact.get((code, name), ""))
                    for code, sums in self.book.balances.items()
                    if sums.get(name)
                ],
            )
            for place, name in enumerate(self.names)
        ]

    def list_balances_rounded_away(self) -> list[tuple[str, str, str]]:
        """Return currency, name and original amount for people whose balances all round to zero."""
        return [
            (code, name, amount)
            for code, name, amount in iter_changed_amounts(self.book)
            if not self.book.balances[code][name] and name not in self.names
        ]

    def read_balances(self) -> dict[str, dict[UUID, int]]:
        """Return each player's balance in minor units, by currency; the form must be valid."""
        balances: dict[str, dict[UUID, int]] = {}
        for place, name in enumerate(self.names):
            player = UUID(self.cleaned_data[f"who_{place}"])
            for code, sums in self.book.balances.items():
                book = balances.setdefault(code, {})
                book[player] = book.get(player, 0) + sums.get(name, 0)
        return balances
