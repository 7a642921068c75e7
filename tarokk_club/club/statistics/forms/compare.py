"""Whom a player is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.session.forms.rules_form import field_choices


class CompareForm(forms.Form):
    """The other player; it changes nothing."""

    def __init__(self, *args: Any, others: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        # The name in the address, which is a word of the language.
        self.fields["with"] = forms.ChoiceField(label=_("With whom?"))
        field_choices(self.fields["with"], others)

    @property
    def other(self) -> forms.BoundField:
        """The field, by a name that a template can say."""
        return self["with"]
