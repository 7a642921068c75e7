"""A set of house rules of the club: its name, and what is played by it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.session.forms.rules_form import RulesForm


class RuleSetForm(RulesForm):
    """Name, game and every option; valid, it holds `rules` and what they `began` from."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_(
            "What the club calls these rules. They are offered first when a session starts."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Read the options."""
        data: dict[str, Any] = super().clean() or {}
        rules, began = self.rules_of(data)
        return data if self.errors else data | {"rules": rules, "began": began or ""}
