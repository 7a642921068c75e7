"""The form that records the entry fees and prizes of a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.money.amount_forms import AmountForm, build_amount_field
from tarokk_club.club.pages.widgets import Day, Ticks
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.tournaments.queries.results import Result


class TournamentMoneyForm(AmountForm):
    """The form for an entry fee and for prizes; an empty field records nothing.

    entrants: pairs of id and name, one for each entrant.
    results: the rows of the final table that have a prize field.
    """

    fee = build_amount_field(_("Entry fee from each"), required=False)
    players = forms.MultipleChoiceField(label=_("From whom?"), required=False, widget=Ticks)
    date = forms.DateField(label=_("Date"), widget=Day())
    in_cash = forms.BooleanField(label=_("All of it was paid in cash already"), required=False)

    def __init__(
        self,
        *args: Any,
        entrants: Sequence[tuple[str, str]],
        results: Sequence[Result],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["players"], entrants)
        self.results = results
        for row in results:
            label = f"{row.place}. {row.name}"
            self.fields[_build_prize_field_name(row)] = build_amount_field(label, required=False)

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with amounts in minor units."""
        super().clean()
        for name in ("fee", *map(_build_prize_field_name, self.results)):
            self.convert_to_minor(name)
        return self.cleaned_data

    @property
    def prize_fields(self) -> Iterator[forms.BoundField]:
        """The prize field of each row of `results`."""
        return (self[_build_prize_field_name(row)] for row in self.results)

    def read_prizes(self) -> dict[UUID, int]:
        """Return the submitted prizes in minor units, by player id."""
        typed = {
            row.player_id: self.cleaned_data.get(_build_prize_field_name(row))
            for row in self.results
        }
        return {UUID(player): amount for player, amount in typed.items() if amount}

    def read_players(self) -> tuple[UUID, ...]:
        """Return the ids of the players who owe the entry fee."""
        return tuple(UUID(player) for player in self.cleaned_data["players"])


def _build_prize_field_name(row: Result) -> str:
    return f"prize_{row.player_id}"
