"""Who wears the mayor's hat, and for how many days."""

from collections.abc import Iterable
from datetime import date, timedelta

ONE_DAY = timedelta(days=1)


def hat_days(evenings: Iterable[tuple[date, str]], *, until: date) -> dict[str, int]:
    """The days that each player wears the hat, by id.

    evenings: day and mayor of every evening that ended with one, in order; until: the last day
    that counts. The hat goes home with its mayor and stays there until another loses the XXI.

    >>> hat_days([(date(2026, 1, 1), "A"), (date(2026, 1, 8), "B")], until=date(2026, 1, 9))
    {'A': 7, 'B': 2}
    """
    order = list(evenings)
    ends = [day for day, _mayor in order[1:]] + [until + ONE_DAY]
    found: dict[str, int] = {}
    for (day, mayor), end in zip(order, ends, strict=False):
        # The hat of an evening is worn that evening at least.
        found[mayor] = found.get(mayor, 0) + max((end - day).days, 1)
    return found
