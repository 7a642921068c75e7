"""Objecting, answering an objection, and whether hands are confirmed one by one."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.forms.base import KeyForm, VersionForm


class ObjectionForm(VersionForm):
    """What is wrong, in the player's own words."""

    note = forms.CharField(
        label=_("What is wrong?"),
        max_length=300,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody in the club can read it."),
    )


class AnswerForm(VersionForm):
    """Why nothing is corrected."""

    note = forms.CharField(
        label=_("Your answer"),
        max_length=300,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody in the club can read it."),
    )


class SealingForm(KeyForm):
    """Whether each hand is confirmed by somebody else of the table."""

    hands = forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1")], coerce=lambda sent: sent == "1", widget=forms.HiddenInput
    )
