"""Base classes of forms with an idempotency key, a version or a reason, and shared fields."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.core.problem import Problem
from tarokk_club.club.formatting.sentences import ClubWords, render_problem


class ProblemForm(forms.Form):
    """A form that can display problems which a use case or the scorer reports."""

    def show_problems(
        self,
        problems: Iterable[Problem],
        fields: dict[str, str] | None = None,
        words: ClubWords | None = None,
    ) -> None:
        """Add each problem to its field, or to the form as a whole if the form lacks that field.

        fields: the names of form fields, by field of the problem, where the two differ.
        """
        for problem in problems:
            first_part = problem.field.split(".", 1)[0]
            field = (
                (fields or {}).get(problem.field) or (fields or {}).get(first_part) or first_part
            )
            target = field if field in self.fields else None
            self.add_error(target, render_problem(problem, words))


class KeyForm(ProblemForm):
    """A form with an idempotency key, so that a resubmission has no further effect."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        options["initial"] = {"key": uuid.uuid4(), **(options.get("initial") or {})}
        super().__init__(*args, **options)
        # The status of the response that displays the refused form.
        self.status = 422

    def renew(self, version: int | None = None) -> None:
        """Prepare the form for another attempt after a conflict, with a new key.

        version: the current version of the session; None to leave the version unchanged.
        """
        data = cast(QueryDict, self.data).copy()
        data["key"] = str(uuid.uuid4())
        if version is not None:
            data["version"] = str(version)
        self.data = data
        self.status = 409


def build_number_field(
    label: Any, *, most: int, least: int = 0, required: bool = False, help_text: Any = ""
) -> forms.IntegerField:
    """Return a text field for a small whole number."""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=required,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
    )


def build_hidden_switch() -> forms.TypedChoiceField:
    """Return a hidden field with which a button switches a setting on or off."""
    return forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1")], coerce=lambda sent: sent == "1", widget=forms.HiddenInput
    )


class VersionForm(KeyForm):
    """A form that submits the version, of a session or another object, that the page displayed."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class ReasonForm(VersionForm):
    """A form to change a saved entry, with an optional reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        strip=True,
        help_text=_("The history keeps it beside the change."),
    )
