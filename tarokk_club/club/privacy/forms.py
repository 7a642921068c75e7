"""Forms to erase a person and to request erasure."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tarokk_club.club.formatting.sentences import register_refusals, render_sentence
from tarokk_club.club.names.name_search import fold_text
from tarokk_club.club.pages.forms import KeyForm

register_refusals(
    {
        "not_the_name": gettext_noop("This is not the name. Type it as it stands above."),
    }
)


class ConfirmForm(KeyForm):
    """A form in which the name must be typed, so that nobody is erased by accident.

    wanted: the name on the page.
    """

    name = forms.CharField(
        label=_("Type the name to confirm"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    def __init__(self, *args: Any, wanted: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.wanted = wanted

    def clean_name(self) -> str:
        """Return the name if it matches the name on the page, ignoring case and accents.

        Raise ValidationError otherwise.
        """
        name = str(self.cleaned_data["name"])
        if fold_text(name) != fold_text(self.wanted):
            raise forms.ValidationError(render_sentence("not_the_name"))
        return name


class EraseForm(ConfirmForm):
    """A form to erase a person from the club."""

    parts = forms.BooleanField(
        label=_("Empty the notes with a part of the name too"), required=False, initial=True
    )


class ErasureRequestForm(KeyForm):
    """A form for a member to request erasure from a club, or to withdraw the request."""

    club = forms.UUIDField(widget=forms.HiddenInput)
    asked = forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1")], coerce=lambda sent: sent == "1", widget=forms.HiddenInput
    )
