"""The form for a set of house rules that the club saves under a name."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.session.forms.rules_form import RulesForm


class RuleSetForm(RulesForm):
    """The form for the name, game and options of a rule set.

    Valid data contains `rules`, and `began`, the preset on which they are based.
    """

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_(
            "What the club calls these rules. They are offered first when a session starts."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Return the valid data with `rules` and `began`; add faults of the rules to the fields."""
        data: dict[str, Any] = super().clean() or {}
        rules, began = self.read_rules(data)
        return data if self.errors else data | {"rules": rules, "began": began or ""}
