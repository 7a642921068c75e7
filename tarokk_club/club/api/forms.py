"""The form to create an API key."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import KeyScope
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Day, Ticks

USUAL = timedelta(days=180)


class ApiKeyForm(KeyForm):
    """The name of an API key, its club, its scopes and its last day."""

    name = forms.CharField(
        label=_("Name of the program"),
        max_length=80,
        help_text=_("So that you know later which key is whose."),
    )
    club = forms.ChoiceField(label=_("Club"))
    scopes = forms.MultipleChoiceField(
        label=_("Beside reading it may"),
        required=False,
        choices=[(one.value, one.label) for one in KeyScope if one != KeyScope.READ],
        widget=Ticks,
        help_text=_("Never more than you may yourself."),
    )
    until = forms.DateField(label=_("Good until"), widget=Day())

    def __init__(self, *args: Any, clubs: Sequence[tuple[str, str]], **options: Any) -> None:
        options["initial"] = {"until": timezone.now().date() + USUAL}
        super().__init__(*args, **options)
        self.fields["club"].choices = clubs  # type: ignore[attr-defined]  # a ChoiceField
        if len(clubs) == 1:
            self.fields["club"].widget = forms.HiddenInput()
            self.initial["club"] = clubs[0][0]
