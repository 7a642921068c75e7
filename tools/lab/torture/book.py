"""The content of a site's database, read without any of the site's code."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of the table of entries.

    entry: id of the entry.
    """

    entry: str
    session: str
    note: str
    deleted: bool


@dataclass(slots=True)
class StoredSession:
    """The totals of a session, from its own columns and from its rows.

    balance_sum: sum of all stored balances.
    balance_error: sum of the differences between stored balances and postings.
    hand_numbers: numbers of the hands.
    history_numbers: numbers of the history lines.
    """

    session: str
    version: int = 0
    hands: int = 0
    balance_sum: int = 0
    balance_error: int = 0
    hand_numbers: list[int] = field(default_factory=list)
    history_numbers: list[int] = field(default_factory=list)

    def find_disagreements(self) -> Iterator[str]:
        """Yield a description of each column of the session that contradicts its rows."""
        if self.version != max(self.history_numbers, default=0):
            yield f"version {self.version} of {self.session}"
        if self.hands != len(self.hand_numbers):
            yield f"{self.hands} hands of {self.session}"
        if self.balance_sum or self.balance_error:
            total, error = self.balance_sum, self.balance_error
            yield f"balances of {self.session}: {total} in all, {error} moved"


@dataclass(slots=True)
class Book:
    """All rows that recorded hands leave in the database.

    booked: entries with postings.
    recorded: entries in the history.
    keys: keys of the forms that were saved.
    uneven: entries whose postings do not sum to zero, with the sum.
    """

    entries: list[EntryRow] = field(default_factory=list)
    booked: list[str] = field(default_factory=list)
    recorded: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    uneven: list[tuple[str, int]] = field(default_factory=list)
    sessions: dict[str, StoredSession] = field(default_factory=dict)


def read_book(file: Path) -> Book:
    """Return the content of the database in this file, read in one transaction."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=20)) as database:
        database.execute("BEGIN")
        return _read_rows(database)


def read_server_book(url: str) -> Book:
    """Return the content of the database on this PostgreSQL server, read in one transaction."""
    import psycopg

    with psycopg.connect(url) as database:
        database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return _read_rows(database)


def _read_rows(database: Any) -> Book:
    book = Book()
    for key, version, hands in database.execute(
        "SELECT id, version, hands_count FROM club_session"
    ):
        book.sessions[_normalise_id(key)] = StoredSession(_normalise_id(key), version, hands)
    for key, session, note, deleted in database.execute(
        "SELECT id, session_id, note, deleted FROM club_entry"
    ):
        book.entries.append(
            EntryRow(_normalise_id(key), _normalise_id(session), note, bool(deleted))
        )
    moved: dict[str, dict[str, int]] = {}
    for key, session, number, net in database.execute(
        "SELECT entry_id, session_id, number, net FROM club_booking"
    ):
        _add_posting(book, _normalise_id(key), _normalise_id(session), number)
        amounts = json.loads(net) if isinstance(net, str) else net
        if total := sum(amounts.values()):
            book.uneven.append((_normalise_id(key), total))
        totals = moved.setdefault(_normalise_id(session), {})
        for account, points in amounts.items():
            totals[account] = totals.get(account, 0) + points
    _compare_balances(book, database, moved)
    _add_history(book, database)
    return book


def _add_posting(book: Book, entry: str, session: str, number: int | None) -> None:
    book.booked.append(entry)
    if number is not None:
        book.sessions[session].hand_numbers.append(number)


def _compare_balances(book: Book, database: Any, balance_error: dict[str, dict[str, int]]) -> None:
    """Add the differences between stored balances and postings to each session of the book.

    balance_error: session to the points of each player in the postings; changed in place.
    """
    query = "SELECT session_id, player_id, points FROM club_balance"
    for session, player, points in database.execute(query):
        stored = book.sessions[_normalise_id(session)]
        stored.balance_sum += points
        stored.balance_error += abs(
            points - balance_error.get(stored.session, {}).pop(_normalise_id(player), 0)
        )
    for session, differences in balance_error.items():
        book.sessions[session].balance_error += sum(map(abs, differences.values()))


def _add_history(book: Book, database: Any) -> None:
    query = "SELECT session_id, seq, entry_id, action FROM club_change"
    for session, seq, entry, action in database.execute(query):
        book.sessions[_normalise_id(session)].history_numbers.append(seq)
        if entry and action in ("record", "import"):
            book.recorded.append(_normalise_id(entry))
    query = "SELECT key FROM club_writekey JOIN club_change ON change_id = club_change.id"
    book.keys += [
        _normalise_id(key) for (key,) in database.execute(f"{query} WHERE action = 'record'")
    ]


def _normalise_id(stored: str | UUID) -> str:
    """Return an id in its usual form; SQLite stores it as bare hexadecimal digits."""
    return str(UUID(str(stored)))
