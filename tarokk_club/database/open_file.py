"""Checks that the open SQLite file is still the file at its path.

SQLite can still write to an open file that was deleted or replaced, but those writes are lost.
"""

import os
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

IDENTITY_ATTRIBUTE = "book_mark"


class MissingDatabaseError(OperationalError):
    """The database file was deleted, or replaced by another file."""


def track_open_files() -> None:
    """Record the identity of the file that each new connection opens."""
    connection_created.connect(_record_file_identity, dispatch_uid="book_file.remember")


def require_same_file(connection: BaseDatabaseWrapper) -> None:
    """Raise MissingDatabaseError if the open file is no longer the file at its path.

    The connection is closed first, so that the next query opens the file at the path.
    """
    connection.ensure_connection()
    if not is_file_in_place(connection):
        # So that the next query opens the file that is really at the path.
        connection.close()
        raise MissingDatabaseError("the file of the book is gone or another one")


def is_file_in_place(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the open file is the file at its path; always True for other databases."""
    identity = getattr(connection, IDENTITY_ATTRIBUTE, None)
    return identity is None or identity == _identify_file(connection.settings_dict["NAME"])


def may_be_written(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the file and its folder are writable; always True for other databases."""
    if connection.vendor != "sqlite" or getattr(connection, IDENTITY_ATTRIBUTE, None) is None:
        return True
    path = Path(connection.settings_dict["NAME"])
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _record_file_identity(connection: BaseDatabaseWrapper, **_more: Any) -> None:
    if connection.vendor == "sqlite":
        setattr(connection, IDENTITY_ATTRIBUTE, _identify_file(connection.settings_dict["NAME"]))


def _identify_file(name: object) -> tuple[int, int] | None:
    """Return the device and inode of the file, or None if there is no file."""
    try:
        status = os.stat(str(name))
    except OSError:
        return None
    return status.st_dev, status.st_ino
