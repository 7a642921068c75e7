"""Detection of a lost database, so that no command creates an empty one in its place."""

from contextlib import closing
from pathlib import Path

from tarokk_club.database import sqlite
from tarokk_club.env import ERASURES_FILE, REVOCATIONS_FILE, Environment
from tarokk_club.serving.backups import store
from tarokk_club.serving.named_book import TABLE, NamedBook, read_named_book

# The latest writes may be only in the log beside the database file.
_LOG = "-wal"
_DUMP = b"PGDMP"
# Older versions stored the findings of their last audit here.
AUDIT_FILE = "audit.json"


def describe_lost_book(environment: Environment) -> str:
    """Return a message if the database is missing but traces of one exist, else "".

    Raise BookError if the database server does not respond.
    """
    book = read_named_book(environment)
    traces = [] if book.exists() else _find_traces(environment.var, book)
    if not traces:
        return ""
    trace_list = ", ".join(str(path) for path in traces)
    return "\n".join(
        [
            f"There is no book here any more, but there was one: {trace_list}.",
            "Nothing was made.",
            build_restore_advice(environment),
            "To begin an empty book all the same: python3 manage.py serve --new",
        ]
    )


def build_restore_advice(environment: Environment) -> str:
    """Return instructions for restoring the database from its newest complete backup."""
    newest = find_newest_backup(environment.var)
    if newest is None:
        return "Put the book back, or a backup of it: python3 manage.py restore FILE"
    return f"Bring the newest backup back with: python3 manage.py restore {newest}"


def find_newest_backup(var: Path) -> Path | None:
    """Return the newest complete backup, None if no backup can be read."""
    try:
        backups = store.list_backups(store.find_backup_folder(var))
        return next(filter(_is_complete_backup, reversed(backups)), None)
    except OSError:
        return None


def _is_complete_backup(path: Path) -> bool:
    """Return whether a backup is complete; only the beginning of a PostgreSQL dump is checked."""
    with path.open("rb") as file:
        if file.read(len(_DUMP)) == _DUMP:
            return True
    sqlite.use_newest_sqlite()
    import sqlite3

    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
            is_book = file.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [TABLE]).fetchone()
            return bool(is_book) and file.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.Error:
        return False


def build_missing_database_message(book: NamedBook) -> str:
    """Return the message for a database that has never existed."""
    return (
        f"There is no book: {book}. Nothing was made.\n"
        "If the book is elsewhere, name its settings: --env-file FILE, or DATABASE_URL, TAROKK_VAR."
        "\nTo begin a book: python3 manage.py serve"
    )


def _find_traces(var: Path, book: NamedBook) -> list[Path]:
    """Return files that only a site with a database creates: the newest of each kind."""
    traces = [
        *store.list_backups(store.find_backup_folder(var))[-1:],
        *sorted(var.glob(f"*{store.ASIDE}*"))[-1:],
    ]
    names = (ERASURES_FILE, REVOCATIONS_FILE, AUDIT_FILE)
    traces += [path for path in map(var.joinpath, names) if path.exists()]
    if book.is_file and not book.path.exists():
        log = book.path.with_name(book.path.name + _LOG)
        traces += [log] if log.exists() else []
    return traces
