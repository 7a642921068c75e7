"""How the figures of a tournament look on a page."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

from babel.numbers import format_decimal
from django import template
from django.utils import timezone

from tarokk_club.club.seasons.ranking import hundredths
from tarokk_club.club.session.queries.change_preview import LaidEffect
from tarokk_club.club.templatetags.book import reader_locale
from tarokk_club.club.tournaments.queries.tournaments import PlaceMove, moved_places

register = template.Library()


@register.simple_tag
def places_moved(effect: LaidEffect) -> tuple[PlaceMove, ...] | None:
    """What a change does to the places of a tournament whose result stands; None where none does.

    A tag, because whoever shows what a change does knows nothing of tournaments.
    """
    return moved_places(effect.session, effect.points)


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
