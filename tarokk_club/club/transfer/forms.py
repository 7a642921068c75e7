"""Forms to upload a file for import, and to import it after a preview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.games import GAMES
from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Day
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.transfer.totals import (
    ASK,
    DAY,
    NEW,
    NOTE,
    NOTHING,
    TotalsPlan,
    TotalsTable,
    detect_table_day_order,
    find_sum_row,
    propose_columns,
)


class UploadForm(forms.Form):
    """A form to upload a session document."""

    file = forms.FileField(
        label=_("File of the session"),
        help_text=_("A session document (JSON), as this site and others write it."),
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"empty": _("The file is empty.")},
    )


class ImportDocumentForm(KeyForm):
    """A form to import the previewed document.

    again: whether to import a copy of an existing session.
    """

    document = forms.CharField(strip=False, widget=forms.HiddenInput)
    again = forms.BooleanField(label=_("Import it again, as another session"), required=False)


class TotalsFileForm(forms.Form):
    """A form to upload a file of another score book."""

    file = forms.FileField(
        label=_("Table of results"),
        help_text=_(
            "A table (CSV) with a column for each player, or what tarock-sheet keeps (JSON)."
        ),
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.json,text/csv,application/json"}),
        error_messages={"empty": _("The file is empty.")},
    )


class TotalsForm(KeyForm):
    """A form to choose the game and the meaning of each column of the table.

    merged: values for the message about each merged player, by name key; `merged_into` is the id
        of the remaining player.
    """

    table = forms.CharField(strip=False, widget=forms.HiddenInput)
    game = forms.ChoiceField(label=_("Game"))
    on = forms.DateField(label=_("Date, if the table has none"), widget=Day())

    def __init__(
        self,
        *args: Any,
        table: TotalsTable,
        players: Sequence[tuple[str, str]],
        merged: Mapping[str, Mapping[str, str]],
        **options: Any,
    ) -> None:
        self.columns, self.merged = table, merged
        super().__init__(*args, **options)
        # The HTTP status of the page; a preview is not an error.
        self.status = 200
        set_choices(self.fields["game"], [(key, label_game(key)) for key in GAMES])
        players_by_key = {build_name_key(name): player for player, name in players}
        players_by_key |= {key: values["merged_into"] for key, values in merged.items()}
        self.day_order = detect_table_day_order(table)
        if self.day_order == "unclear":
            self.fields["day_order"] = forms.ChoiceField(
                label=_("Days such as 10/01/2026"),
                choices=[("day_first", _("Day first")), ("month_first", _("Month first"))],
                widget=forms.RadioSelect,
                error_messages={"required": _("Say how the days of this table are written.")},
            )
        for place, (title, meaning) in enumerate(
            zip(table.titles, propose_columns(table), strict=True)
        ):
            choices: list[tuple[str, Any]] = [
                (NOTHING, _("– leave out")),
                (DAY, _("The day")),
                (NOTE, _("A remark")),
            ]
            if place in table.namesakes:
                choices.insert(0, (ASK, _("– please choose")))
            is_new = self.data.get(f"column_{place}") == NEW
            if title.strip() and (is_new or build_name_key(title) not in players_by_key):
                choices.append((NEW, _("A new player")))
            elif meaning == NEW:
                meaning = players_by_key.get(build_name_key(title), NOTHING)
            column = forms.ChoiceField(
                label=title or _("Column %(number)s") % {"number": place + 1},
                choices=[*choices, *players],
                required=False,
            )
            column.initial = meaning
            self.fields[f"column_{place}"] = column
        self._names = dict(players)

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with errors if columns are ambiguous or none has points."""
        data = super().clean() or {}
        meanings: set[str] = set()
        for place in range(len(self.columns.titles)):
            meaning = data.get(f"column_{place}") or NOTHING
            if meaning not in (NOTHING, NEW, ASK) and meaning in meanings:
                self.add_error(f"column_{place}", _("Another column already has this meaning."))
            meanings.add(meaning)
            if meaning == ASK:
                self.add_error(
                    f"column_{place}",
                    _("Two columns have this name: say whose points each one holds."),
                )
        if not meanings - {NOTHING, DAY, NOTE} and not self.errors:
            self.add_error(None, _("Say for at least one column whose points it holds."))
        return data

    @property
    def column_fields(self) -> list[forms.BoundField]:
        """The bound field of each column, in table order."""
        return [self[f"column_{place}"] for place in range(len(self.columns.titles))]

    @property
    def day_order_fields(self) -> list[forms.BoundField]:
        """A list with the field for the order of day and month; empty if dates are unambiguous."""
        return [self["day_order"]] if "day_order" in self.fields else []

    def read_plan(self) -> TotalsPlan:
        """Return the meaning of the table's columns; the form must be valid."""
        meanings = [
            self.cleaned_data[f"column_{place}"] for place in range(len(self.columns.titles))
        ]
        players = {
            place: self._names.get(player) or self.columns.titles[place]
            for place, player in enumerate(meanings)
            if player not in (NOTHING, DAY, NOTE)
        }
        places = {player: place for place, player in enumerate(meanings)}
        order = self.cleaned_data.get("day_order") or self.day_order
        return TotalsPlan(
            players,
            places.get(DAY),
            places.get(NOTE),
            self.cleaned_data["on"],
            month_first=order == "month_first",
        )

    def find_sum_row_number(self) -> int | None:
        """Return the line number of the skipped row of sums, or None; the form must be valid."""
        place = find_sum_row(self.columns, self.read_plan())
        return None if place is None else self.columns.numbers[place]
