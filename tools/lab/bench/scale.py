"""The main pages with the data of a federation, compared with those of a small site.

The data is a tenth of a federation's year, or all of it. It is compared with the same club in a
database with a tenth of the clubs, and with a club that has a tenth of the past seasons. All
three show the same rows and are measured in turn, so that a busy machine slows them equally.
"""

import contextlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from tools.lab.bench import Options, print_figure
from tools.lab.bench.federation.book import Book, Talk, start_book_process
from tools.lab.bench.federation.goals import HOME, READ, SAME, Figure, evaluate_goals
from tools.lab.bench.federation.nodes import measure_cluster
from tools.lab.bench.federation.server import temporary_server, wait_for_disk
from tools.lab.bench.federation.size import LONG, SHORT, TENTH, WHOLE, Size
from tools.lab.bench.federation.wall import print_write_costs
from tools.lab.bench.federation.worker import megabytes_of_a_worker

WRITTEN = (*SAME, *SAME.values())
# The first reader after a saved hand, and the first after a start.
FIRST = (
    *("sheet, after a hand", "leaderboard, after a hand", "standings, after a hand"),
    *("player page, after a hand", "sheet, nothing kept", "leaderboard, nothing kept"),
)
ASKED = ("base", "idle poll", HOME, *READ)
ROUNDS = 40
FEWER_CLUBS, FEWER_SEASONS = "a tenth of the clubs", "a tenth of the past seasons"
Place = tuple[Talk, str]


def main(options: Options) -> bool:
    """Fill the databases, measure the pages and print everything; return whether every goal was
    met.
    """
    if options.cluster:
        return measure_cluster()
    size = WHOLE if options.full else TENTH
    with tempfile.TemporaryDirectory(prefix="tarokk-scale-") as name, _places(options) as copied:
        folder = Path(name)
        whole, small = _built(folder, size, copied)
        with start_book_process(whole) as one, start_book_process(small) as other:
            places: dict[str, Place] = {
                "": (one, LONG),
                FEWER_CLUBS: (other, LONG),
                FEWER_SEASONS: (one, SHORT),
            }
            found = _asked(places)
        megabytes = megabytes_of_a_worker(whole, folder / "worker.log")
        if options.postgres:
            print_write_costs(whole)
    return _told(found, megabytes)


@contextlib.contextmanager
def _places(options: Options) -> Iterator[Callable[[str, str], str]]:
    """Yield a function that returns the URL of a new database, copied from another one if
    requested.
    """
    if options.postgres:
        with temporary_server() as made:
            yield made
    else:
        yield lambda _name, _of: ""


def _built(folder: Path, size: Size, copied: Callable[[str, str], str]) -> tuple[Book, Book]:
    """Return the whole database, and a copy of it from when it had a tenth of the clubs."""
    whole = Book(folder / "whole", copied("whole", ""))
    slugs, tenth = size.slugs(), size.tenth
    few = slugs[: tenth.clubs]
    begin = time.monotonic()
    _fill(whole, few, size)
    shutil.copytree(whole.var, folder / "small")
    small = Book(folder / "small", copied("small", "whole"))
    _fill(whole, slugs[len(few) :], size)
    for book in (whole, small) if whole.url else ():
        wait_for_disk(book.url)
    print_figure("building", f"{time.monotonic() - begin:.0f} s", data=size.told())
    print(f"  beside it: {tenth.told()}; or {size.seasons(SHORT)} past season, not {size.past}")
    return whole, small


def _fill(book: Book, slugs: list[str], size: Size) -> None:
    book.var.mkdir(parents=True, exist_ok=True)
    with start_book_process(book) as filler:
        filler.do("open")
        filler.do("fill", slugs=slugs, size=asdict(size))


def _asked(places: Mapping[str, Place]) -> dict[str, dict[str, Figure]]:
    """Measure every page in every place in turn; return the figures by place and page."""
    seconds: dict[tuple[str, str], list[float]] = {}
    last: dict[tuple[str, str], tuple[int, int]] = {}
    for pages in (ASKED, FIRST, WRITTEN):
        for _round in range(ROUNDS):
            for page in pages:
                for place, (one, slug) in places.items():
                    told = one.do("ask", slug=slug, page=page)
                    seconds.setdefault((place, page), []).append(told["seconds"])
                    last[place, page] = (told["queries"], told["rows"])
    return {
        place: {
            page: Figure(seconds[place, page], *last[place, page])
            for page in (*ASKED, *FIRST, *WRITTEN)
        }
        for place in places
    }


def _told(found: dict[str, dict[str, Figure]], megabytes: float) -> bool:
    whole = found.pop("")
    for page, one in whole.items():
        small = "; ".join(
            f"with {place} {figures[page].middle:.1f} / {figures[page].slow:.1f} ms"
            for place, figures in found.items()
        )
        rows = f", {one.rows} rows" if one.rows else ""
        value = f"{one.middle:.1f} / {one.slow:.1f} ms"
        print_figure(page, value, data=f"median / p95, {one.queries} queries{rows}; {small}")
    goals = list(evaluate_goals(whole, found, megabytes))
    print("\n".join(goal.line() for goal in goals))
    return all(goal.met for goal in goals)
