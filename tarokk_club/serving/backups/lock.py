"""The lock on the database folder: shared by running sites, exclusive for a restore."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def hold_database_lock(var: Path, *, alone: bool) -> Iterator[bool]:
    """Hold the lock of this folder while the block runs; yield False if another process prevents
    it.

    alone: take the lock exclusively.
    """
    var.mkdir(parents=True, exist_ok=True)
    with (var / "serve.lock").open("ab") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
