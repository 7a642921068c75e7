"""Forms to create API keys and service keys."""

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


class _KeyPlanForm(KeyForm):
    """A base form for the name, the scopes and the last day of a key."""

    name = forms.CharField(
        label=_("Name of the program"),
        max_length=80,
        help_text=_("So that you can tell your keys apart later."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Besides reading, it may"),
        required=False,
        choices=[(scope.value, scope.label) for scope in KeyScope if scope != KeyScope.READ],
        widget=Ticks,
    )
    until = forms.DateField(label=_("Valid until"), widget=Day())

    def __init__(self, *args: Any, **options: Any) -> None:
        options["initial"] = {"until": timezone.now().date() + USUAL}
        super().__init__(*args, **options)


class ApiKeyForm(_KeyPlanForm):
    """A form to create an API key for one of the clubs."""

    club = forms.ChoiceField(label=_("Club"))
    field_order = ("name", "club", "scopes", "until")

    def __init__(self, *args: Any, clubs: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["scopes"].help_text = _("Never more than you may yourself.")
        self.fields["club"].choices = clubs  # type: ignore[attr-defined]  # a ChoiceField
        if len(clubs) == 1:
            self.fields["club"].widget = forms.HiddenInput()
            self.initial["club"] = clubs[0][0]


class ServiceKeyForm(_KeyPlanForm):
    """A form to create a service key for some of the clubs."""

    clubs = forms.MultipleChoiceField(label=_("Clubs"), widget=Ticks)
    field_order = ("name", "clubs", "scopes", "until")

    def __init__(self, *args: Any, clubs: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["clubs"].choices = clubs  # type: ignore[attr-defined]  # a choice field
        if len(clubs) == 1:
            self.initial["clubs"] = [clubs[0][0]]
