"""Counts of sign-in attempts in a small SQLite file, so that they survive a restart.

The limits themselves are ACCOUNT_RATE_LIMITS and SITE_RATE_LIMITS in the settings.

Up to 200,000 counts are stored until they expire; a memory cache would drop counts after three
hundred attempts from other addresses. If the file fails, counts continue in memory.
"""

import pickle
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache

# A single attacker cannot use more addresses than this within some minutes.
MOST, SWEEP_SECONDS = 200_000, 60.0
# A count from a clock that was ahead expires at once; daily corrections are a few seconds.
AHEAD_SECONDS = 60.0
_MAKE = """CREATE TABLE IF NOT EXISTS tries
(name TEXT PRIMARY KEY, held BLOB NOT NULL, until REAL NOT NULL, made REAL NOT NULL DEFAULT 0)
WITHOUT ROWID"""
_ADD_MADE = "ALTER TABLE tries ADD COLUMN made REAL NOT NULL DEFAULT 0"
_SET = "INSERT OR REPLACE INTO tries (name, held, until, made) VALUES (?, ?, ?, ?)"
_ADD = """INSERT INTO tries (name, held, until, made) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (name) DO UPDATE SET held = ?2, until = ?3, made = ?4 WHERE until <= ?4 OR made > ?5"""
_SPARE = """DELETE FROM tries WHERE name IN
(SELECT name FROM tries ORDER BY until LIMIT max(0, (SELECT count(*) FROM tries) - ?))"""


class AttemptCache(LocMemCache):
    """A Django cache backend that uses an SQLite file, or memory while the file fails.

    location: path of the file.
    """

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(location, params)
        self._file, self._mine, self._swept = Path(location), threading.local(), 0.0

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value of the key if it has not expired, else the default."""
        with suppress(sqlite3.Error), self._open_file() as book:
            statement = "SELECT held FROM tries WHERE name = ? AND until > ? AND made <= ?"
            now = time.time()
            row = book.execute(
                statement, (self._make_row_key(key, version), now, now + AHEAD_SECONDS)
            ).fetchone()
            return pickle.loads(row[0]) if row else default  # noqa: S301 - a file of our own
        return super().get(key, default, version)

    def set(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Store the value under the key.

        timeout: seconds until the value expires, None for never.
        """
        row = (
            self._make_row_key(key, version),
            pickle.dumps(value),
            self._compute_expiry_time(timeout),
            time.time(),
        )
        with suppress(sqlite3.Error), self._open_file() as book:
            book.execute(_SET, row)
            self._sweep(book)
            return
        super().set(key, value, timeout, version)

    def add(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Store the value if the key does not exist, atomically; return whether it was stored."""
        now = time.time()
        row = (
            self._make_row_key(key, version),
            pickle.dumps(value),
            self._compute_expiry_time(timeout),
            now,
        )
        with suppress(sqlite3.Error), self._open_file() as book:
            return book.execute(_ADD, (*row, now + AHEAD_SECONDS)).rowcount == 1
        return super().add(key, value, timeout, version)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete the key and return whether it existed."""
        with suppress(sqlite3.Error), self._open_file() as book:
            done = book.execute(
                "DELETE FROM tries WHERE name = ?", (self._make_row_key(key, version),)
            )
            return done.rowcount == 1
        return super().delete(key, version)

    def clear(self) -> None:
        """Delete all keys."""
        super().clear()
        with suppress(sqlite3.Error), self._open_file() as book:
            book.execute("DELETE FROM tries")

    def _sweep(self, book: sqlite3.Connection) -> None:
        """Delete expired rows, at most once a minute.

        If too many are left, also delete those that expire next.
        """
        beat = time.monotonic()
        if beat - self._swept < SWEEP_SECONDS:
            return
        self._swept = beat
        now = time.time()
        book.execute("DELETE FROM tries WHERE until <= ? OR made > ?", (now, now + AHEAD_SECONDS))
        book.execute(_SPARE, (MOST,))

    def _make_row_key(self, key: str, version: int | None) -> str:
        return str(self.make_and_validate_key(key, version=version))

    def _compute_expiry_time(self, timeout: Any) -> float:
        ends = self.get_backend_timeout(timeout)
        return float("inf") if ends is None else float(ends)

    @contextmanager
    def _open_file(self) -> Iterator[sqlite3.Connection]:
        """Yield this thread's connection, reopened if the file was deleted."""
        book: sqlite3.Connection | None = getattr(self._mine, "book", None)
        if book is None or not self._file.exists():
            book = sqlite3.connect(self._file, timeout=2, isolation_level=None)
            # Losing a count in a power cut does not matter; the file itself stays intact.
            book.execute("PRAGMA journal_mode=WAL")
            book.execute("PRAGMA synchronous=NORMAL")
            book.execute(_MAKE)
            # A file written by version 0.2.0 lacks this column.
            with suppress(sqlite3.OperationalError):
                book.execute(_ADD_MADE)
            self._mine.book = book
        yield book
