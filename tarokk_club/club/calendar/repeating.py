"""The days of evenings that repeat: days on the club's wall, which know no summer time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import islice
from typing import Any

from tarokk_club.club.values.attendance import Rhythm

DAYS_A_WEEK = 7
# A month has its fifth Friday seldom: whoever begins on one means the last.
LAST_SURE = 4


def days_until(first: date, rhythm: str, until: date) -> Iterator[date]:
    """The days from the first to the last, both included.

    >>> [str(day) for day in days_until(date(2026, 10, 9), "monthly", date(2026, 12, 31))]
    ['2026-10-09', '2026-11-13', '2026-12-11']
    >>> [str(day) for day in days_until(date(2026, 10, 30), "monthly", date(2026, 12, 31))]
    ['2026-10-30', '2026-11-27', '2026-12-25']
    """
    return (moment.date() for moment in _rule(first, rhythm, until=datetime.combine(until, time())))


def days_in_row(first: date, rhythm: str, count: int) -> list[date]:
    """So many days from the first on.

    >>> [str(day) for day in days_in_row(date(2026, 10, 20), "fortnightly", 2)]
    ['2026-10-20', '2026-11-03']
    """
    return [moment.date() for moment in islice(_rule(first, rhythm, until=None), count)]


def nth_of_month(day: date) -> int:
    """Which of its weekdays in the month a day is, from 1; -1: the last, where it is the fifth."""
    nth = (day.day - 1) // DAYS_A_WEEK + 1
    return nth if nth <= LAST_SURE else -1


def _rule(first: date, rhythm: str, *, until: datetime | None) -> Any:
    # Loaded where it is needed: most requests plan nothing.
    from dateutil import rrule

    start = datetime.combine(first, time())
    if rhythm == Rhythm.MONTHLY:
        weekday = rrule.weekdays[first.weekday()](nth_of_month(first))
        return rrule.rrule(rrule.MONTHLY, dtstart=start, byweekday=weekday, until=until)
    step = 2 if rhythm == Rhythm.FORTNIGHTLY else 1
    return rrule.rrule(rrule.WEEKLY, dtstart=start, interval=step, until=until)
