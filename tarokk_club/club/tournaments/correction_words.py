"""Sentences about the corrections of a final result, for pages and files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.numbers_and_dates import format_plain_date, format_utc
from tarokk_club.club.tournaments.queries.corrections import CorrectionRow
from tarokk_club.club.values.draws import DrawKind

# The label of each corrected setting, as on the settings form.
LABELS: Mapping[str, str] = MappingProxyType(
    {
        "name": _("Name"),
        "date": _("Date"),
        "rounds": _("Rounds"),
        "final_rounds": _("Rounds of a final by rank"),
        "minutes": _("Minutes of a round"),
        "draw_kind": _("How are the seats drawn?"),
    }
)


def iter_correction_lines(row: CorrectionRow) -> Iterator[tuple[str, str, str]]:
    """Yield the label, old text and new text of each corrected setting, and of changed entrants.

    >>> from datetime import datetime
    >>> changes = {"before": {"rounds": 1}, "after": {"rounds": 2}}
    >>> row = CorrectionRow(datetime(2026, 5, 1), "", **changes, entered=("Anna",), left=())
    >>> list(iter_correction_lines(row))
    [('Rounds', '1', '2'), ('Entered', '', 'Anna')]
    """
    for key, label in LABELS.items():
        if key in row.before:
            yield (
                gettext(label),
                _format_value(key, row.before[key]),
                _format_value(key, row.after.get(key)),
            )
    if row.entered:
        yield gettext("Entered"), "", ", ".join(row.entered)
    if row.left:
        yield gettext("Removed"), ", ".join(row.left), ""


def serialize_correction(row: CorrectionRow) -> dict[str, Any]:
    """Return the correction as a dictionary for the API and the JSON file."""
    return {
        "at": format_utc(row.made_at),
        "reason": row.reason,
        "before": dict(row.before),
        "after": dict(row.after),
        "entered": list(row.entered),
        "left": list(row.left),
    }


def _format_value(key: str, value: Any) -> str:
    if key == "date":
        return format_plain_date(date.fromisoformat(value))
    if key == "draw_kind":
        return str(DrawKind(value).label)
    return str(value or "–")
