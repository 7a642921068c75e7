"""Backups of an SQLite database, copied through SQLite because the file is in use."""

import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from django.db import connection, connections
from django.utils.translation import gettext as _

from tarokk_club.club.audit.queries import Finding, iter_findings
from tarokk_club.serving.backups import BackupError, store

SUFFIX = ".sqlite3"
_MAGIC = b"SQLite format 3\0"
# Bytes 18 and 19 of a file in WAL mode, the mode of the site's own file.
_WITH_LOG = b"\2\2"
_BESIDE = ("-wal", "-shm")
_PATIENCE = 20
Result = TypeVar("Result")


def find_database_path() -> Path:
    """Return the path of the site's own database file."""
    return Path(connection.settings_dict["NAME"])


def copy_database(target: Path) -> None:
    """Copy the database as it is now, while others continue to write.

    The rows of sign-in sessions, notices and push devices are left out.
    """
    _copy_pages(find_database_path(), target, mode="rw")
    _delete_visits(target)


def require_intact_copy(path: Path) -> None:
    """Raise BackupError if the file is not a complete and consistent copy."""
    with path.open("rb") as file:
        header = file.read(20)
    if not header.startswith(_MAGIC):
        raise BackupError(_("This file is not a backup of a book in SQLite."))
    if header[18:20] == _WITH_LOG:
        raise BackupError(
            _(
                "This file was copied from a database in use, not made by “manage.py backup”: "
                "its latest hands may be missing."
            )
        )
    try:
        with closing(_open_file(path, mode="ro")) as database:
            faulty = database.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",)
            loose = database.execute("PRAGMA foreign_key_check").fetchone() is not None
    except sqlite3.DatabaseError as error:
        raise BackupError(_("This file is damaged or cut short.")) from error
    if faulty or loose:
        raise BackupError(_("This file is damaged or cut short."))


def find_migrations(path: Path) -> set[tuple[str, str]]:
    """Return the migrations applied in the copy, empty if it is not a club database."""
    try:
        with closing(_open_file(path, mode="ro")) as database:
            return set(database.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.DatabaseError:
        return set()


def audit_copy(path: Path) -> list[Finding]:
    """Return the audit's findings in the copy."""
    return run_on_copy(path, lambda: list(iter_findings()))


def restore_copy(path: Path, migrate: Callable[[], None]) -> tuple[Path | None, list[Finding]]:
    """Replace the database with this copy, and set the old one aside.

    Return the old database's file (None if there was none) and the audit's findings.
    Every step that can fail comes before the database is changed.

    migrate: called with the copy as the default database, before it replaces the old one.
    """
    book = find_database_path()
    connections.close_all()
    with store.create_unfinished_file(
        book.with_name(store.build_timestamped_name(SUFFIX))
    ) as incoming:
        _copy_pages(path, incoming, mode="ro")
        run_on_copy(incoming, migrate)
        findings = audit_copy(incoming)
        aside = _set_database_aside(book)
        store.move_into_place(incoming, book)
    return aside, findings


def _set_database_aside(book: Path) -> Path | None:
    if not book.exists():
        _drop_log(book)
        return None
    _merge_log(book)
    aside = book.with_name(store.build_timestamped_name(f"{store.ASIDE}{SUFFIX}"))
    # A second copy, so that a database exists at every moment.
    with store.create_unfinished_file(aside) as fresh:
        shutil.copy2(book, fresh)
        fresh.chmod(0o600)
        # Delete its sign-in sessions, unless it is damaged and must stay unchanged.
        with suppress(sqlite3.DatabaseError):
            _delete_visits(fresh)
        store.move_into_place(fresh, aside)
    # A remaining log belongs to a damaged database; the new one must not read it.
    for end in _BESIDE:
        if (beside := book.with_name(book.name + end)).exists():
            beside.replace(aside.with_name(aside.name + end))
    return aside


def _merge_log(book: Path) -> None:
    """Merge the write-ahead log into the file; raise BackupError if another process uses it."""
    try:
        with closing(_open_file(book, mode="rw", patience=0)) as database:
            alone = database.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
    except sqlite3.OperationalError as error:
        alone = "locked" not in str(error)
    except sqlite3.DatabaseError:
        # Too damaged to open, so keep it unchanged, with its log.
        alone = True
    if not alone:
        raise BackupError(_("Somebody has the book open. Stop the site and every command first."))


def _drop_log(book: Path) -> None:
    for end in _BESIDE:
        book.with_name(book.name + end).unlink(missing_ok=True)


def _copy_pages(source: Path, target: Path, *, mode: str) -> None:
    with closing(_open_file(source, mode=mode)) as book, closing(sqlite3.connect(target)) as fresh:
        book.backup(fresh)
        # A finished copy is a single file that needs no log beside it.
        fresh.execute("PRAGMA journal_mode=DELETE")


def _delete_visits(path: Path) -> None:
    """Delete sign-in sessions, notices and push devices from a copy, and vacuum it."""
    with closing(sqlite3.connect(path)) as fresh:
        tables = {name for (name,) in fresh.execute("SELECT name FROM sqlite_master")}
        for table in tables.intersection(store.VISITS):
            fresh.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own
        fresh.commit()
        fresh.execute("VACUUM")


def _open_file(path: Path, *, mode: str, patience: int = _PATIENCE) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=patience)


def run_on_copy(path: Path, work: Callable[[], Result]) -> Result:
    """Run `work` in a thread whose connection is to the copy, and return its result."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_run_with_connection, path, work).result()


def _run_with_connection(path: Path, work: Callable[[], Result]) -> Result:
    mine: Any = connections.create_connection("default")
    # No write-ahead log, so that a copy stays a single file.
    options = {"timeout": _PATIENCE, "transaction_mode": "IMMEDIATE"}
    mine.settings_dict = {**mine.settings_dict, "NAME": str(path), "OPTIONS": options}
    connections["default"] = mine
    try:
        return work()
    finally:
        mine.close()
        del connections["default"]
