"""Forms for penalties, for teams and clubs, and for the totals of a table without a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.hand.forms.events import LONGEST_NOTE, SignedField
from tarokk_club.club.pages.forms import KeyForm, VersionForm, build_number_field
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.values.scales import read_halves
from tarokk_club.club.writing.typed_text import LONGEST_NAME

Named = Sequence[tuple[str, str]]


class HalvesField(forms.CharField):
    """A field for whole or half table points; its value is a number of halves."""

    def __init__(self, **options: Any) -> None:
        control = forms.TextInput(
            attrs={"inputmode": "decimal", "autocomplete": "off", "class": "short"}
        )
        super().__init__(required=False, max_length=12, widget=control, **options)

    def clean(self, value: Any) -> int:
        """Return the number of halves, ignoring a minus sign; 0 if the field is empty.

        Raise ValidationError if the text is not a whole or half number.
        """
        text = super().clean(value).removeprefix("-").removeprefix("\N{MINUS SIGN}")
        halves = read_halves(text) if text else 0
        if halves is None:
            raise forms.ValidationError(_("Write whole or half points, as 2 or 1.5."), code="half")
        return halves


def _build_reason_field(**options: Any) -> forms.CharField:
    return forms.CharField(label=_("Reason"), max_length=300, strip=True, **options)


class PenaltyForm(KeyForm):
    """The form that gives a player a penalty."""

    player = forms.ChoiceField(label=_("Who gets the penalty?"))
    worth = HalvesField(label=_("Table points to take"))
    points = build_number_field(_("Points to take"), most=99_999)
    round = forms.TypedChoiceField(
        label=_("In which round?"), coerce=int, empty_value=None, required=False
    )
    reason = _build_reason_field(
        help_text=_("Everybody who reads the result reads it, guests too.")
    )

    def __init__(self, *args: Any, players: Named, rounds: int, **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["player"], [("", "–"), *players])
        numbers = [(str(number), str(number)) for number in range(1, rounds + 1)]
        set_choices(self.fields["round"], [("", _("In no particular one")), *numbers])


class TakeBackPenaltyForm(KeyForm):
    """The form that takes back a penalty."""

    penalty = forms.UUIDField(widget=forms.HiddenInput)
    reason = _build_reason_field(required=False)


class TeamsForm(KeyForm):
    """The form for the team and club of each entrant.

    players: pairs of id and name, one for each entrant.
    """

    def __init__(self, *args: Any, players: Named, **options: Any) -> None:
        super().__init__(*args, **options)
        self.players = tuple(players)
        for player, name in self.players:
            for side, label in (("team", _("Team")), ("club", _("Club"))):
                self.fields[f"{side}_{player}"] = forms.CharField(
                    label=label,
                    max_length=LONGEST_NAME,
                    required=False,
                    widget=forms.TextInput(
                        attrs={
                            "list": f"{side}s",
                            "autocomplete": "off",
                            "placeholder": label,
                            "aria-label": f"{name}: {label}",
                        }
                    ),
                )

    @property
    def entrant_fields(self) -> Iterator[tuple[str, forms.BoundField, forms.BoundField]]:
        """The name, team field and club field of each entrant."""
        for player, name in self.players:
            yield name, self[f"team_{player}"], self[f"club_{player}"]

    def read_sides(self) -> dict[UUID, tuple[str, str]]:
        """Return the submitted team and club by player id."""
        data = self.cleaned_data
        return {
            UUID(player): (data[f"team_{player}"], data[f"club_{player}"])
            for player, _name in self.players
        }


class TableTotalsForm(VersionForm):
    """The form for the totals of a table.

    seats: pairs of id and name, in the order of play.
    """

    note = forms.CharField(label=_("Note"), required=False, max_length=LONGEST_NOTE)

    def __init__(self, *args: Any, seats: Named, **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats = tuple(seats)
        for player, name in self.seats:
            self.fields[f"points_{player}"] = SignedField(label=name)

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data.

        Raise ValidationError for an empty form, which would end the table with every total at 0.
        """
        data: dict[str, Any] = super().clean() or {}
        typed = (self.data.get(field.html_name, "") for field in self.points_fields)
        if not any(text.strip() for text in typed):
            raise forms.ValidationError(
                _("Type the totals; who has won and lost nothing has 0."), code="nothing_typed"
            )
        return data

    @property
    def points_fields(self) -> Iterator[forms.BoundField]:
        """The points field of each player."""
        return (self[f"points_{player}"] for player, _name in self.seats)

    def read_totals(self) -> dict[str, int]:
        """Return the submitted totals by player id."""
        return {player: self.cleaned_data[f"points_{player}"] for player, _name in self.seats}
