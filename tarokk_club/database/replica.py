"""Reads that may be seconds old, from a copy of the book that follows it.

A router of Django's: inside `reading` every row of the book comes from the copy, so that what is
shown and the mark under which it is kept are of one moment. Everything else, and every write, goes
to the book itself.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connections

ALIAS, APP = "replica", "club"
# Further behind than this it is not asked; so long it is believed, and left alone after a fault.
FURTHEST, LOOKED_AT, PAUSE = 30.0, 1.0, 5.0
# NULL where it follows nobody: whoever it followed is gone, or it has become a book of its own.
_BEHIND = """SELECT CASE
WHEN NOT pg_is_in_recovery() THEN NULL
WHEN NOT EXISTS (SELECT FROM pg_stat_wal_receiver WHERE pid IS NOT NULL) THEN NULL
WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float END"""
_reading: ContextVar[bool] = ContextVar("reading from the replica", default=False)
# When it was looked at, and how far behind it was then.
_seen: list[tuple[float, float | None]] = []


class Router:
    """Where Django reads."""

    def db_for_read(self, model: Any, **_hints: Any) -> str | None:
        """From the copy, inside `reading`; accounts' sign-ins are of other apps and never."""
        return ALIAS if _reading.get() and model._meta.app_label == APP else None

    def db_for_write(self, _model: Any, **_hints: Any) -> str | None:
        """Into the book, wherever the row was read."""
        return "default"

    def allow_relation(self, *_rows: Any, **_hints: Any) -> bool:
        """Both are the same book."""
        return True

    def allow_migrate(self, db: str, *_rest: Any, **_hints: Any) -> bool | None:
        """What follows is changed by what it follows."""
        return False if db == ALIAS else None


@contextmanager
def reading() -> Iterator[None]:
    """Read from the copy as long as the block runs."""
    token = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(token)


def seconds_behind() -> float | None:
    """How far the copy is behind, as of a second ago; None where there is none or it is away."""
    if ALIAS not in settings.DATABASES:
        return None
    now = time.monotonic()
    for until, behind in _seen[-1:]:
        if now < until:
            return behind
    behind = _look()
    _seen[:] = [(now + (PAUSE if behind is None else LOOKED_AT), behind)]
    return behind


def near() -> float | None:
    """The same where it is near enough to be asked."""
    behind = seconds_behind()
    return behind if behind is not None and behind <= FURTHEST else None


def leave_alone() -> None:
    """After a fault: nobody asks it for a moment."""
    _seen[:] = [(time.monotonic() + PAUSE, None)]


def _look() -> float | None:
    try:
        with connections[ALIAS].cursor() as cursor:
            cursor.execute(_BEHIND)
            (behind,) = cursor.fetchone() or (None,)
    except DatabaseError:
        return None
    return None if behind is None else max(float(behind), 0.0)
