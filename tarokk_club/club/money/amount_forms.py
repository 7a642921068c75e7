"""Fields and forms with an amount of money."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from babel.numbers import get_currency_symbol
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from scoring.core.problem import RefusedError
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.tables.amounts import read_decimal

# People separate thousands with spaces, including non-breaking ones.
_SPACES = str.maketrans("", "", " \u00a0\u202f")
_NUMBER_MARKS = re.compile(r"[\d\s.,'’()+\-\u2212\u2013]")
# Signs that Babel does not have.
_MORE_SIGNS = {"RON": ("lei", "leu"), "HUF": ("forint",), "EUR": ("euro",), "DKK": ("kr",)}


class AmountForm(KeyForm):
    """A form with an amount of money, which is converted to minor units."""

    currency = forms.ChoiceField(label=_("Currency"))

    def offer_currencies(self, codes: Sequence[str]) -> None:
        """Set the currency choices; the field is hidden if there is only one."""
        set_choices(self.fields["currency"], [(code, code) for code in codes])
        if len(codes) == 1:
            self.fields["currency"].widget = forms.HiddenInput()
        self.initial.setdefault("currency", codes[0])

    def read_minor(self, name: str) -> None:
        """Replace the text of a field by minor units; add an error to the field if it is
        invalid.
        """
        typed, code = self.cleaned_data.get(name), self.cleaned_data.get("currency")
        if not typed or not code:
            return
        text = _plain_amount(typed, code)
        try:
            self.cleaned_data[name] = read_amount(text, CURRENCIES[code], field=name)
        except RefusedError as refused:
            self.show_problems(refused.problems)


def amount_field(label: Any, **options: Any) -> forms.CharField:
    """Return a field for an amount of money as people write it."""
    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
    return forms.CharField(label=label, max_length=20, widget=widget, **options)


def _plain_amount(typed: str, code: str) -> str:
    """Return an amount without its grouping and the currency's own sign, such as "1.234,50 kr".

    What is not read that way is returned with a decimal point, and refused by the caller.
    """
    plain = typed.translate(_SPACES).replace(",", ".")
    sign = _NUMBER_MARKS.sub("", typed).casefold()
    if sign and sign not in _currency_signs(code):
        return plain
    # Of a currency with three decimals, "1.234" would be either.
    mark = "." if CURRENCIES[code].digits == 3 and plain.count(".") == 1 else ""
    return read_decimal(plain if mark else typed, mark=mark) or plain


@cache
def _currency_signs(code: str) -> frozenset[str]:
    """Return the ways in which people write a currency, in small letters and without full stops."""
    locales = [language for language, _name in settings.LANGUAGES]
    signs = {code, *_MORE_SIGNS.get(code, ())}
    signs |= {get_currency_symbol(code, locale=locale) for locale in locales}
    return frozenset(sign.casefold().replace(".", "") for sign in signs)


def overdraw_field() -> forms.BooleanField:
    """Return a field to pay more than the kitty holds; pages show it once that was refused."""
    return forms.BooleanField(label=_("Enter it all the same"), required=False)


def note_field() -> forms.CharField:
    """Return a field for a note on a money entry."""
    return forms.CharField(
        label=_("Note"),
        required=False,
        max_length=300,
        help_text=_("Everybody in the club can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
