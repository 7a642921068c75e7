"""Databases on a private PostgreSQL server, created as copies of one another."""

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg

from tools.dev import postgres


@contextlib.contextmanager
def run_temporary_server() -> Iterator[Callable[[str, str], str]]:
    """Start a server for one run; yield a function that creates a database and returns its URL.

    The function takes the name of the database and that of the one to copy, "" for an empty one.
    """
    if not postgres.ensure_server():
        raise SystemExit("PostgreSQL is missing: install it first (apt-get install postgresql).")
    with tempfile.TemporaryDirectory(prefix="tarokk-pg-") as folder:
        # Measured writes reach the disk, as on a real site.
        server = postgres.Server(Path(folder), safe=True)
        server.start()
        address = server.url.rpartition("/")[0]

        def create_database(name: str, template_name: str) -> str:
            with psycopg.connect(server.url, autocommit=True) as open_server:
                template = f" TEMPLATE {template_name}" if template_name else ""
                open_server.execute(f'CREATE DATABASE "{name}"{template}')
                open_server.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
            return f"{address}/{name}"

        try:
            yield create_database
        finally:
            server.kill()


def wait_for_disk(url: str) -> None:
    """Make the database wait for the disk at every commit again, after it was filled."""
    name = url.rpartition("/")[2]
    with psycopg.connect(url, autocommit=True) as book:
        book.execute(f'ALTER DATABASE "{name}" RESET synchronous_commit')
        book.execute("VACUUM ANALYZE")
