"""Databases on a PostgreSQL of our own, made as copies of one another."""

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg

from tools.dev import postgres


@contextlib.contextmanager
def a_server() -> Iterator[Callable[[str, str], str]]:
    """A server for one run; what it gives makes a database, empty or a copy, and tells its
    address.
    """
    if not postgres.ensure():
        raise SystemExit("PostgreSQL is missing: install it first (apt-get install postgresql).")
    with tempfile.TemporaryDirectory(prefix="tarokk-pg-") as folder:
        # What is measured ends on the disk, as in a book that is kept.
        server = postgres.Server(Path(folder), safe=True)
        server.start()
        address = server.url.rpartition("/")[0]

        def made(name: str, of: str) -> str:
            with psycopg.connect(server.url, autocommit=True) as open_server:
                template = f" TEMPLATE {of}" if of else ""
                open_server.execute(f'CREATE DATABASE "{name}"{template}')
                open_server.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
            return f"{address}/{name}"

        try:
            yield made
        finally:
            server.kill()


def wait_for_disk(url: str) -> None:
    """From now on the database ends every write on the disk; while it is built, it need not."""
    name = url.rpartition("/")[2]
    with psycopg.connect(url, autocommit=True) as book:
        book.execute(f'ALTER DATABASE "{name}" RESET synchronous_commit')
        book.execute("VACUUM ANALYZE")
