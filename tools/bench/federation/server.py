"""Databases on a PostgreSQL of our own, made as copies of one another."""

import contextlib
from collections.abc import Callable, Iterator

import psycopg

from tools.dev import postgres


@contextlib.contextmanager
def a_server() -> Iterator[Callable[[str, str], str]]:
    """A server for one run; what it gives makes a database, empty or a copy, and tells its
    address.
    """
    if not postgres.ensure():
        raise SystemExit("PostgreSQL is missing: install it first (apt-get install postgresql).")
    with postgres.private_server() as url:
        address = url.rpartition("/")[0]

        def made(name: str, of: str) -> str:
            with psycopg.connect(url, autocommit=True) as server:
                template = f" TEMPLATE {of}" if of else ""
                server.execute(f'CREATE DATABASE "{name}"{template}')
            return f"{address}/{name}"

        yield made
