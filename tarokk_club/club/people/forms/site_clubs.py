"""Forms of the operator's pages: a decision about a club, and a link for a lost password."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.pages.forms import KeyForm

SUSPEND, RESUME, REMOVE, LIMIT = "suspend", "resume", "remove", "limit"


class DecisionForm(forms.Form):
    """A form to suspend, resume, remove or limit a club."""

    club = forms.SlugField()
    decision = forms.ChoiceField(
        choices=[(code, code) for code in (SUSPEND, RESUME, REMOVE, LIMIT)]
    )
    most_hands = forms.IntegerField(required=False, min_value=0, max_value=999_999_999)


class LostPasswordForm(KeyForm):
    """A form for the username of a person who has lost the password."""

    username = forms.CharField(
        label=_("User name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
