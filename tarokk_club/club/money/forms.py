"""Forms for payments, fees, settlements and the rules of settling."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.money.amount_forms import (
    AmountForm,
    build_amount_field,
    build_note_field,
    build_overdraw_field,
)
from tarokk_club.club.money.iban import LONGEST_HOLDER
from tarokk_club.club.pages.forms import KeyForm, VersionForm
from tarokk_club.club.pages.widgets import Chips, Day, Ticks
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.values.days import LAST_YEAR, find_year_problems

Labelled = Sequence[tuple[Any, Any]]
_UNKNOWN = {"invalid_choice": _("Choose a player of this club.")}


def _check_date_order(form: forms.Form, data: dict[str, Any]) -> None:
    """Add an error to the field "last" if that day is before "first"."""
    first, last = data.get("first"), data.get("last")
    if first and last and first > last:
        form.add_error("last", _("The last day must not be before the first."))


class PaymentForm(AmountForm):
    """A form to enter a payment."""

    payer = forms.ChoiceField(label=_("Who paid?"), error_messages=_UNKNOWN)
    receiver = forms.ChoiceField(label=_("Who got it?"), error_messages=_UNKNOWN)
    amount = build_amount_field(_("Amount"))
    date = forms.DateField(label=_("Date"), widget=Day())
    purpose = forms.ChoiceField(label=_("What for?"), widget=Chips)
    how = forms.ChoiceField(label=_("How?"), widget=Chips)
    kind = forms.ChoiceField(
        label=_("Kind of income or expense"),
        required=False,
        help_text=_("For the annual report."),
    )
    overdraw = build_overdraw_field()
    note = build_note_field()
    session = forms.UUIDField(required=False, widget=forms.HiddenInput)
    charge = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, parties: Labelled, purposes: Labelled, ways: Labelled, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        for name in ("payer", "receiver"):
            set_choices(self.fields[name], [("", "–"), *parties])
        set_choices(self.fields["purpose"], purposes)
        set_choices(self.fields["how"], ways)

    def offer_kinds(self, kinds: Sequence[str]) -> None:
        """Set the choices of the field "kind", or remove the field if the club has no kinds."""
        if kinds:
            set_choices(self.fields["kind"], [("", "–"), *((kind, kind) for kind in kinds)])
        else:
            del self.fields["kind"]

    def clean(self) -> dict[str, Any]:
        """Convert the amount to minor units."""
        super().clean()
        self.convert_to_minor("amount")
        return self.cleaned_data


class FeeForm(AmountForm):
    """A form to charge several players a fee; a fine must not be charged to everybody.

    everybody: the ids of the active players.
    """

    fine = Purpose.FINE.value
    purpose = forms.ChoiceField(label=_("What for?"), widget=Chips)
    amount = build_amount_field(_("Amount from each"))
    date = forms.DateField(label=_("Date"), widget=Day())
    players = forms.MultipleChoiceField(
        label=_("From whom?"), required=False, widget=Ticks, error_messages=_UNKNOWN
    )
    paid = forms.BooleanField(label=_("All of them have paid it in cash"), required=False)
    note = build_note_field()

    def __init__(
        self,
        *args: Any,
        players: Labelled,
        everybody: Collection[str],
        purposes: Labelled,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.offered, self.everybody = tuple(players), frozenset(everybody)
        set_choices(self.fields["players"], players)
        set_choices(self.fields["purpose"], purposes)

    def clean(self) -> dict[str, Any]:
        """Convert the amount to minor units, and refuse a fine for everybody."""
        data: dict[str, Any] = super().clean() or {}
        self.convert_to_minor("amount")
        is_everybody = len(self.everybody) > 1 and self.everybody <= set(data.get("players", ()))
        if data.get("purpose") == self.fine and is_everybody:
            self.add_error("players", _("Tick only those who pay the fine."))
        return self.cleaned_data

    def read_players(self) -> tuple[UUID, ...]:
        """Return the ids of the chosen players."""
        return tuple(UUID(player) for player in self.cleaned_data["players"])


class ScopeForm(forms.Form):
    """A GET form for the scope of a settlement, so that previews have a URL to share."""

    what = forms.ChoiceField(label=_("What is settled?"), widget=Chips)
    evening = forms.DateField(label=_("Evening"), required=False, widget=forms.Select)
    session = forms.UUIDField(label=_("Session"), required=False, widget=forms.Select)
    first = forms.DateField(label=_("From"), required=False, widget=Day())
    last = forms.DateField(label=_("To"), required=False, widget=Day())
    game = forms.ChoiceField(label=_("Game"), required=False)
    currency = forms.ChoiceField(label=_("Currency"))
    carry = forms.BooleanField(
        label=_("With what is carried over from earlier settlements"), required=False
    )

    def offer_choices(
        self,
        *,
        kinds: Labelled,
        evenings: Sequence[tuple[date, Any]],
        sessions: Labelled,
        games: Labelled,
        currencies: Sequence[str],
    ) -> None:
        """Set the choices of the fields; the currency is hidden if there is only one.

        kinds: the choices of the field "what".
        """
        set_choices(self.fields["what"], kinds)
        set_choices(self.fields["game"], games)
        set_choices(self.fields["currency"], [(code, code) for code in currencies])
        if len(currencies) == 1:
            self.fields["currency"].widget = forms.HiddenInput()
        for name, options in (("evening", evenings), ("session", sessions)):
            self.fields[name].widget.choices = options

    def clean(self) -> dict[str, Any]:
        """Add an error if the last day is before the first."""
        data: dict[str, Any] = super().clean() or {}
        _check_date_order(self, data)
        return data


class DatesForm(forms.Form):
    """A form for a range of days; an empty field leaves that end open."""

    first = forms.DateField(label=_("From"), required=False, widget=Day())
    last = forms.DateField(label=_("To"), required=False, widget=Day())

    def clean(self) -> dict[str, Any]:
        """Add an error if the last day is before the first, or a day is too late."""
        data: dict[str, Any] = super().clean() or {}
        for name in ("first", "last"):
            # The closing balances of a file are those of the following day.
            if (day := data.get(name)) and day.year > LAST_YEAR:
                self.add_error(name, render_problem(find_year_problems(day, name)[0]))
        _check_date_order(self, data)
        return data


class SettleForm(VersionForm):
    """A form to approve a proposed settlement.

    version: number of the newest settlement that the user has seen.
    seen: digest of the proposal that the user approves.
    """

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


class InstalmentForm(AmountForm):
    """A form to enter a payment towards a planned transfer."""

    amount = build_amount_field(_("Amount"))
    date = forms.DateField(label=_("Date"), widget=Day())
    how = forms.ChoiceField(label=_("How?"), widget=Chips)

    def __init__(self, *args: Any, ways: Labelled, **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["how"], ways)

    def clean(self) -> dict[str, Any]:
        """Convert the amount to minor units."""
        super().clean()
        self.convert_to_minor("amount")
        return self.cleaned_data


class AllPaidForm(KeyForm):
    """A form to enter all open transfers of a plan as paid, with the day and way of payment."""

    date = forms.DateField(label=_("Date"), widget=Day())
    how = forms.ChoiceField(label=_("How?"), widget=Chips)

    def __init__(self, *args: Any, ways: Labelled, **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["how"], ways)


class WriteOffForm(AmountForm):
    """A form to write off a debt or a part of it."""

    amount = build_amount_field(_("Amount"))
    date = forms.DateField(label=_("Date"), widget=Day())
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Everybody in the club can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Convert the amount to minor units."""
        super().clean()
        self.convert_to_minor("amount")
        return self.cleaned_data


