"""The lock on a PostgreSQL database: shared by serving nodes, exclusive for a restore or a move.

The server holds it for as long as the connection is open, so it is released when a node dies.
"""

import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

KEY = zlib.crc32(b"tarokk club serving")
LOOK_EVERY = 2.0
# PostgreSQL truncates longer names.
LONGEST_NAME = 63
_SHARED = "SELECT pg_try_advisory_lock_shared(%s)"
_ALONE = "SELECT pg_try_advisory_lock(%s)"
_HOLDERS = """SELECT DISTINCT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock'
AND classid = 0 AND objid::bigint = %s
AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY 1"""
# Notice a machine without power within a minute, not within two hours.
_KEEPALIVE = (
    "tcp_keepalives_idle = 30",
    "tcp_keepalives_interval = 10",
    "tcp_keepalives_count = 3",
)


@contextmanager
def share_server_lock(name: str, refused: Callable[[], None]) -> Iterator[bool]:
    """Share the lock while the block runs; yield False if a restore or a move holds it.

    On SQLite, yield True.
    refused: called once, in another thread, if a restore takes the lock while the connection to
        the server is lost.
    """
    if connection.vendor != "postgresql":
        yield True
        return
    with connection.wrap_database_errors:
        holder = _open_lock_connection(name)
        is_shared = _try_lock(holder, _SHARED)
    if not is_shared:
        holder.close()
        yield False
        return
    over = threading.Event()
    watcher = threading.Thread(target=_hold_lock, args=(holder, name, over, refused), daemon=True)
    watcher.start()
    try:
        yield True
    finally:
        over.set()
        watcher.join()


@contextmanager
def take_server_lock() -> Iterator[list[str]]:
    """Try to hold the lock exclusively while the block runs.

    Yield the names of the nodes that prevent it, an empty list if the lock is held.
    """
    names: list[str] = []
    with connection.wrap_database_errors:
        holder = _open_lock_connection("tarokk-club restore")
        if not _try_lock(holder, _ALONE):
            names = [name for (name,) in holder.execute(_HOLDERS, [KEY]).fetchall()] or ["?"]
    try:
        yield names
    finally:
        holder.close()


def _hold_lock(holder: Any, name: str, over: threading.Event, refused: Callable[[], None]) -> None:
    """Reconnect and take the lock again whenever the connection is lost, until `over` is set.

    If a restore holds the lock by then, call `refused` and return.
    """
    import psycopg

    while not over.wait(LOOK_EVERY):
        try:
            if holder is None:
                holder = _open_lock_connection(name)
                if not _try_lock(holder, _SHARED):
                    refused()
                    break
            holder.execute("SELECT 1")
        except psycopg.Error:
            if holder is not None:
                holder.close()
            holder = None
    if holder is not None:
        holder.close()


def _open_lock_connection(name: str) -> Any:
    """Return a connection separate from Django's, whose pools would release the lock."""
    # Only here, because a site on SQLite needs no client of PostgreSQL.
    import psycopg

    params = connection.get_connection_params()
    params |= {"application_name": name[:LONGEST_NAME], "connect_timeout": 5}
    holder = psycopg.connect(**params, autocommit=True)
    for setting in _KEEPALIVE:
        holder.execute(f"SET {setting}")
    return holder


def _try_lock(holder: Any, statement: str) -> bool:
    is_taken: bool = holder.execute(statement, [KEY]).fetchone()[0]
    return is_taken
