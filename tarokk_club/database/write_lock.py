"""The write lock: one writer at a time on SQLite, in fair order, taken before the transaction.

SQLite's own back-off makes unlucky writers wait for seconds
(docs/adr/0007-sqlite-and-the-write-lock.md).
"""

import fcntl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

from tarokk_club.database.open_file import require_same_file

_threads = threading.Lock()
_mine = threading.local()


class NestedWriteError(RuntimeError):
    """A write was started inside another one, which would deadlock."""


@contextmanager
def write_lock() -> Iterator[None]:
    """Run the block in a write transaction, with the write lock if the database is SQLite.

    On SQLite, raise NestedWriteError inside another such block, and MissingDatabaseError if the
    file was deleted or replaced.
    """
    if connection.vendor != "sqlite":
        with transaction.atomic(durable=True):
            yield
        return
    with _exclude_other_writers():
        require_same_file(connection)
        with transaction.atomic(durable=True):
            yield


@contextmanager
def _exclude_other_writers() -> Iterator[None]:
    if getattr(_mine, "held", False):
        raise NestedWriteError("a write inside a write")
    _mine.held = True
    try:
        # The lock excludes threads of this process, the file excludes other processes.
        with _threads, (Path(settings.VAR) / "write.lock").open("wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
    finally:
        _mine.held = False