class MoneyEntryFilterForm(forms.Form):
    """A GET form to filter payments and fees."""

    player = forms.ChoiceField(label=_("Person"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    first = forms.DateField(label=_("From"), required=False, widget=Day())
    last = forms.DateField(label=_("To"), required=False, widget=Day())
    open_only = forms.BooleanField(label=_("Only what is still open"), required=False)

    def offer_choices(self, *, players: Labelled, kinds: Labelled) -> None:
        """Set the choices of the fields "player" and "kind"."""
        set_choices(self.fields["player"], [("", _("Everybody")), *players])
        set_choices(self.fields["kind"], [("", _("Everything")), *kinds])

    def clean(self) -> dict[str, Any]:
        """Add an error if the last day is before the first."""
        data: dict[str, Any] = super().clean() or {}
        _check_date_order(self, data)
        return data


class SettlementListForm(forms.Form):
    """A GET form to filter settlements by state."""

    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[
            ("", _("Everything")),
            ("open", _("Something is to be paid")),
            ("paid", _("Nothing is to be paid")),
            ("withdrawn", _("withdrawn")),
        ],
    )

    @property
    def is_filtered(self) -> bool:
        """Whether a state is chosen."""
        return bool(self.cleaned_data.get("state"))

    def includes_state(self, state: str) -> bool:
        """Return whether a settlement in this state passes the filter."""
        return not self.is_filtered or state == self.cleaned_data["state"]


class DenyForm(KeyForm):
    """A form to report that a payment has not arrived, with the reason."""

    reason = forms.CharField(
        label=_("Why?"),
        max_length=300,
        help_text=_("The payer, the receiver and the treasurer read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class BankAccountForm(KeyForm):
    """A form for a member's own bank account, used for payments between players."""

    holder = forms.CharField(
        label=_("Name of the bank account's holder"),
        required=False,
        max_length=LONGEST_HOLDER,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    iban = forms.CharField(
        label=_("IBAN"),
        required=False,
        max_length=60,
        help_text=_(
            "Anyone who has to pay you by a settlement, and has given an account as well, "
            "sees it with the amount. Leave both empty to remove it."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )


class UndoForm(KeyForm):
    """A form to undo a money entry, with an optional reason."""

    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)


class MoneyRulesForm(AmountForm):
    """A form for the rules by which the club settles."""

    own_only = forms.BooleanField(
        label=_("Members see only what they get and owe themselves"),
        required=False,
        help_text=_("Everybody sees the sums of the club; whoever keeps the money sees all."),
    )

    when = forms.ChoiceField(label=_("When does the club settle?"), widget=Chips)
    till = forms.ChoiceField(
        label=_("Who pays whom?"),
        required=False,
        error_messages=_UNKNOWN,
        help_text=_("The fewest transfers, or everybody with one person who keeps the till."),
    )
    cash_step = build_amount_field(
        _("Smallest payment"),
        required=False,
        help_text=_("Leave it empty to pay what the coins of the country allow."),
    )
    beneficiary = forms.CharField(
        label=_("Name of the bank account's holder"),
        required=False,
        max_length=LONGEST_HOLDER,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    iban = forms.CharField(
        label=_("IBAN"),
        required=False,
        # Longer than any IBAN, including spaces between its groups.
        max_length=60,
        help_text=_(
            "What goes to the till can then be transferred: reminders and settlements carry the"
            " text to copy and, for euros, a QR code for the app of the player's bank. Everybody in"
            " the club can see it."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )

    def __init__(self, *args: Any, times: Labelled, tills: Labelled, **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["when"], times)
        set_choices(self.fields["till"], [("", _("The fewest transfers")), *tills])

    def clean(self) -> dict[str, Any]:
        """Convert the smallest cash payment to minor units."""
        super().clean()
        self.convert_to_minor("cash_step")
        return self.cleaned_data
