"""How the site looks."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.forms.base import KeyForm
from tarokk_club.club.forms.widgets import Chips
from tarokk_club.club.theming import Theme


class ThemeForm(KeyForm):
    """Which look; next: the page that the choice was made from."""

    theme = forms.TypedChoiceField(
        label=_("How bright?"), choices=Theme.choices, coerce=Theme, widget=Chips
    )
    next = forms.CharField(required=False, max_length=300, widget=forms.HiddenInput)
