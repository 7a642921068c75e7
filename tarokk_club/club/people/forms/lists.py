"""Filter forms of long lists, submitted with GET."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Role
from tarokk_club.club.names.name_search import fold_text

# The smallest number of rows for which a page offers a search.
WORTH_A_SEARCH = 12
COMING, ARCHIVED = "coming", "archived"


class ListForm(forms.Form):
    """A form that searches for part of a name, ignoring case and accents.

    An invalid choice shows an error and filters nothing.
    """

    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Return the data, with "" in place of each invalid value."""
        data: dict[str, Any] = super().clean() or {}
        return {name: data.get(name, "") for name in self.fields}

    @property
    def is_filtered(self) -> bool:
        """Whether any filter is set."""
        return any(self.cleaned_data.values())

    def matches_name(self, name: str) -> bool:
        """Return whether the name contains the search text."""
        return fold_text(self.cleaned_data["name"]) in fold_text(name)


class PlayerListForm(ListForm):
    """A form that filters players by name and by whether they are archived."""

    who = forms.ChoiceField(
        label=_("Who"),
        required=False,
        choices=[("", _("Everybody")), (COMING, _("Not archived")), (ARCHIVED, _("Archived"))],
    )

    def matches(self, *, name: str, archived: bool) -> bool:
        """Return whether the name contains the search text and the player is of the chosen kind."""
        who = self.cleaned_data["who"]
        return self.matches_name(name) and (not who or archived == (who == ARCHIVED))


class MemberListForm(ListForm):
    """A form that filters members by name and role."""

    role = forms.ChoiceField(
        label=_("Role"), required=False, choices=[("", _("Every role")), *Role.choices]
    )

    def matches(self, *, name: str, roles: tuple[str, ...]) -> bool:
        """Return whether the name contains the search text and the member has the chosen role."""
        role = self.cleaned_data["role"]
        return self.matches_name(name) and (not role or role in roles)
