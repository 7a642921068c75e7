"""The form for the appearance of the site."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Chips
from tarokk_club.club.values.theming import HandSide, Theme


class AppearanceForm(KeyForm):
    """A form for theme and hand side, and for the language if nobody is signed in.

    next: the page from which the form was opened.
    """

    theme = forms.TypedChoiceField(
        label=_("Light or dark?"), choices=Theme.choices, coerce=Theme, widget=Chips
    )
    hand_side = forms.TypedChoiceField(
        label=_("Which thumb taps?"), choices=HandSide.choices, coerce=HandSide, widget=Chips
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[*settings.LANGUAGES, ("", _("The browser's language"))],
        widget=Chips,
    )
    next = forms.CharField(required=False, max_length=300, widget=forms.HiddenInput)

    def __init__(self, *args: Any, signed_in: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        # Users with an account choose the language in their profile, for all devices.
        if signed_in:
            del self.fields["language"]
