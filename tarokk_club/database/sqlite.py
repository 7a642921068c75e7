"""Replacement of the system's SQLite with a newer version."""

import importlib
import sys
from pathlib import Path

# 3.7.0 to 3.51.2 may lose data when two connections commit and checkpoint at once.
SAFE_VERSION = (3, 51, 3)


def use_newest_sqlite() -> None:
    """Make `import sqlite3` load the installed wheel's SQLite if that is newer.

    Call this before importing Django.
    """
    import sqlite3

    try:
        wheel = importlib.import_module("pysqlite3")
    except ImportError:
        return
    if wheel.sqlite_version_info > sqlite3.sqlite_version_info:
        sys.modules["sqlite3"] = wheel
        sys.modules["sqlite3.dbapi2"] = importlib.import_module("pysqlite3.dbapi2")


def build_existing_file_uri(path: str) -> str:
    """Return a URI that opens this SQLite file but does not create it."""
    return f"{Path(path).resolve().as_uri()}?mode=rw"


def get_sqlite_version() -> tuple[int, ...]:
    """Return the version of the SQLite in use."""
    import sqlite3

    return sqlite3.sqlite_version_info
