"""What every form of the book carries: the key that makes it count once, and the version seen."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.core.problem import Problem
from tarokk_club.club.formatting.sentences import ClubWords, problem_sentence


class ProblemForm(forms.Form):
    """A form that shows what a record or the house rules are refused for."""

    def show_problems(
        self,
        problems: Iterable[Problem],
        fields: dict[str, str] | None = None,
        words: ClubWords | None = None,
    ) -> None:
        """Put each problem at its field, or above the form when it has none here.

        fields: key of the record to the field of this form, where they differ.
        """
        for problem in problems:
            head = problem.field.split(".", 1)[0]
            field = (fields or {}).get(problem.field) or (fields or {}).get(head) or head
            place = field if field in self.fields else None
            self.add_error(place, problem_sentence(problem, words))


class KeyForm(ProblemForm):
    """A form that counts once however often it is sent."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        options["initial"] = {"key": uuid.uuid4(), **(options.get("initial") or {})}
        super().__init__(*args, **options)
        # What the page that shows the form again answers with.
        self.status = 422

    def renew(self, version: int | None = None) -> None:
        """After a conflict: what was typed stays, under a new key and the present version."""
        data = cast(QueryDict, self.data).copy()
        data["key"] = str(uuid.uuid4())
        if version is not None:
            data["version"] = str(version)
        self.data = data
        self.status = 409


def hidden_switch() -> forms.TypedChoiceField:
    """What one button of a page turns on or off."""
    return forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1")], coerce=lambda sent: sent == "1", widget=forms.HiddenInput
    )


class VersionForm(KeyForm):
    """A form about a session: it says which state of it the person saw."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class ReasonForm(VersionForm):
    """A change of what was booked, with the reason in the person's own words."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        strip=True,
        help_text=_("The history keeps it beside the change."),
    )
