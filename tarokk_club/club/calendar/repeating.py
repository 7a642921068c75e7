"""The days on which evenings repeat, as local dates without time zones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import islice
from typing import Any

from tarokk_club.club.models import Rhythm

DAYS_A_WEEK = 7
# Few months have a fifth Friday, so a series that begins on one repeats on the last Friday.
LAST_SURE = 4


def iter_rhythm_days(first: date, rhythm: str, until: date) -> Iterator[date]:
    """Yield the days of a rhythm from the first day to the last possible day.

    rhythm: value of Rhythm.
    until: last possible day.

    >>> [str(day) for day in iter_rhythm_days(date(2026, 10, 9), "monthly", date(2026, 12, 31))]
    ['2026-10-09', '2026-11-13', '2026-12-11']
    >>> [str(day) for day in iter_rhythm_days(date(2026, 10, 30), "monthly", date(2026, 12, 31))]
    ['2026-10-30', '2026-11-27', '2026-12-25']
    """
    return (
        moment.date()
        for moment in _build_rule(first, rhythm, until=datetime.combine(until, time()))
    )


def list_rhythm_days(first: date, rhythm: str, count: int) -> list[date]:
    """Return this many days of a rhythm, beginning with the first day.

    rhythm: value of Rhythm.

    >>> [str(day) for day in list_rhythm_days(date(2026, 10, 20), "fortnightly", 2)]
    ['2026-10-20', '2026-11-03']
    """
    return [moment.date() for moment in islice(_build_rule(first, rhythm, until=None), count)]


def compute_weekday_number(day: date) -> int:
    """Return 1 for the first Friday of a month, 2 for the second, and so on; -1 for a fifth.

    Other weekdays are numbered in the same way. In a series, -1 means the last such weekday of
    every month.
    """
    nth = (day.day - 1) // DAYS_A_WEEK + 1
    return nth if nth <= LAST_SURE else -1


def _build_rule(first: date, rhythm: str, *, until: datetime | None) -> Any:
    # Imported here, because few requests plan a series.
    from dateutil import rrule

    start = datetime.combine(first, time())
    if rhythm == Rhythm.MONTHLY:
        weekday = rrule.weekdays[first.weekday()](compute_weekday_number(first))
        return rrule.rrule(rrule.MONTHLY, dtstart=start, byweekday=weekday, until=until)
    step = 2 if rhythm == Rhythm.FORTNIGHTLY else 1
    return rrule.rrule(rrule.WEEKLY, dtstart=start, interval=step, until=until)
