"""When the demonstration club plays: three seasons from September on, on Wednesdays."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

SEASONS = 3
FIRST_MONTH = 9
# The club rests from the end of this month to the end of the season.
LAST_MONTH = 6
WEDNESDAY, SATURDAY = 2, 5
WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class DemoSeason:
    """A season with its dates; ends is None for the one that is running."""

    name: str
    starts: date
    ends: date | None

    def evenings(self, today: date) -> Iterator[date]:
        """The Wednesdays on which the club played before `today`."""
        day = self.starts + timedelta(days=(WEDNESDAY - self.starts.weekday()) % 7)
        end = date(self.starts.year + 1, LAST_MONTH + 1, 1)
        while day < min(end, today):
            yield day
            day += WEEK


def seasons_until(today: date) -> tuple[DemoSeason, ...]:
    """The season of the day and those before it, oldest first."""
    last = today.year if today.month >= FIRST_MONTH else today.year - 1
    return tuple(
        DemoSeason(
            name=f"{year}/{(year + 1) % 100:02}",
            starts=date(year, FIRST_MONTH, 1),
            ends=date(year + 1, FIRST_MONTH, 1) - timedelta(days=1) if year < last else None,
        )
        for year in range(last - SEASONS + 1, last + 1)
    )


def saturday_before(today: date) -> date:
    """The last Saturday before `today`: a tournament of today would be open still."""
    return today - timedelta(days=(today.weekday() - SATURDAY - 1) % 7 + 1)
