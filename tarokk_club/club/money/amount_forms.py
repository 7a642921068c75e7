"""Fields for amounts of money, and the base class of forms with such a field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from babel.numbers import get_currency_symbol
from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.core.problem import RefusedError
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.tables.amounts import read_decimal

# People separate thousands with spaces, including non-breaking ones.
_SPACES = str.maketrans("", "", " \u00a0\u202f")
_NUMBER_CHARACTERS = re.compile(r"[\d\s.,'’()+\-\u2212\u2013]")
# Currency signs that Babel lacks.
_MORE_SIGNS = {"RON": ("lei", "leu"), "HUF": ("forint",), "EUR": ("euro",), "DKK": ("kr",)}


class AmountField(forms.CharField):
    """A text field for an amount of money."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})


class AmountForm(KeyForm):
    """The base class of forms with amounts of money in a chosen currency."""

    currency = forms.ChoiceField(label=_("Currency"))

    def offer_currencies(self, codes: Sequence[str]) -> None:
        """Set the currency choices, the first as default.

        If there is only one, hide the field and name the currency in the labels of the amounts.
        """
        set_choices(self.fields["currency"], [(code, code) for code in codes])
        if len(codes) == 1:
            self.fields["currency"].widget = forms.HiddenInput()
            symbol = get_currency_symbol(codes[0], locale=get_language() or "en")
            for field in self.fields.values():
                if isinstance(field, AmountField):
                    field.label = f"{field.label} ({symbol})"
        self.initial.setdefault("currency", codes[0])

    def convert_to_minor(self, name: str) -> None:
        """Convert a field in `cleaned_data` to minor units, or add an error to the field."""
        typed, code = self.cleaned_data.get(name), self.cleaned_data.get("currency")
        if not typed or not code:
            return
        text = _normalise_amount(typed, code)
        try:
            self.cleaned_data[name] = read_amount(text, CURRENCIES[code], field=name)
        except RefusedError as refused:
            self.show_problems(refused.problems)


def build_amount_field(label: Any, **options: Any) -> AmountField:
    """Return a text field for an amount of money."""
    return AmountField(label=label, max_length=20, **options)


def _normalise_amount(typed: str, code: str) -> str:
    """Return the amount as a plain decimal, without thousands separators or a currency sign.

    An unreadable amount is returned almost as typed; the caller refuses it.
    """
    plain = typed.translate(_SPACES).replace(",", ".")
    sign = _NUMBER_CHARACTERS.sub("", typed).casefold()
    if sign and sign not in _collect_currency_signs(code):
        return plain
    # In a currency with three decimals, the point of "1.234" is taken as the decimal point.
    separator = "." if CURRENCIES[code].digits == 3 and plain.count(".") == 1 else ""
    return read_decimal(plain if separator else typed, decimal_separator=separator) or plain


@cache
def _collect_currency_signs(code: str) -> frozenset[str]:
    """Return the code and the signs of a currency in lower case, without full stops."""
    locales = [language for language, _name in settings.LANGUAGES]
    signs = {code, *_MORE_SIGNS.get(code, ())}
    signs |= {get_currency_symbol(code, locale=locale) for locale in locales}
    return frozenset(sign.casefold().replace(".", "") for sign in signs)


def build_overdraw_field() -> forms.BooleanField:
    """Return a checkbox that lets the kitty pay more than it holds."""
    return forms.BooleanField(label=_("Enter it anyway"), required=False)


def build_note_field() -> forms.CharField:
    """Return a field for a note on a money entry."""
    return forms.CharField(
        label=_("Note"),
        required=False,
        max_length=300,
        help_text=_("Everybody in the club can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
