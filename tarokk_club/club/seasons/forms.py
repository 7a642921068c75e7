"""A season with its dates and rules of counting, and what a reader of its table chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.base.forms import KeyForm
from tarokk_club.club.base.widgets import Chips, Day
from tarokk_club.club.seasons.ranking import Counted, Counting, Tie
from tarokk_club.club.session.forms.rules_form import field_choices

MOST = 9999


class CloseSeasonForm(KeyForm):
    """The consent to a final table; what is still played may stay out of it."""

    without_open = forms.BooleanField(
        label=_("Close the season without what is still played"), required=False
    )


def _number(label: Any, help_text: Any) -> forms.IntegerField:
    """A whole number that is 0 where somebody leaves it empty."""
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=0,
        max_value=MOST,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
    )


def _day(label: Any, **more: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=Day(), **more)


class SeasonForm(KeyForm):
    """Name, dates and rules of a season."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts = _day(_("First day"))
    ends = _day(
        _("Last day"), required=False, help_text=_("Leave it empty while nobody knows yet.")
    )
    counts = forms.ChoiceField(
        label=_("What counts?"),
        choices=Counting.choices,
        widget=Chips,
        help_text=_("Of money, only what was played in the currency of the club counts."),
    )
    min_hands = _number(
        _("Hands needed for a place"), _("Players with fewer stand below the table.")
    )
    min_evenings = _number(
        _("Evenings needed for a place"), _("0 means that everybody gets a place.")
    )
    drop_worst = _number(
        _("Worst evenings left out"), _("So many evenings of each player do not count.")
    )
    tie = forms.ChoiceField(
        label=_("What decides between equals?"), choices=Tie.choices, widget=Chips
    )

    def clean(self) -> dict[str, Any]:
        """Read what was left empty as 0."""
        data: dict[str, Any] = super().clean() or {}
        for name in ("min_hands", "min_evenings", "drop_worst"):
            data[name] = data.get(name) or 0
        return data

    def counted(self) -> Counted:
        """The rules of counting that were chosen."""
        data = self.cleaned_data
        return Counted(
            counts=data["counts"],
            tie=data["tie"],
            min_hands=data["min_hands"],
            min_evenings=data["min_evenings"],
            drop_worst=data["drop_worst"],
        )


class FilterForm(forms.Form):
    """What of a season one looks at, and in which order; it changes nothing."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    table = forms.ChoiceField(label=_("Table"), required=False)
    first = _day(_("From"), required=False)
    last = _day(_("Until"), required=False)
    sort = forms.ChoiceField(label=_("In the order of"), required=False)

    def __init__(
        self,
        *args: Any,
        games: Sequence[tuple[str, str]],
        tables: Sequence[str],
        sorts: Sequence[tuple[str, Any]],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        field_choices(self.fields["game"], [("", _("All games")), *games])
        named = [(table, table) for table in tables]
        field_choices(self.fields["table"], [("", _("All tables")), *named])
        field_choices(self.fields["sort"], sorts)


def sort_choices(*, money: bool, hat: bool) -> list[tuple[str, Any]]:
    """The orders of a table; the columns of money and of the hat are not always there."""
    found: list[tuple[str, Any]] = [
        ("place", _("Place")),
        ("name", _("Player")),
        ("evenings", _("Evenings")),
        ("hands", _("Hands")),
        ("points", _("Points")),
        ("average", _("Average per hand")),
    ]
    found += [("money", _("Money"))] if money else []
    return found + ([("hat_days", _("Days with the hat"))] if hat else [])


class SpanForm(forms.Form):
    """Which season and game a page of figures is about; it changes nothing."""

    season = forms.ChoiceField(label=_("Season"), required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)

    def __init__(
        self,
        *args: Any,
        seasons: Sequence[tuple[str, Any]],
        games: Sequence[tuple[str, str]],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        field_choices(self.fields["season"], [*seasons, ("all", _("All seasons"))])
        field_choices(self.fields["game"], [("", _("All games")), *games])
