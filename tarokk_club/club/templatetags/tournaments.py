"""How the figures of a tournament look on a page."""

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

from tarokk_club.club.formatting.numbers_and_dates import MINUS, whole
from tarokk_club.club.models import Session
from tarokk_club.club.session.queries.change_preview import LaidEffect
from tarokk_club.club.session.queries.prescribed import is_locked
from tarokk_club.club.templatetags.book import points, reader_locale
from tarokk_club.club.tournaments import correction_words
from tarokk_club.club.tournaments.queries.corrections import CorrectionRow
from tarokk_club.club.tournaments.queries.place_moves import (
    PlaceMove,
    moved_by_bin,
    moved_places,
)
from tarokk_club.club.tournaments.queries.results import PenaltyRow
from tarokk_club.club.values.table_points import in_digits

register = template.Library()


@register.simple_tag
def places_moved(effect: LaidEffect) -> tuple[PlaceMove, ...] | None:
    """What a change does to the places of a tournament whose result stands; None where none does.

    A tag, because whoever shows what a change does knows nothing of tournaments.
    """
    return moved_places(effect.session, effect.points)


@register.simple_tag
def result_guarded(session: Session) -> bool:
    """Whether a change of the session needs a reason, as the result of a tournament stands."""
    return is_locked(session)


@register.simple_tag
def places_by_bin(session: Session) -> tuple[PlaceMove, ...] | None:
    """What it does to the places of such a result when the session goes into the bin, or comes out
    of it where it lies there; None where none stands.
    """
    return moved_by_bin(session)


@register.filter
def worth(value: Fraction | None) -> str:
    """Table points, with a fraction where a place was shared; a dash where nobody sat. Eighths, as
    four make who share half points, and the halves of these in a final are written in full.
    """
    if value is None:
        return "–"
    told, digits = in_digits(value)
    number = Decimal(abs(told)).scaleb(-digits)
    # The same groups of three as points beside it have.
    rest = format_decimal(number % 1, format="0.####", locale=reader_locale())[1:]
    return f"{MINUS if told < 0 else ''}{whole(int(number))}{rest}"


@register.filter
def correction_lines(row: CorrectionRow) -> list[tuple[str, str, str]]:
    """Return what was corrected, how it was before, and how it is after."""
    return list(correction_words.correction_lines(row))


@register.filter
def at(values: Sequence[Any], index: int) -> Any:
    """The value at this place; None where there are not so many."""
    return values[index] if values and index < len(values) else None


@register.simple_tag
def span_of(places: tuple[int, int]) -> str:
    """The places that a table of a final plays for."""
    first, last = places
    return gettext("Places %(first)s to %(last)s") % {"first": first, "last": last}


@register.simple_tag
def penalty_of(one: PenaltyRow) -> str:
    """What a penalty takes, in words."""
    taken = []
    if one.worth:
        taken.append(gettext("%(points)s table points") % {"points": worth(-one.worth)})
    if one.points:
        taken.append(gettext("%(points)s points") % {"points": points(-one.points)})
    return ", ".join(taken)


@register.filter
def seconds_left(until: datetime) -> int:
    """How long it is until then; 0 when it is over."""
    return max(0, round((until - timezone.now()).total_seconds()))
