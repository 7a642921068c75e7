"""Forms for objections, their answers, and the choice to confirm hands one by one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.pages.forms import KeyForm, VersionForm, build_hidden_switch


def _build_note_field(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=300,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody in the club can read it."),
    )


class ObjectionForm(VersionForm):
    """A form to object to a hand or a session, with a reason."""

    note = _build_note_field(_("What is wrong?"))


class AnswerForm(VersionForm):
    """A form to close an objection with an answer instead of a correction."""

    note = _build_note_field(_("Your answer"))


class HandConfirmationsForm(KeyForm):
    """A form to choose whether players confirm each hand."""

    hands = build_hidden_switch()
