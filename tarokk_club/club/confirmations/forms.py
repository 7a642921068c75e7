"""Forms to object, to answer an objection, and to choose whether hands are confirmed one by one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.pages.forms import KeyForm, VersionForm, hidden_switch


def _word(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=300,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody in the club can read it."),
    )


class ObjectionForm(VersionForm):
    """What is wrong, in the player's words."""

    note = _word(_("What is wrong?"))


class AnswerForm(VersionForm):
    """The reason why nothing is corrected."""

    note = _word(_("Your answer"))


class SealingForm(KeyForm):
    """Whether each hand is confirmed by another player at the table."""

    hands = hidden_switch()
