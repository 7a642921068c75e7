"""Form rows for the figures that a club invented, each with its name and points."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.own_figures import LARGEST_WORTH, MOST_FIGURES
from scoring.core.problem import Problem
from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.values.ids import read_short_number
from tarokk_club.club.writing.typed_text import read_name

_PARTS = ("key", "name", "silent", "announced")
_WORTHS = ("silent", "announced")
# The number of empty rows for new figures; save the form to get more.
_FREE = 2
_LONGEST_KEY = 30


class OwnFiguresRows(forms.Widget):
    """A widget with a row of text fields for each figure, and empty rows for new figures."""

    template_name = "club/session/_own_figures.html"
    use_fieldset = True

    def value_from_datadict(
        self, data: Mapping[str, Any], files: Any, name: str
    ) -> list[dict[str, str]]:
        """Return the rows that are not empty."""
        del files
        rows = []
        for place in range(MOST_FIGURES + _FREE):
            row = {part: str(data.get(f"{name}_{place}_{part}") or "").strip() for part in _PARTS}
            if any(row[part] for part in _PARTS[1:]):
                rows.append(row)
        return rows

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Return False, because missing rows mean that there are no figures."""
        del data, files, name
        return False

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context of the widget, with its rows."""
        context: dict[str, Any] = super().get_context(name, None, attrs)
        filled: Sequence[Mapping[str, Any]] = value or []
        rows = [*filled, *({} for _row in range(_FREE))][: max(MOST_FIGURES, len(filled))]
        context["widget"]["rows"] = [
            {part: _format_value(row.get(part)) for part in _PARTS} for row in rows
        ]
        return context


def _format_value(value: Any) -> str:
    return "" if value is None else str(value)


class OwnFiguresField(forms.Field):
    """A field for the club's figures; its value is a list as in a session document.

    Records refer to a figure by a key, which is derived from its first name and never changes.
    """

    widget = OwnFiguresRows

    def clean(self, value: Any) -> list[dict[str, Any]]:
        """Return the figures.

        Raise ValidationError with the faults of all rows.
        """
        figures: list[dict[str, Any]] = []
        faults: list[forms.ValidationError] = []
        for row in value or []:
            try:
                figures.append(_read_figure(row, {figure["key"] for figure in figures}))
            except forms.ValidationError as wrong:
                faults.append(wrong)
        if len(figures) > MOST_FIGURES:
            sentence = _("At most %(highest)s figures of the club's own are possible.")
            faults.append(forms.ValidationError(sentence % {"highest": MOST_FIGURES}))
        if faults:
            raise forms.ValidationError(faults)
        return figures


def _read_figure(row: Mapping[str, str], used_keys: set[str]) -> dict[str, Any]:
    problems: list[Problem] = []
    if not row["name"]:
        raise forms.ValidationError(_("Give each figure of the club's own a name."))
    name = read_name(row["name"], problems)
    if problems:
        raise forms.ValidationError(render_problem(problems[0]))
    worths = {part: _read_figure_points(row[part], name) for part in _WORTHS}
    if worths["silent"] is None and worths["announced"] is None:
        sentence = _("%(figure)s: fill in its points, silent, announced or both.")
        raise forms.ValidationError(sentence % {"figure": name})
    key = (
        row["key"]
        if row["key"] and row["key"] not in used_keys
        else _derive_figure_key(name, used_keys)
    )
    return {"key": key, "name": name, **worths}


def _read_figure_points(text: str, name: str) -> int | None:
    if not text:
        return None
    points = read_short_number(text)
    if points is None or points > LARGEST_WORTH:
        sentence = _("%(figure)s: points are whole numbers from 0 to %(highest)s.")
        raise forms.ValidationError(sentence % {"figure": name, "highest": LARGEST_WORTH})
    return points


def _derive_figure_key(name: str, used_keys: set[str]) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    base = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[: _LONGEST_KEY - 3] or "figure"
    numbered = (f"{base}_{number}" for number in range(2, MOST_FIGURES + 2))
    return next(key for key in (base, *numbered) if key not in used_keys)
