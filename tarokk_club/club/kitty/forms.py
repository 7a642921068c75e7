"""Forms of the kitty: transfers, cash counts, kinds of entries, and the closing of a year."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.money import PaymentMethod
from tarokk_club.club.money.amount_forms import (
    AmountForm,
    build_amount_field,
    build_note_field,
    build_overdraw_field,
)
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Chips, Day

# The accounts of the kitty, one for each way of payment.
ACCOUNTS = [
    (PaymentMethod.CASH.value, _("Cash")),
    (PaymentMethod.TRANSFER.value, _("Bank")),
    (PaymentMethod.OTHER.value, _("Other")),
]


class KittyTransferForm(AmountForm):
    """A form to move money from one account of the kitty to another."""

    source = forms.ChoiceField(label=_("From"), choices=ACCOUNTS, widget=Chips)
    target = forms.ChoiceField(label=_("To"), choices=ACCOUNTS, widget=Chips)
    amount = build_amount_field(_("Amount"))
    overdraw = build_overdraw_field()
    date = forms.DateField(label=_("Date"), widget=Day())
    note = build_note_field()

    def clean(self) -> dict[str, Any]:
        """Convert the amount to minor units."""
        super().clean()
        self.convert_to_minor("amount")
        return self.cleaned_data


class CashCountForm(AmountForm):
    """A form to enter a count of the cash."""

    counted = build_amount_field(_("Counted"))
    date = forms.DateField(label=_("Date"), widget=Day())
    reason = forms.CharField(
        label=_("Reason for a difference"),
        required=False,
        max_length=300,
        help_text=_("Everybody in the club can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Convert the amount to minor units."""
        super().clean()
        self.convert_to_minor("counted")
        return self.cleaned_data


class KindsForm(KeyForm):
    """A form for the club's kinds of income and expense, one on each line."""

    kinds = forms.CharField(
        label=_("Kinds, one a line"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off"}),
        help_text=_("For instance rent, drinks, cards, donations."),
    )

    def read_kinds(self) -> tuple[str, ...]:
        """Return the kinds, without empty lines."""
        lines = self.cleaned_data["kinds"].splitlines()
        return tuple(line.strip() for line in lines if line.strip())


class CloseYearForm(KeyForm):
    """A form to close a year.

    seen: fingerprint of the figures on the page.
    """

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    sure = forms.BooleanField(
        label=_("I have looked at the figures. Closing a year cannot be undone."),
        error_messages={"required": _("Tick this once you have looked at the figures.")},
    )


class CashBookForm(forms.Form):
    """A GET form to choose the year, currency and account of the cash book."""

    year = forms.IntegerField(required=False, min_value=1900, max_value=2999)
    currency = forms.CharField(required=False, max_length=3)
    account = forms.ChoiceField(required=False, choices=[("", _("All accounts")), *ACCOUNTS])
