"""Numbers and dates as pages, texts and pictures write them."""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import cache, lru_cache

from babel import Locale
from babel.dates import format_date, format_datetime, format_skeleton
from django.utils import timezone
from django.utils.translation import get_language


def date_locale(language: str = "") -> Locale:
    """The customs of `language` (the reader's own when left out) for days and hours."""
    return _locale_of((language or get_language() or "en").replace("-", "_"))


@cache
def _locale_of(language: str) -> Locale:
    # Of English the customs of Europe: day before month, and hours to 24.
    return Locale.parse("en_GB" if language == "en" else language, sep="_")


MINUS = "\N{MINUS SIGN}"
THIN = "\N{NARROW NO-BREAK SPACE}"
# A time to the second, as every language of the site writes it.
_SECONDS = re.compile(r"\d{1,2}[:.]\d{2}[:.]\d{2}")


def whole(number: int) -> str:
    """A whole number with a true minus, in groups of three.

    >>> whole(-1204) == MINUS + "1" + THIN + "204"
    True
    """
    return f"{number:,}".replace(",", THIN).replace("-", MINUS)


def signed(number: int) -> str:
    """A whole number that says whether it is won or lost, also without colour."""
    return f"+{whole(number)}" if number > 0 else whole(number)


def short_date(value: date) -> str:
    """A date with its weekday, short enough for a phone."""
    return _short_date(value, get_language() or "en")


@lru_cache(maxsize=2000)
def _short_date(value: date, language: str) -> str:
    # Looking through the skeletons of a language takes long beside anything else on a page.
    text: str = format_skeleton("yMMMEd", value, locale=date_locale(language))
    return text


def plain_date(value: date) -> str:
    """A date as all pages write it: 18 Nov 2026, never by numbers that two read differently; that
    of a moment by the club's clock.
    """
    day = timezone.localtime(value) if isinstance(value, datetime) else value
    text: str = format_date(day, "medium", locale=date_locale())
    return text


def moment(value: datetime) -> str:
    """A moment by the club's clock: 18 Nov 2026, 16:05."""
    local = timezone.localtime(value)
    text: str = format_datetime(local, "medium", tzinfo=local.tzinfo, locale=date_locale())
    return _SECONDS.sub(f"{local:%H:%M}", text)
