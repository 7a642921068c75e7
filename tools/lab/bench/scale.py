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
from tools.lab.bench.federation.book import Book, BookProcess, start_book_process
from tools.lab.bench.federation.goals import HOME, READ, SAME_QUERIES, Figure, evaluate_goals
from tools.lab.bench.federation.nodes import measure_cluster
from tools.lab.bench.federation.server import run_temporary_server, wait_for_disk
from tools.lab.bench.federation.size import LONG, SHORT, TENTH, WHOLE, Size
from tools.lab.bench.federation.worker import measure_worker_memory
from tools.lab.bench.federation.write_limit import print_write_costs

WRITE_PAGES = (*SAME_QUERIES, *SAME_QUERIES.values())
# Pages as the first reader gets them after a saved hand or after a start.
COLD_PAGES = (
    *("sheet, after a hand", "leaderboard, after a hand", "standings, after a hand"),
    *("player page, after a hand", "sheet, nothing kept", "leaderboard, nothing kept"),
)
WARM_PAGES = ("base", "idle poll", HOME, *READ)
ROUNDS = 40
FEWER_CLUBS, FEWER_SEASONS = "a tenth of the clubs", "a tenth of the past seasons"
Target = tuple[BookProcess, str]


def main(options: Options) -> bool:
    """Fill the databases, measure and print everything; return whether every goal was met."""
    if options.cluster:
        return measure_cluster()
    size = WHOLE if options.full else TENTH
    with (
        tempfile.TemporaryDirectory(prefix="tarokk-scale-") as folder_name,
        _provide_database_creator(options) as create_database,
    ):
        folder = Path(folder_name)
        whole, small = _build_books(folder, size, create_database)
        with start_book_process(whole) as whole_process, start_book_process(small) as small_process:
            targets: dict[str, Target] = {
                "": (whole_process, LONG),
                FEWER_CLUBS: (small_process, LONG),
                FEWER_SEASONS: (whole_process, SHORT),
            }
            figures = _measure_pages(targets)
        _print_figures(figures)
        megabytes = measure_worker_memory(whole, folder / "worker.log")
        if options.postgres:
            print_write_costs(whole)
    goals = list(evaluate_goals(figures[""], _select_tenths(figures), megabytes))
    print("\n".join(goal.format_line() for goal in goals))
    return all(goal.met for goal in goals)


@contextlib.contextmanager
def _provide_database_creator(options: Options) -> Iterator[Callable[[str, str], str]]:
    """Yield a function that creates a database, or a copy of one, and returns its URL."""
    if options.postgres:
        with run_temporary_server() as create_database:
            yield create_database
    else:
        yield lambda _name, _template: ""


def _build_books(
    folder: Path, size: Size, create_database: Callable[[str, str], str]
) -> tuple[Book, Book]:
    """Fill and return the complete database, and one with only a tenth of the clubs."""
    whole = Book(folder / "whole", create_database("whole", ""))
    slugs, tenth = size.list_slugs(), size.tenth
    first_slugs = slugs[: tenth.clubs]
    started = time.monotonic()
    _fill_book(whole, first_slugs, size)
    shutil.copytree(whole.var, folder / "small")
    small = Book(folder / "small", create_database("small", "whole"))
    _fill_book(whole, slugs[len(first_slugs) :], size)
    for book in (whole, small) if whole.url else ():
        wait_for_disk(book.url)
    print_figure("building", f"{time.monotonic() - started:.0f} s", data=size.describe())
    past = size.count_past_seasons(SHORT)
    print(f"  beside it: {tenth.describe()}; or {past} past season, not {size.past}")
    return whole, small


def _fill_book(book: Book, slugs: list[str], size: Size) -> None:
    book.var.mkdir(parents=True, exist_ok=True)
    with start_book_process(book) as filler:
        filler.request("open")
        filler.request("fill", slugs=slugs, size=asdict(size))


def _measure_pages(targets: Mapping[str, Target]) -> dict[str, dict[str, Figure]]:
    """Measure every page of every target in turn; return the figures by target and page."""
    seconds: dict[tuple[str, str], list[float]] = {}
    counts: dict[tuple[str, str], tuple[int, int]] = {}
    for pages in (WARM_PAGES, COLD_PAGES, WRITE_PAGES):
        for _round in range(ROUNDS):
            for page in pages:
                for target, (process, slug) in targets.items():
                    measurement = process.request("ask", slug=slug, page=page)
                    seconds.setdefault((target, page), []).append(measurement["seconds"])
                    counts[target, page] = (measurement["queries"], measurement["rows"])
    return {
        target: {
            page: Figure(seconds[target, page], *counts[target, page])
            for page in (*WARM_PAGES, *COLD_PAGES, *WRITE_PAGES)
        }
        for target in targets
    }


def _select_tenths(figures: Mapping[str, dict[str, Figure]]) -> dict[str, dict[str, Figure]]:
    return {target: figures[target] for target in (FEWER_CLUBS, FEWER_SEASONS)}


def _print_figures(figures_by_target: Mapping[str, dict[str, Figure]]) -> None:
    tenths = _select_tenths(figures_by_target)
    for page, figure in figures_by_target[""].items():
        small = "; ".join(
            f"with {target} {figures[page].median_ms:.1f} / {figures[page].p95_ms:.1f} ms"
            for target, figures in tenths.items()
        )
        rows = f", {figure.rows} rows" if figure.rows else ""
        value = f"{figure.median_ms:.1f} / {figure.p95_ms:.1f} ms"
        print_figure(page, value, data=f"median / p95, {figure.queries} queries{rows}; {small}")
