"""Forms for the seats of a drawn round and for the arbiters of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.pages.forms import KeyForm, build_number_field
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.tournaments.draw.manual_seat_changes import ManualSeatChange
from tarokk_club.club.values.draws import SeatChangeKind

Named = Sequence[tuple[str, str]]


class SeatsSeenForm(KeyForm):
    """A form that submits the fingerprint of the seats that the user saw."""

    mark = forms.CharField(max_length=40, widget=forms.HiddenInput)


class SeatChangeForm(SeatsSeenForm):
    """The base form for a change of the seats of a drawn round.

    seated: pairs of id and label for all seated players; the label contains the table.
    """

    KIND: SeatChangeKind
    kind = forms.CharField(max_length=10, widget=forms.HiddenInput)
    player = forms.ChoiceField()

    def __init__(self, *args: Any, seated: Named, **options: Any) -> None:
        options["initial"] = {"kind": self.KIND.value, **(options.get("initial") or {})}
        super().__init__(*args, auto_id=f"{self.KIND.value}_%s", **options)
        set_choices(self.fields["player"], [("", "–"), *seated])

    def read_change(self) -> ManualSeatChange:
        """Return the submitted change."""
        data = self.cleaned_data
        return ManualSeatChange(
            self.KIND, data["player"], data.get("other", ""), data.get("table") or 0
        )


class SwapForm(SeatChangeForm):
    """The form that swaps two players."""

    KIND = SeatChangeKind.SWAP
    player = forms.ChoiceField(label=_("Player"))
    other = forms.ChoiceField(label=_("Changes places with"))

    def __init__(self, *args: Any, seated: Named, **options: Any) -> None:
        super().__init__(*args, seated=seated, **options)
        set_choices(self.fields["other"], [("", "–"), *seated])


class FixForm(SeatChangeForm):
    """The form that fixes the table of a player for this and all later rounds."""

    KIND = SeatChangeKind.TABLE
    player = forms.ChoiceField(label=_("Who stays at one table?"))
    table = build_number_field(_("Table number"), least=1, most=99, required=True)


class SubstituteForm(SeatChangeForm):
    """The form that seats a substitute for one round.

    substitutes: pairs of id and name, one for each player without a seat in the round.
    """

    KIND = SeatChangeKind.SUBSTITUTE
    player = forms.ChoiceField(label=_("Who is absent?"))
    other = forms.ChoiceField(label=_("Who sits in?"))

    def __init__(self, *args: Any, seated: Named, substitutes: Named, **options: Any) -> None:
        super().__init__(*args, seated=seated, **options)
        set_choices(self.fields["other"], [("", "–"), *substitutes])


class UndoSeatsForm(KeyForm):
    """The form that undoes a change of seats."""

    change = forms.UUIDField(widget=forms.HiddenInput)


class ArbiterForm(KeyForm):
    """The form that appoints an arbiter: a member of the club, or another user by user name.

    members: pairs of id and name, one for each member of the club.
    """

    member = forms.TypedChoiceField(
        label=_("A member of the club"), required=False, empty_value=None
    )
    user_name = forms.CharField(
        label=_("Or somebody from another club, by user name"),
        max_length=80,
        required=False,
        help_text=_("The name they sign in with here. They must agree before it counts."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, members: Named, **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["member"], [("", "–"), *members])
