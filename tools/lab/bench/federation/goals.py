"""Goals for the figures of the main pages, and their evaluation."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

READ = ("sheet", "leaderboard", "player page", "standings CSV", "form", "calculator", "settings")
# The first page gathers what waits for its reader, so it asks more and shows what is open now.
HOME = "home"
# A player's page shows the open money, too, where the club shows it to the reader.
QUERIES = dict.fromkeys(READ, 12) | {"player page": 14}
GROWTH = 1.2
# Median of the page with the costs that all pages share, in milliseconds.
BASE_MS = 2.5
# Limits as multiples of the base page; a poll that nothing answers has no page to draw.
TIMES_BASE = {
    **dict.fromkeys(("sheet", "leaderboard", "player page"), 2.0),
    **dict.fromkeys(("form", "calculator", "settings"), 2.0),
    **dict.fromkeys(("sheet, after a hand", "leaderboard, after a hand"), 4.0),
    "player page, after a hand": 4.0,
    HOME: 3.0,
    "idle poll": 0.5,
}
# Milliseconds of the 95th percentile.
WRITES = {"save hand 60": 30, "correct 1 of 60": 150}
SAME = {"save hand 6": "save hand 60", "correct 1 of 6": "correct 1 of 60"}
# Limits of the median as a multiple of that in a short session.
LONGER = {("save hand 6", "save hand 60"): 1.1}
MEGABYTES = 150


@dataclass(frozen=True, slots=True)
class Figure:
    """The measurements of one page in one database.

    seconds: time of every run.
    queries: number of queries of each run.
    rows: number of rows of each run.
    """

    seconds: Sequence[float]
    queries: int
    rows: int

    @property
    def middle(self) -> float:
        """The median in milliseconds."""
        return median(self.seconds) * 1000

    @property
    def slow(self) -> float:
        """The 95th percentile in milliseconds."""
        order = sorted(self.seconds)
        return order[min(len(order) - 1, round(len(order) * 0.95))] * 1000


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal and its result."""

    promise: str
    found: str
    met: bool

    def line(self) -> str:
        """Return the line to print."""
        return f"  {'met' if self.met else 'MISSED':<6} {self.promise}: {self.found}"


def evaluate_goals(
    whole: Mapping[str, Figure], tenths: Mapping[str, Mapping[str, Figure]], megabytes: float
) -> Iterator[Goal]:
    """Yield every goal with its result.

    tenths: figures of the same pages with a tenth of something, by a name for what was reduced.
    """
    for page in READ:
        asked = whole[page].queries
        promise = f"{page}: at most {QUERIES[page]} queries"
        yield Goal(promise, str(asked), asked <= QUERIES[page])
        for tenth, figures in tenths.items():
            yield _growth(page, tenth, whole[page], figures[page])
    base = whole["base"].middle
    yield Goal(f"base: at most {BASE_MS:g} ms", f"{base:.2f} ms", base <= BASE_MS)
    for page, most_times in TIMES_BASE.items():
        times = whole[page].middle / base
        promise = f"{page}: at most {most_times:g} times the base page"
        yield Goal(promise, f"{times:.2f} times", times <= most_times)
    for page, most in WRITES.items():
        slow = whole[page].slow
        yield Goal(f"{page}: p95 at most {most} ms", f"{slow:.1f} ms", slow <= most)
    for few, many in SAME.items():
        both = whole[few].queries, whole[many].queries
        found = " and ".join(map(str, both))
        yield Goal(f"{few} and {many}: as many queries", found, both[0] == both[1])
    for (few, many), most_times in LONGER.items():
        times = whole[many].middle / whole[few].middle
        promise = f"{many}: at most {most_times:g} times {few}"
        yield Goal(promise, f"{times:.2f} times", times <= most_times)
    promise = f"a worker after a sign-in: below {MEGABYTES} MB"
    yield Goal(promise, f"{megabytes:.0f} MB", megabytes < MEGABYTES)


def _growth(page: str, tenth: str, whole: Figure, small: Figure) -> Goal:
    """Return the goal that the same rows from more data take about the same time."""
    times = whole.middle / small.middle
    promise = f"{page}: at most {GROWTH:g} times its time with {tenth}"
    rows = "" if whole.rows == small.rows else f", but {whole.rows} rows beside {small.rows}"
    return Goal(promise, f"{times:.2f} times{rows}", times <= GROWTH and not rows)
