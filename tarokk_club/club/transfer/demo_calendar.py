"""The demo club's three seasons, its Wednesday evenings, and the Saturdays of its tournaments."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

SEASONS = 3
FIRST_MONTH = 9
# The last month of play in a season.
LAST_MONTH = 6
WEDNESDAY, SATURDAY = 2, 5
WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class DemoSeason:
    """A season of the demo club.

    ends: None for the current season.
    """

    name: str
    starts: date
    ends: date | None

    def iter_evenings(self, today: date) -> Iterator[date]:
        """Yield the Wednesdays before `today` on which the club played."""
        day = self.starts + timedelta(days=(WEDNESDAY - self.starts.weekday()) % 7)
        end = date(self.starts.year + 1, LAST_MONTH + 1, 1)
        while day < min(end, today):
            yield day
            day += WEEK


def list_seasons_until(today: date) -> tuple[DemoSeason, ...]:
    """Return the demo club's seasons up to the current one, oldest first."""
    last = today.year if today.month >= FIRST_MONTH else today.year - 1
    return tuple(
        DemoSeason(
            name=f"{year}/{(year + 1) % 100:02}",
            starts=date(year, FIRST_MONTH, 1),
            ends=date(year + 1, FIRST_MONTH, 1) - timedelta(days=1) if year < last else None,
        )
        for year in range(last - SEASONS + 1, last + 1)
    )


def find_saturday_before(today: date) -> date:
    """Return the last Saturday before `today`."""
    return today - timedelta(days=(today.weekday() - SATURDAY - 1) % 7 + 1)
