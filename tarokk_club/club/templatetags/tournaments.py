"""Tags and filters that format a tournament's figures and preview changes of its final result."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from babel.numbers import format_decimal
from django import template
from django.utils import timezone
from django.utils.translation import gettext

from tarokk_club.club.formatting.numbers_and_dates import MINUS, format_integer, load_reader_locale
from tarokk_club.club.models import Session
from tarokk_club.club.session.queries.replay.change_preview import ChangePreview
from tarokk_club.club.session.queries.sessions.final_results import has_final_round_result
from tarokk_club.club.templatetags.book import format_points
from tarokk_club.club.tournaments import correction_words
from tarokk_club.club.tournaments.queries.corrections import CorrectionRow
from tarokk_club.club.tournaments.queries.place_moves import (
    PlaceMove,
    preview_bin_change,
    preview_points_change,
)
from tarokk_club.club.tournaments.queries.results import PenaltyRow
from tarokk_club.club.values.table_points import scale_to_digits

register = template.Library()


@register.simple_tag(name="place_moves_by_change")
def preview_place_moves_of_change(effect: ChangePreview) -> tuple[PlaceMove, ...] | None:
    """Return the moves of place that a change causes in a final result; None if it is not final.

    A template tag keeps the code for previews of changes independent of tournaments.
    """
    return preview_points_change(effect.session, effect.points)


@register.simple_tag
def needs_reason_for_change(session: Session) -> bool:
    """Return whether a change of the session needs a reason, as its round has a final result."""
    return has_final_round_result(session)


@register.simple_tag(name="place_moves_by_bin")
def preview_place_moves_by_bin(session: Session) -> tuple[PlaceMove, ...] | None:
    """Return the moves of place that binning or restoring a session causes in a final result.

    Return None if the result is not final.
    """
    return preview_bin_change(session)


@register.filter("worth")
def format_table_points(value: Fraction | None) -> str:
    """Return table points with up to four decimals, or a dash for a player who sat out.

    Shared places give fractions down to sixteenths.
    """
    if value is None:
        return "–"
    digits_value, digits = scale_to_digits(value)
    number = Decimal(abs(digits_value)).scaleb(-digits)
    # Group digits in the same way as the points next to it.
    decimals = format_decimal(number % 1, format="0.####", locale=load_reader_locale())[1:]
    return f"{MINUS if digits_value < 0 else ''}{format_integer(int(number))}{decimals}"


@register.filter("correction_lines")
def format_correction_lines(row: CorrectionRow) -> list[tuple[str, str, str]]:
    """Return the label, the old value and the new value of each corrected item."""
    return list(correction_words.iter_correction_lines(row))


@register.filter("at")
def get_item(values: Sequence[Any], index: int) -> Any:
    """Return the value at this index; None if there are too few values."""
    return values[index] if values and index < len(values) else None


@register.simple_tag(name="span_of")
def format_place_range(places: tuple[int, int]) -> str:
    """Return the range of places that a table of a final decides, in words."""
    first, last = places
    return gettext("Places %(first)s to %(last)s") % {"first": first, "last": last}


@register.simple_tag(name="penalty_of")
def format_penalty(row: PenaltyRow) -> str:
    """Return the deduction of a penalty in words."""
    deductions = []
    if row.worth:
        deductions.append(
            gettext("%(points)s table points") % {"points": format_table_points(-row.worth)}
        )
    if row.points:
        deductions.append(gettext("%(points)s points") % {"points": format_points(-row.points)})
    return ", ".join(deductions)


@register.filter("seconds_left")
def compute_seconds_left(until: datetime) -> int:
    """Return the number of seconds until a time; 0 if it is past."""
    return max(0, round((until - timezone.now()).total_seconds()))
