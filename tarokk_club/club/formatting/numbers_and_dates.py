"""Formatting of numbers and dates for pages, texts and pictures."""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import cache, lru_cache

from babel import Locale
from babel.dates import format_date, format_datetime, format_skeleton
from django.utils import timezone
from django.utils.translation.trans_real import get_language


def find_date_locale(language: str = "") -> Locale:
    """Return the locale for dates and times.

    language: language code such as "hu"; "" for the reader's language.
    """
    return _load_date_locale((language or get_language() or "en").replace("-", "_"))


@cache
def _load_date_locale(language: str) -> Locale:
    # European English: day before month, and the 24-hour clock.
    return Locale.parse("en_GB" if language == "en" else language, sep="_")


MINUS = "\N{MINUS SIGN}"
THIN = "\N{NARROW NO-BREAK SPACE}"
NO_BREAK = "\N{NO-BREAK SPACE}"
# The blank between day and month, in the order of either language: "29 Nov" or "nov. 29."
_BESIDE_DAY = re.compile(r"(\b\d{1,2}\.?) (?=[^\W\d])|([^\W\d]\.?) (?=\d{1,2}\b)")
# A time to the second, the same in every language of the site.
_SECONDS = re.compile(r"\d{1,2}[:.]\d{2}[:.]\d{2}")


@cache
def load_locale(language: str) -> Locale:
    """Return the locale of numbers and money in this language."""
    return Locale.parse(language, sep="-")


def load_reader_locale() -> Locale:
    """Return the locale of the reader."""
    return load_locale(get_language() or "en")


def format_integer(number: int) -> str:
    """Return an integer with a true minus sign, in groups of three digits.

    >>> format_integer(-1204) == MINUS + "1" + THIN + "204"
    True
    """
    return f"{number:,}".replace(",", THIN).replace("-", MINUS)


def format_signed(number: int) -> str:
    """Return an integer with its sign, + or −; zero has none."""
    return f"+{format_integer(number)}" if number > 0 else format_integer(number)


def format_short_date(value: date) -> str:
    """Return a date with its weekday, short enough for a phone."""
    return _format_short_date(value, get_language() or "en")


@lru_cache(maxsize=2000)
def _format_short_date(value: date, language: str) -> str:
    if language == "hu":
        # Hungarians do not write the abbreviation "Sze" that Babel gives.
        locale = find_date_locale(language)
        weekday = format_date(value, "EEEE", locale=locale)
        return _join_day_and_month(f"{format_date(value, 'medium', locale=locale)}, {weekday}")
    # The search for a date skeleton takes long compared with the rest of a page.
    return _join_day_and_month(format_skeleton("yMMMEd", value, locale=find_date_locale(language)))


def format_plain_date(value: date) -> str:
    """Return a date such as 18 Nov 2026; for a datetime, its date in the club's time zone."""
    day = timezone.localtime(value) if isinstance(value, datetime) else value
    return _join_day_and_month(format_date(day, "medium", locale=find_date_locale()))


def format_moment(value: datetime) -> str:
    """Return a datetime in the club's time zone, such as 18 Nov 2026, 16:05."""
    local = timezone.localtime(value)
    text: str = format_datetime(local, "medium", tzinfo=local.tzinfo, locale=find_date_locale())
    return _join_day_and_month(_SECONDS.sub(f"{local:%H:%M}", text))


def format_utc(value: datetime | None) -> str | None:
    """Return a UTC datetime as text such as 2026-11-29T18:30:00Z, for files; None for None."""
    return value.isoformat().replace("+00:00", "Z") if value else None


def _join_day_and_month(text: str) -> str:
    """Return the date with a no-break space between day and month.

    >>> _join_day_and_month("Sun, 29 Nov 2026") == f"Sun, 29{NO_BREAK}Nov 2026"
    True
    >>> _join_day_and_month("2026. nov. 29.") == f"2026. nov.{NO_BREAK}29."
    True
    """
    return _BESIDE_DAY.sub(rf"\1\2{NO_BREAK}", text)
