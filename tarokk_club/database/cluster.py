"""Locks that only one process on all nodes can hold, and the generation that all nodes share.

On PostgreSQL the server holds the lock, and releases it if the process dies. An SQLite database
needs no such lock, because only one process serves it.
"""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from tarokk_club.database.generation import read_generation
from tarokk_club.env import Environment

MIGRATING, DAILY = "migrating", "daily"
# A restore starts another timeline, or creates the tables again.
_LIFE = """SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 'club_session'::regclass::oid
WHERE NOT pg_is_in_recovery()"""


@contextmanager
def try_cluster_lock(name: str, *, wait: bool) -> Iterator[bool]:
    """Hold the lock with this name while the block runs; yield False if another process holds it.

    On SQLite, always yield True.
    wait: whether to wait for the lock instead of yielding False.
    """
    if connection.vendor != "postgresql":
        yield True
        return
    key = zlib.crc32(f"tarokk club {name}".encode())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_{'' if wait else 'try_'}advisory_lock(%s)", [key])
        mine = wait or cursor.fetchone() == (True,)
    try:
        yield mine
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [key])


def read_cluster_generation(environment: Environment) -> str:
    """Return the generation of the database, the same on every node; see `generation.py`."""
    if connection.vendor != "postgresql":
        return read_generation(environment.var)
    with connection.cursor() as cursor:
        cursor.execute(_LIFE)
        return "-".join(str(part) for part in cursor.fetchone() or ())
