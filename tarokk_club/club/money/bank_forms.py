"""Forms for bank statements: the upload of a file, and the meaning of a table's columns."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarokk_club.club.money import bank_vocabulary
from tarokk_club.club.money.bank_tables import BankTable
from tarokk_club.club.money.bank_vocabulary import has_required_columns
from tarokk_club.club.pages.forms import KeyForm, ProblemForm


class BankFileForm(ProblemForm):
    """A form to upload a bank statement."""

    file = forms.FileField(
        label=gettext_lazy("File from the bank"),
        help_text=gettext_lazy("CAMT (XML), or a table (CSV)."),
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".xml,.csv,.txt,text/csv,application/xml"}),
        error_messages={"empty": gettext_lazy("The file is empty.")},
    )
    by_hand = forms.BooleanField(
        label=gettext_lazy("Show the columns of a table before it is read"),
        help_text=gettext_lazy("For a table whose columns were taken for something else."),
        required=False,
    )


class BankColumnsForm(KeyForm):
    """A form to choose the meaning of a table's columns, and the order of day and month.

    columns: the proposed meaning of each column.
    asks_order: whether the form asks for the order, because the dates are ambiguous.
    """

    table = forms.CharField(strip=False, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, table: BankTable, columns: tuple[str, ...], asks_order: bool, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.titles = table.titles
        choices = _list_column_choices()
        for place, title in enumerate(table.titles):
            self.fields[f"column_{place}"] = forms.ChoiceField(
                label=title or _label_untitled_column(table, place),
                choices=choices,
                required=False,
                initial=columns[place],
            )
        if asks_order:
            self.fields["order"] = forms.ChoiceField(
                label=_("How are the days written?"),
                choices=[
                    ("", "–"),
                    ("day_first", _("day/month/year")),
                    ("month_first", _("month/day/year")),
                ],
            )

    def clean(self) -> dict[str, Any]:
        """Add an error if the date or amount is missing, or a meaning is chosen twice.

        Several columns may share the meanings in `bank_vocabulary.SEVERAL`.
        """
        data = super().clean() or {}
        columns = [data.get(f"column_{place}") or "" for place in range(len(self.titles))]
        for place, column in enumerate(columns):
            again = column in columns[:place]
            if again and column not in ("", *bank_vocabulary.SEVERAL):
                self.add_error(f"column_{place}", _("Another column already has this meaning."))
        if not has_required_columns(columns) and not self.errors:
            self.add_error(None, _("Say which column holds the day, and which the amount."))
        return data

    @property
    def column_fields(self) -> list[forms.BoundField]:
        """The bound field of each column, in table order."""
        return [self[f"column_{place}"] for place in range(len(self.titles))]

    def read_columns(self) -> tuple[str, ...]:
        """Return the meaning of each column; the form must be valid."""
        return tuple(self.cleaned_data[f"column_{place}"] for place in range(len(self.titles)))


def _label_untitled_column(table: BankTable, place: int) -> str:
    """Return a label for a column without a title: its number, and its first text."""
    texts = (row[place].strip() for row in table.rows if place < len(row))
    example = next(filter(None, texts), "")[:40]
    number = _("Column %(number)s") % {"number": place + 1}
    return f"{number} · {example}" if example else number


def _list_column_choices() -> list[tuple[str, str]]:
    return [
        ("", _("– leave out")),
        (bank_vocabulary.DATE, _("The day")),
        (bank_vocabulary.AMOUNT, _("The amount with its sign")),
        (bank_vocabulary.IN, _("What came in")),
        (bank_vocabulary.OUT, _("What went out")),
        (bank_vocabulary.FEE, _("A fee that is taken beside the amount")),
        (bank_vocabulary.SIDE, _("Whether it came in or went out")),
        (bank_vocabulary.CURRENCY, _("The currency")),
        (bank_vocabulary.NAME, _("Who paid or was paid")),
        (bank_vocabulary.PAYEE, _("Who was paid")),
        (bank_vocabulary.TEXT, _("What it is for")),
        (bank_vocabulary.STATE, _("Whether it is booked")),
        (bank_vocabulary.REFERENCE, _("The number of the transaction")),
        (bank_vocabulary.ACCOUNT, _("The club’s own account")),
    ]
