"""How the figures of a tournament look on a page."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

from babel.numbers import format_decimal
from django import template
from django.utils import timezone

from tarokk_club.club.models import Session
from tarokk_club.club.seasons.ranking import hundredths
from tarokk_club.club.session.queries.change_preview import LaidEffect
from tarokk_club.club.session.queries.prescribed import is_locked
from tarokk_club.club.templatetags.book import reader_locale
from tarokk_club.club.tournaments.queries.place_moves import (
    PlaceMove,
    moved_by_bin,
    moved_places,
)

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
    """Table points, with a fraction where a place was shared; a dash where nobody sat."""
    if value is None:
        return "–"
    whole, rest = divmod(hundredths(value), 100)
    number = f"{whole}.{rest:02}"
    text: str = format_decimal(number, format="#,##0.##", locale=reader_locale())
    return text


@register.filter
def seconds_left(until: datetime) -> int:
    """How long it is until then; 0 when it is over."""
    return max(0, round((until - timezone.now()).total_seconds()))
