"""The days of repeating evenings, in local dates, which daylight saving time does not affect."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import islice
from typing import Any

from tarokk_club.club.values.attendance import Rhythm

DAYS_A_WEEK = 7
# Few months have a fifth Friday, so a series that begins on one means the last.
LAST_SURE = 4


def days_until(first: date, rhythm: str, until: date) -> Iterator[date]:
    """Return the days from the first to the last, both included.

    >>> [str(day) for day in days_until(date(2026, 10, 9), "monthly", date(2026, 12, 31))]
    ['2026-10-09', '2026-11-13', '2026-12-11']
    >>> [str(day) for day in days_until(date(2026, 10, 30), "monthly", date(2026, 12, 31))]
    ['2026-10-30', '2026-11-27', '2026-12-25']
    """
    return (moment.date() for moment in _rule(first, rhythm, until=datetime.combine(until, time())))


def days_in_row(first: date, rhythm: str, count: int) -> list[date]:
    """Return this many days, beginning with the first.

    >>> [str(day) for day in days_in_row(date(2026, 10, 20), "fortnightly", 2)]
    ['2026-10-20', '2026-11-03']
    """
    return [moment.date() for moment in islice(_rule(first, rhythm, until=None), count)]


def nth_of_month(day: date) -> int:
    """Return the ordinal of a day among the same weekdays of its month, from 1.

    The fifth is returned as -1, meaning the last.
    """
    nth = (day.day - 1) // DAYS_A_WEEK + 1
    return nth if nth <= LAST_SURE else -1


def _rule(first: date, rhythm: str, *, until: datetime | None) -> Any:
    # Imported lazily: most requests do not plan anything.
    from dateutil import rrule

    start = datetime.combine(first, time())
    if rhythm == Rhythm.MONTHLY:
        weekday = rrule.weekdays[first.weekday()](nth_of_month(first))
        return rrule.rrule(rrule.MONTHLY, dtstart=start, byweekday=weekday, until=until)
    step = 2 if rhythm == Rhythm.FORTNIGHTLY else 1
    return rrule.rrule(rrule.WEEKLY, dtstart=start, interval=step, until=until)
