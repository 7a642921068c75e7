"""The file of a book in SQLite: whether the one that is open is still the one that lies there.

A file that was deleted or replaced can be written to for as long as it is open, and what was
written is then gone with it.
"""

import os
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

MARK = "book_mark"


class BookGoneError(OperationalError):
    """The file of the book was deleted, or another one lies in its place."""


def listen() -> None:
    """Remember of every connection which file it has open."""
    connection_created.connect(_remember, dispatch_uid="book_file.remember")


def require_same_file(connection: BaseDatabaseWrapper) -> None:
    """Refuse to write into a file that nobody will find again. Raises BookGoneError."""
    connection.ensure_connection()
    if not is_same(connection):
        # The next one who asks sees what really lies there.
        connection.close()
        raise BookGoneError("the file of the book is gone or another one")


def is_same(connection: BaseDatabaseWrapper) -> bool:
    """Whether the open file is the one that lies there; other databases look after themselves."""
    mark = getattr(connection, MARK, None)
    return mark is None or mark == _mark(connection.settings_dict["NAME"])


def may_be_written(connection: BaseDatabaseWrapper) -> bool:
    """Whether file and folder take anything in, as far as one can tell without writing."""
    if connection.vendor != "sqlite" or getattr(connection, MARK, None) is None:
        return True
    path = Path(connection.settings_dict["NAME"])
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _remember(connection: BaseDatabaseWrapper, **_more: Any) -> None:
    if connection.vendor == "sqlite":
        setattr(connection, MARK, _mark(connection.settings_dict["NAME"]))


def _mark(name: object) -> tuple[int, int] | None:
    """What tells one file from another of the same name; None where there is no file."""
    try:
        found = os.stat(str(name))
    except OSError:
        return None
    return found.st_dev, found.st_ino
