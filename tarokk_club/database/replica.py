"""The database router, which sends reads to a replica where rows may be seconds old.

Inside `read_from_replica` every row of the club's tables comes from the replica, so that cached
content and its cache key match. All other reads, and all writes, use the database itself.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connections

ALIAS, APP = "replica", "club"
# Maximum lag for use, lifetime of the measured lag, and pause after a fault.
MAX_LAG, LAG_LIFETIME, RETRY_DELAY = 30.0, 1.0, 5.0
# NULL if it follows no server, because the primary is gone or it was promoted itself.
_BEHIND = """SELECT CASE
WHEN NOT pg_is_in_recovery() THEN NULL
WHEN NOT EXISTS (SELECT FROM pg_stat_wal_receiver WHERE pid IS NOT NULL) THEN NULL
WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float END"""
_reading: ContextVar[bool] = ContextVar("reading from the replica", default=False)
# The time at which the measured lag expires, and the lag.
_measured_lag: list[tuple[float, float | None]] = []


class Router:
    """The Django database router for the replica."""

    def db_for_read(self, model: Any, **_hints: Any) -> str | None:
        """Return the replica for the club's tables inside `read_from_replica`, else None."""
        return ALIAS if _reading.get() and model._meta.app_label == APP else None

    def db_for_write(self, _model: Any, **_hints: Any) -> str | None:
        """Return the main database, even for a row that was read from the replica."""
        return "default"

    def allow_relation(self, *_rows: Any, **_hints: Any) -> bool:
        """Return True: both databases have the same rows."""
        return True

    def allow_migrate(self, db: str, *_app_and_model: Any, **_hints: Any) -> bool | None:
        """Return False for the replica, which receives migrations from the main database.

        Return None, for no opinion, for any other database.
        """
        return False if db == ALIAS else None


@contextmanager
def read_from_replica() -> Iterator[None]:
    """Read the club's tables from the replica while the block runs."""
    token = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(token)


def get_replica_lag() -> float | None:
    """Return the replica's lag in seconds, measured at most a second ago.

    Return None if there is no replica, or if it has not responded or does not follow the database.
    """
    if ALIAS not in settings.DATABASES:
        return None
    now = time.monotonic()
    for until, behind in _measured_lag[-1:]:
        if now < until:
            return behind
    behind = _measure_lag()
    _measured_lag[:] = [(now + (RETRY_DELAY if behind is None else LAG_LIFETIME), behind)]
    return behind


def get_usable_lag() -> float | None:
    """Return the replica's lag in seconds, or None if the replica must not be used."""
    behind = get_replica_lag()
    return behind if behind is not None and behind <= MAX_LAG else None


def pause_replica() -> None:
    """Stop using the replica for some seconds after a fault."""
    _measured_lag[:] = [(time.monotonic() + RETRY_DELAY, None)]


def _measure_lag() -> float | None:
    try:
        with connections[ALIAS].cursor() as cursor:
            cursor.execute(_BEHIND)
            (behind,) = cursor.fetchone() or (None,)
    except DatabaseError:
        return None
    return None if behind is None else max(float(behind), 0.0)
