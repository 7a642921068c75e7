"""The goals for the figures of the main pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

READ = ("sheet", "leaderboard", "player page", "standings CSV", "form", "calculator", "settings")
# The first page collects everything that waits for its reader, so it needs more queries.
HOME = "home"
# A player's page also shows open money to readers who may see it.
QUERIES = dict.fromkeys(READ, 12) | {"player page": 14}
MAX_GROWTH = 1.2
# Limit of the median of the base page, in milliseconds.
BASE_MS = 2.5
# Limits as multiples of the base page; a poll without news renders no page.
TIMES_BASE = {
    **dict.fromkeys(("sheet", "leaderboard", "player page"), 2.0),
    **dict.fromkeys(("form", "calculator", "settings"), 2.0),
    **dict.fromkeys(("sheet, after a hand", "leaderboard, after a hand"), 4.0),
    "player page, after a hand": 4.0,
    HOME: 3.0,
    "idle poll": 0.5,
}
# Limits of the 95th percentile, in milliseconds.
WRITE_LIMITS_MS = {"save hand 60": 30, "correct 1 of 60": 150}
# Pages that need the same number of queries.
SAME_QUERIES = {"save hand 6": "save hand 60", "correct 1 of 6": "correct 1 of 60"}
# Limits of the median as multiples of the median in a short session.
TIMES_SHORT = {("save hand 6", "save hand 60"): 1.1}
MAX_MEGABYTES = 150


@dataclass(frozen=True, slots=True)
class Figure:
    """The measurements of a page in a database.

    seconds: time of every run.
    queries: number of queries of the last run.
    rows: number of displayed rows of the last run.
    """

    seconds: Sequence[float]
    queries: int
    rows: int

    @property
    def median_ms(self) -> float:
        """The median in milliseconds."""
        return median(self.seconds) * 1000

    @property
    def p95_ms(self) -> float:
        """The 95th percentile in milliseconds."""
        order = sorted(self.seconds)
        return order[min(len(order) - 1, round(len(order) * 0.95))] * 1000


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal and its result."""

    promise: str
    result: str
    met: bool

    def format_line(self) -> str:
        """Return the line to print."""
        return f"  {'met' if self.met else 'MISSED':<6} {self.promise}: {self.result}"


def evaluate_goals(
    whole: Mapping[str, Figure], tenths: Mapping[str, Mapping[str, Figure]], megabytes: float
) -> Iterator[Goal]:
    """Yield every goal with its result.

    whole: figures by page.
    tenths: figures by page for a tenth of the clubs or seasons, by the name of that reduction.
    megabytes: memory of a worker.
    """
    for page in READ:
        queries = whole[page].queries
        promise = f"{page}: at most {QUERIES[page]} queries"
        yield Goal(promise, str(queries), queries <= QUERIES[page])
        for tenth, figures in tenths.items():
            yield _build_growth_goal(page, tenth, whole[page], figures[page])
    base = whole["base"].median_ms
    yield Goal(f"base: at most {BASE_MS:g} ms", f"{base:.2f} ms", base <= BASE_MS)
    for page, limit in TIMES_BASE.items():
        times = whole[page].median_ms / base
        promise = f"{page}: at most {limit:g} times the base page"
        yield Goal(promise, f"{times:.2f} times", times <= limit)
    for page, limit in WRITE_LIMITS_MS.items():
        p95_ms = whole[page].p95_ms
        yield Goal(f"{page}: p95 at most {limit} ms", f"{p95_ms:.1f} ms", p95_ms <= limit)
    for few, many in SAME_QUERIES.items():
        query_counts = whole[few].queries, whole[many].queries
        counts = " and ".join(map(str, query_counts))
        yield Goal(f"{few} and {many}: as many queries", counts, query_counts[0] == query_counts[1])
    for (few, many), limit in TIMES_SHORT.items():
        times = whole[many].median_ms / whole[few].median_ms
        promise = f"{many}: at most {limit:g} times {few}"
        yield Goal(promise, f"{times:.2f} times", times <= limit)
    promise = f"a worker after a sign-in: below {MAX_MEGABYTES} MB"
    yield Goal(promise, f"{megabytes:.0f} MB", megabytes < MAX_MEGABYTES)


def _build_growth_goal(page: str, tenth: str, whole: Figure, small: Figure) -> Goal:
    """Return the goal that a page with the same rows is about as fast with ten times the data."""
    times = whole.median_ms / small.median_ms
    promise = f"{page}: at most {MAX_GROWTH:g} times its time with {tenth}"
    rows = "" if whole.rows == small.rows else f", but {whole.rows} rows beside {small.rows}"
    return Goal(promise, f"{times:.2f} times{rows}", times <= MAX_GROWTH and not rows)
