"""Who of a long list is wanted: asked for by the address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Role
from tarokk_club.club.names.name_search import folded

# A shorter list is read at a glance.
WORTH_A_SEARCH = 12
COMING, ARCHIVED = "coming", "archived"


class ListForm(forms.Form):
    """A part of a name, however it is spelt; what is no choice is told, and finds everybody."""

    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Whatever is missing is asked for by nobody."""
        data: dict[str, Any] = super().clean() or {}
        return {name: data.get(name, "") for name in self.fields}

    @property
    def is_asked(self) -> bool:
        """Whether somebody looks for anything."""
        return any(self.cleaned_data.values())

    def names(self, name: str) -> bool:
        """Whether it is looked for by what was typed."""
        return folded(self.cleaned_data["name"]) in folded(name)


class PlayerListForm(ListForm):
    """Players who still come, or who no longer do."""

    who = forms.ChoiceField(
        label=_("Who"),
        required=False,
        choices=[("", _("Everybody")), (COMING, _("Who still come")), (ARCHIVED, _("Archived"))],
    )

    def wants(self, *, name: str, archived: bool) -> bool:
        """Whether such a player is looked for."""
        who = self.cleaned_data["who"]
        return self.names(name) and (not who or archived == (who == ARCHIVED))


class MemberListForm(ListForm):
    """Members with a role."""

    role = forms.ChoiceField(
        label=_("Role"), required=False, choices=[("", _("Every role")), *Role.choices]
    )

    def wants(self, *, name: str, roles: tuple[str, ...]) -> bool:
        """Whether such a member is looked for."""
        role = self.cleaned_data["role"]
        return self.names(name) and (not role or role in roles)
