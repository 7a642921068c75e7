"""Erasing somebody, and the wish to be erased."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.formatting.sentences import sentence_of
from tarokk_club.club.names.name_search import folded
from tarokk_club.club.pages.forms import KeyForm


class ConfirmForm(KeyForm):
    """A name typed again, so that nobody is erased by a slip of the thumb."""

    name = forms.CharField(
        label=_("Type the name to confirm"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    def __init__(self, *args: Any, wanted: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.wanted = wanted

    def clean_name(self) -> str:
        """The name as it stands on the page; capitals and accents do not matter."""
        name = str(self.cleaned_data["name"])
        if folded(name) != folded(self.wanted):
            raise forms.ValidationError(sentence_of("not_the_name"))
        return name


class EraseForm(ConfirmForm):
    """Erasing somebody of the club."""

    parts = forms.BooleanField(
        label=_("Empty the notes with a part of the name too"), required=False, initial=True
    )


class WishForm(KeyForm):
    """That one wishes to be erased in a club, or no more."""

    club = forms.UUIDField(widget=forms.HiddenInput)
    asked = forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1")], coerce=lambda sent: sent == "1", widget=forms.HiddenInput
    )
