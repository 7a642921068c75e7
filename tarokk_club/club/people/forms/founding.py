"""Forms to found a club."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from functools import cache
from typing import Any

from babel import Locale
from babel.numbers import get_currency_name
from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Chips, LongSelect

# The most likely time zone by language, if the browser does not submit the real one.
USUAL_ZONE = {"hu": "Europe/Budapest", "da": "Europe/Copenhagen", "ro": "Europe/Bucharest"}
USUAL_CURRENCY = {"hu": "HUF", "da": "DKK", "ro": "RON"}
# The currencies that are listed first.
NEAR = ("HUF", "DKK", "RON", "EUR")


def list_currency_choices() -> list[tuple[Any, Any]]:
    """Return the grouped choices of all currencies, named in the reader's language."""
    named = _label_currencies(get_language() or "en")
    near = [(code, named[code]) for code in NEAR]
    return [*near, (_("All others"), sorted(pair for pair in named.items() if pair[0] not in NEAR))]


@cache
def _label_currencies(language: str) -> Mapping[str, str]:
    locale = Locale.parse(language, sep="-")
    return {code: f"{code} · {get_currency_name(code, locale=locale)}" for code in CURRENCIES}


class ClubForm(KeyForm):
    """A form for a new club."""

    club = forms.CharField(label=_("Name of the club"), max_length=80)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, widget=Chips)
    currency = forms.ChoiceField(
        label=_("Currency"), choices=list_currency_choices, widget=LongSelect
    )
    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        language = get_language() or "en"
        self.initial.setdefault("language", language)
        self.initial.setdefault("currency", USUAL_CURRENCY.get(language, "EUR"))

    def clean(self) -> dict[str, Any]:
        """Return the data, with an unknown time zone replaced by the default of the language."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("time_zone") not in zoneinfo.available_timezones():
            data["time_zone"] = USUAL_ZONE.get(data.get("language", ""), "UTC")
        return data


class FurtherClubForm(ClubForm):
    """A form to found another club; operators may also name its owner."""

    owner = forms.CharField(
        label=_("User name of the owner"),
        required=False,
        max_length=80,
        help_text=_("Leave it empty to own the club yourself."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, for_others: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not for_others:
            del self.fields["owner"]


class FirstClubForm(ClubForm):
    """A form to found the first club of a site, together with its first account."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=80,
        help_text=_("You sign in with it."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 8 characters; a short sentence is easy to keep in mind."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    field_order = ("club", "name", "password")

    def __init__(self, *args: Any, needs_code: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if needs_code:
            self.fields["code"] = forms.CharField(
                label=_("Code from the terminal"),
                max_length=40,
                help_text=_(
                    "The site prints it where it was started; it proves that the site is yours."
                ),
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "autocapitalize": "characters"}
                ),
            )
