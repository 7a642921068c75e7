"""Filters of long lists, submitted in the query string."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Role
from tarokk_club.club.names.name_search import fold_text

# A shorter list needs no search.
WORTH_A_SEARCH = 12
COMING, ARCHIVED = "coming", "archived"


class ListForm(forms.Form):
    """A search for part of a name, however it is spelt.

    An invalid choice shows an error and filters nothing.
    """

    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Set each missing field to "", which filters nothing."""
        data: dict[str, Any] = super().clean() or {}
        return {name: data.get(name, "") for name in self.fields}

    @property
    def is_filtered(self) -> bool:
        """Whether any filter is set."""
        return any(self.cleaned_data.values())

    def names(self, name: str) -> bool:
        """Return whether the name contains the search text."""
        return fold_text(self.cleaned_data["name"]) in fold_text(name)


class PlayerListForm(ListForm):
    """A filter for players who are active or archived."""

    who = forms.ChoiceField(
        label=_("Who"),
        required=False,
        choices=[("", _("Everybody")), (COMING, _("Who still come")), (ARCHIVED, _("Archived"))],
    )

    def wants(self, *, name: str, archived: bool) -> bool:
        """Return whether a player matches the filter."""
        who = self.cleaned_data["who"]
        return self.names(name) and (not who or archived == (who == ARCHIVED))


class MemberListForm(ListForm):
    """A filter for members with a role."""

    role = forms.ChoiceField(
        label=_("Role"), required=False, choices=[("", _("Every role")), *Role.choices]
    )

    def wants(self, *, name: str, roles: tuple[str, ...]) -> bool:
        """Return whether a member matches the filter."""
        role = self.cleaned_data["role"]
        return self.names(name) and (not role or role in roles)
