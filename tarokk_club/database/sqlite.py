"""A current SQLite in the place of an old one of the system."""

import importlib
import sys
from pathlib import Path

# 3.7.0 to 3.51.2 may lose data when two connections commit and checkpoint at once.
SAFE_VERSION = (3, 51, 3)


def use_newest() -> None:
    """Let `import sqlite3` give the wheel's SQLite where that is newer; call it before Django."""
    import sqlite3

    try:
        wheel = importlib.import_module("pysqlite3")
    except ImportError:
        return
    if wheel.sqlite_version_info > sqlite3.sqlite_version_info:
        sys.modules["sqlite3"] = wheel
        sys.modules["sqlite3.dbapi2"] = importlib.import_module("pysqlite3.dbapi2")


def only_there(path: str) -> str:
    """The address by which SQLite opens this file and, where it is not there, makes none."""
    return f"{Path(path).resolve().as_uri()}?mode=rw"


def version() -> tuple[int, ...]:
    """The version of the SQLite in use."""
    import sqlite3

    return sqlite3.sqlite_version_info
