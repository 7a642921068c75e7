"""Reading of dates in table cells, as written by programs and people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from typing import Literal

from babel.dates import get_day_names, get_month_names

from tarokk_club.club.tables.amounts import normalise_dashes
from tarokk_club.club.tables.table_rows import fold_title

DayOrder = Literal["day_first", "month_first", "unclear"]
_LANGUAGES = ("en", "hu", "da", "ro", "de", "fr", "es", "it", "nl", "pl", "sv", "pt", "nb", "cs")
# Filler words between the parts of a date.
_FILLERS = frozenset({"of", "the", "de", "den", "d", "a", "st", "nd", "rd", "th", "er", "le", "el"})
_TIME = re.compile(
    r"(?:(?<=\d)t|[\s,]+(?:kl\.?\s*|um\s+|at\s+)?)\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?"
    r"\s*(?:[ap]\.?m\.?|z|utc|uhr|(?:utc)?\s*[+-]\d\d:?\d\d)?$",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})(\.?)")
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)")
_LONGEST = 60


def read_day(text: str, *, month_first: bool = False) -> date | None:
    """Return the date in a cell, ignoring a time and a weekday; None if the cell holds no date.

    month_first: whether the month precedes the day, as in American dates; see `find_day_order`.

    >>> [str(read_day(cell)) for cell in ("2026. 11. 20.", "20.11.26", "20. November 2026")]
    ['2026-11-20', '2026-11-20', '2026-11-20']
    >>> [str(read_day(cell)) for cell in ("2026-11-20T14:05:00Z", "nov 20, 2026", "10.5")]
    ['2026-11-20', '2026-11-20', 'None']
    """
    if len(text) > _LONGEST or not any(letter.isdigit() for letter in text):
        return None
    plain = _TIME.sub("", normalise_dashes(" ".join(text.split()))).strip(" ,")
    if compact := _COMPACT.fullmatch(plain):
        return _build_date(compact[1], compact[2], compact[3])
    if any(letter.isalpha() for letter in plain):
        return _read_named_day(plain, month_first=month_first)
    numbers = _NUMBERS.fullmatch(plain)
    return _read_numeric_day(numbers, month_first=month_first) if numbers else None


def _read_numeric_day(numbers: re.Match[str], *, month_first: bool) -> date | None:
    first, separator, second, last, dot = numbers.groups()
    # A full stop after the last part means a Hungarian date, which begins with the year.
    if len(first) > 2 or (dot and separator == "." and len(last) <= 2):
        return _build_date(first, second, last)
    if month_first and separator in "/-":
        return _build_date(last, first, second)
    return _build_date(last, second, first) or (
        _build_date(last, first, second) if separator == "/" else None
    )


def _read_named_day(plain: str, *, month_first: bool) -> date | None:
    """Return the date in a text with the name of a month or weekday; None if it is not a date."""
    months = []
    for word in re.findall(r"[^\W\d_]+", plain):
        folded = fold_title(word)
        if folded in _collect_month_numbers():
            months.append(_collect_month_numbers()[folded])
        elif folded not in _collect_weekdays() | _FILLERS:
            return None
    numbers = re.findall(r"\d+", plain)
    if len(numbers) == 2 and months:
        # A weekday may be spelt like a month: "mar. 20 nov. 2026".
        year = max(numbers, key=len) if len(numbers[0]) != len(numbers[1]) else numbers[1]
        numbers.remove(year)
        return _build_date(year, str(months[-1]), numbers[0])
    digits = _NUMBERS.search(plain)
    return (
        _read_numeric_day(digits, month_first=month_first) if digits and len(numbers) == 3 else None
    )


def _build_date(year: str, month: str, day: str) -> date | None:
    if len(year) not in (2, 4) or not (year + month + day).isascii():
        return None
    century = 0 if len(year) == 4 else 2000
    try:
        return date(century + int(year), int(month), int(day))
    except ValueError:
        return None


@cache
def _collect_month_numbers() -> Mapping[str, int]:
    """Return the numbers of the months by their short and long names, folded by `fold_title`."""
    names: dict[str, int] = {}
    for language in _LANGUAGES:
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                months = get_month_names(width, context, language)
                for number, name in months.items():
                    names.setdefault(fold_title(name.rstrip(".")), number)
    return names | {"sept": 9}


@cache
def _collect_weekdays() -> frozenset[str]:
    names = [
        name
        for language in _LANGUAGES
        for width in ("wide", "abbreviated")
        for name in get_day_names(width, "format", language).values()
    ]
    return frozenset(word for name in names for word in re.findall(r"[^\W\d_]+", fold_title(name)))


def find_day_order(cells: Iterable[str]) -> DayOrder:
    """Return the order of day and month in the dates of a column, or "unclear".

    Ambiguous dates with "-" count as day first; ambiguous dates with "/" are unclear.

    >>> find_day_order(["10/01/2026", "10/25/2026"]), find_day_order(["10/01/2026"])
    ('month_first', 'unclear')
    >>> find_day_order(["10-01-2026", "10-25-2026"]), find_day_order(["10/25/2026", "25/10/2026"])
    ('month_first', 'unclear')
    """
    is_unclear = False
    orders: set[DayOrder] = set()
    for cell in cells:
        plain = _TIME.sub("", normalise_dashes(" ".join(cell.split())))
        numbers = _NUMBERS.fullmatch(plain.strip(" ,"))
        if not numbers or numbers[2] == "." or len(numbers[1]) > 2:
            continue
        first, second = int(numbers[1]), int(numbers[3])
        if first > 12 or second > 12:
            orders.add("day_first" if first > 12 else "month_first")
        elif numbers[2] == "/":
            is_unclear = is_unclear or first != second
    if orders:
        return orders.pop() if len(orders) == 1 else "unclear"
    return "unclear" if is_unclear else "day_first"
