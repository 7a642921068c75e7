"""Forms to add, rename, merge, archive and hide players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Player
from tarokk_club.club.names.player_names import load_names, propose_short_name
from tarokk_club.club.pages.forms import KeyForm


class PlayerForm(KeyForm):
    """A form for the name of a player."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )


class NewPlayersForm(KeyForm):
    """A form for new players, with names separated by line breaks, commas or semicolons."""

    name = forms.CharField(
        label=_("New players"),
        max_length=4000,
        help_text=_("Several at once: one a line, or with commas."),
        widget=forms.Textarea(
            attrs={"rows": 1, "autocomplete": "off", "autocapitalize": "words", "data-names": ""}
        ),
    )

    @property
    def names(self) -> list[str]:
        """The submitted names in their order, without duplicates."""
        pieces = re.split(r"[\n,;]", self.cleaned_data["name"])
        return list(dict.fromkeys(piece.strip() for piece in pieces if piece.strip()))


class RenameForm(PlayerForm):
    """A form for the name of a player and the short name for narrow columns."""

    short_name = forms.CharField(
        label=_("Short name"),
        required=False,
        max_length=20,
        help_text=_("On the entry form, the sheet and the scoreboard. Empty: as proposed."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    @classmethod
    def build_for_player(cls, player: Player, data: Any = None) -> RenameForm:
        """Return the form of a player, with the generated short name as the placeholder."""
        form = cls(data, initial={"name": player.name, "short_name": player.short_name})
        proposed = propose_short_name(str(player.pk), load_names(player.club_id))
        form.fields["short_name"].widget.attrs["placeholder"] = proposed
        return form


class MergeForm(KeyForm):
    """A form to choose the player that remains after a merge."""

    kept = forms.ChoiceField(label=_("The same person as"))

    def __init__(self, *args: Any, candidates: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        # No preselection: a merge by mistake would change many sessions.
        self.fields["kept"].choices = [("", "—"), *candidates]  # type: ignore[attr-defined]


class ArchiveForm(KeyForm):
    """A form to archive a player or to make an archived player active again."""

    archived = forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1")], coerce=lambda sent: sent == "1", widget=forms.HiddenInput
    )


class HideNameForm(KeyForm):
    """A form to set whether guest pages show a number instead of a player's name."""

    hidden = forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1")], coerce=lambda sent: sent == "1", widget=forms.HiddenInput
    )

    @classmethod
    def build_for_player(cls, player: Any) -> HideNameForm:
        """Return a form that hides the player's name, or shows it if it is hidden."""
        return cls(initial={"hidden": str(int(not player.hidden))})
