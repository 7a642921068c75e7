"""Measure the first limit of a large site: the hands per second a PostgreSQL server can save."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean, median

import psycopg

from tools.lab.bench import print_figure
from tools.lab.bench.federation.book import Book, start_book_process
from tools.lab.bench.federation.size import LONG

WRITERS, SECONDS = (1, 16), 4.0
KIB = 1024


def print_write_costs(book: Book) -> None:
    """Print the cost of a saved hand in this database, and the limit that follows from it."""
    with start_book_process(book) as process:
        costs = process.request("save", slug=LONG)
    site, database, seconds = (
        [cost[name] for cost in costs] for name in ("site", "database", "seconds")
    )
    log = round(fmean(cost["log"] for cost in costs))
    data = f"of {len(costs)} hands one after the other, each on the disk"
    # The median, because other programs and the server's maintenance distort the mean.
    for part, times in (("site", site), ("database, all its processes", database)):
        note = f"processor, median {data}; mean {fmean(times) * 1000:.1f}"
        print_figure(f"a saved hand, {part}", f"{median(times) * 1000:.1f} ms", data=note)
    median_log = median(cost["log"] for cost in costs)
    note = f"WAL, mean; median {median_log / KIB:.1f} KB"
    print_figure("a saved hand, its log", f"{log / KIB:.1f} KB", data=note)
    pace = f"{1 / median(seconds):.0f} hands/s"
    print_figure("one table, hands one after the other", pace, data="the lock of its session's row")
    print_figure(
        "one core of PostgreSQL", f"{1 / median(database):.0f} hands/s", data="by its processor"
    )
    for writers in WRITERS:
        print_figure(
            f"the disk of PostgreSQL, writers: {writers}",
            f"{measure_commits_per_second(book.url, log, writers):.0f} hands/s",
            data=f"transactions of {log / KIB:.1f} KB, each on the disk",
        )


def measure_commits_per_second(url: str, size: int, writers: int) -> float:
    """Return the number of transactions per second that the server commits to disk.

    size: bytes of log in each transaction.
    writers: number of connections that write at once.
    """
    with psycopg.connect(url, autocommit=True) as book:
        book.execute("CREATE TABLE bench_log (what bytea)")
        try:
            with ThreadPoolExecutor(writers) as pool:
                counts = pool.map(lambda _: sum(_yield_commits(url, size)), range(writers))
                return sum(counts) / SECONDS
        finally:
            book.execute("DROP TABLE bench_log")


def _yield_commits(url: str, size: int) -> Iterator[int]:
    data = os.urandom(size)
    with psycopg.connect(url, autocommit=True) as book:
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            book.execute("INSERT INTO bench_log VALUES (%s)", [data], prepare=True)
            yield 1
