"""What is done by one process at a time, however many serve the same book.

On PostgreSQL the server holds the lock, so that a process that dies lets go of it; an SQLite book
is served by one process, which the lock beside the book sees to.
"""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from tarokk_club.database.book_life import life_of
from tarokk_club.env import Environment

MIGRATING, DAILY = "migrating", "daily"
# Where a restore begins another timeline, or makes the tables anew.
_LIFE = """SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 'club_session'::regclass::oid
WHERE NOT pg_is_in_recovery()"""


@contextmanager
def one_in_cluster(name: str, *, wait: bool) -> Iterator[bool]:
    """Hold the lock of this name as long as the block runs; False where another one holds it."""
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


def life_in_cluster(environment: Environment) -> str:
    """Which life of the book this is, the same on every node; see `book_life`."""
    if connection.vendor != "postgresql":
        return life_of(environment.var)
    with connection.cursor() as cursor:
        cursor.execute(_LIFE)
        return "-".join(str(part) for part in cursor.fetchone() or ())
