"""The database as it is on disk, read beside the site and without any of its code."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Row:
    """An entry: its id, and the fields that identify it."""

    entry: str
    session: str
    note: str
    deleted: bool


@dataclass(slots=True)
class StoredSession:
    """The stored facts about a session, for comparison with its rows."""

    session: str
    version: int = 0
    hands: int = 0
    balance: int = 0
    moved: int = 0
    numbers: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def disagreements(self) -> Iterator[str]:
        """Yield where the session's own columns contradict its rows."""
        if self.version != max(self.lines, default=0):
            yield f"version {self.version} of {self.session}"
        if self.hands != len(self.numbers):
            yield f"{self.hands} hands of {self.session}"
        if self.balance or self.moved:
            yield f"balances of {self.session}: {self.balance} in all, {self.moved} moved"


@dataclass(slots=True)
class Book:
    """All rows that recorded hands leave in the database.

    uneven: entries whose postings do not sum to zero, with the sum.
    """

    entries: list[Row] = field(default_factory=list)
    booked: list[str] = field(default_factory=list)
    recorded: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    uneven: list[tuple[str, int]] = field(default_factory=list)
    sessions: dict[str, StoredSession] = field(default_factory=dict)


def read_book(file: Path) -> Book:
    """Return the content of the database in this file, as of one moment."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=20)) as database:
        database.execute("BEGIN")
        return _read(database)


def read_server_book(url: str) -> Book:
    """Return the content of the database on this PostgreSQL server, as of one moment."""
    import psycopg

    with psycopg.connect(url) as database:
        database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return _read(database)


def _read(database: Any) -> Book:
    book = Book()
    for key, version, hands in database.execute(
        "SELECT id, version, hands_count FROM club_session"
    ):
        book.sessions[_id(key)] = StoredSession(_id(key), version, hands)
    for key, session, note, deleted in database.execute(
        "SELECT id, session_id, note, deleted FROM club_entry"
    ):
        book.entries.append(Row(_id(key), _id(session), note, bool(deleted)))
    moved: dict[str, dict[str, int]] = {}
    for key, session, number, net in database.execute(
        "SELECT entry_id, session_id, number, net FROM club_booking"
    ):
        _booking(book, _id(key), _id(session), number)
        amounts = json.loads(net) if isinstance(net, str) else net
        if total := sum(amounts.values()):
            book.uneven.append((_id(key), total))
        totals = moved.setdefault(_id(session), {})
        for account, points in amounts.items():
            totals[account] = totals.get(account, 0) + points
    _balances(book, database, moved)
    _history(book, database)
    return book


def _booking(book: Book, entry: str, session: str, number: int | None) -> None:
    book.booked.append(entry)
    if number is not None:
        book.sessions[session].numbers.append(number)


def _balances(book: Book, database: Any, moved: dict[str, dict[str, int]]) -> None:
    """Compare the stored balances with the sums of the postings.

    moved: session to the points of each player according to the postings; changed in place.
    """
    query = "SELECT session_id, player_id, points FROM club_balance"
    for session, player, points in database.execute(query):
        told = book.sessions[_id(session)]
        told.balance += points
        told.moved += abs(points - moved.get(told.session, {}).pop(_id(player), 0))
    for session, rest in moved.items():
        book.sessions[session].moved += sum(map(abs, rest.values()))


def _history(book: Book, database: Any) -> None:
    query = "SELECT session_id, seq, entry_id, action FROM club_change"
    for session, seq, entry, action in database.execute(query):
        book.sessions[_id(session)].lines.append(seq)
        if entry and action in ("record", "import"):
            book.recorded.append(_id(entry))
    query = "SELECT key FROM club_writekey JOIN club_change ON change_id = club_change.id"
    book.keys += [_id(key) for (key,) in database.execute(f"{query} WHERE action = 'record'")]


def _id(stored: str | UUID) -> str:
    """Return an id in its usual form; SQLite stores it as bare hexadecimal digits."""
    return str(UUID(str(stored)))
