"""Who has the book open: a running site shares the lock, a restore wants it alone."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def held(var: Path, *, alone: bool) -> Iterator[bool]:
    """Hold the lock of this folder as long as the block runs; False when somebody else is there."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "serve.lock").open("ab") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
