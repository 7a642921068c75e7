"""The version of SQLite, the URI of its file, and caches of Django's conversions for it."""

import importlib
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

# 3.7.0 to 3.51.2 may lose data when two connections commit and checkpoint at once.
SAFE_VERSION = (3, 51, 3)
# A longer query contains many rows and is hardly ever run twice.
LONG_QUERY = 10_000
# The number of parsed days and times in memory.
_MOST_DAYS = 10_000


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


def cache_day_conversions() -> None:
    """Make Django parse each stored day and time only once, as many rows have the same ones."""
    from django.utils.dateparse import parse_date, parse_datetime

    # Django registers its own converters there when this module is imported.
    database: Any = importlib.import_module("django.db.backends.sqlite3.base").Database
    parse_day = lru_cache(maxsize=_MOST_DAYS)(lambda stored: parse_date(stored.decode()))
    parse_time = lru_cache(maxsize=_MOST_DAYS)(lambda stored: parse_datetime(stored.decode()))
    database.register_converter("date", parse_day)
    for kind in ("datetime", "timestamp"):
        database.register_converter(kind, parse_time)


def build_existing_file_uri(path: str) -> str:
    """Return a URI that opens this SQLite file but does not create it."""
    return f"{Path(path).resolve().as_uri()}?mode=rw"


def get_sqlite_version() -> tuple[int, ...]:
    """Return the version of the SQLite in use."""
    import sqlite3

    return sqlite3.sqlite_version_info


def cache_converted_queries() -> None:
    """Make Django convert the placeholders of a query only once, not before each run.

    Django finds and replaces them with a regular expression, which takes time.
    """
    from django.db.backends.sqlite3.base import SQLiteCursorWrapper

    cursor: Any = SQLiteCursorWrapper
    convert = cursor.convert_query

    @lru_cache(maxsize=512)
    def convert_once(query: str) -> str:
        converted: str = convert(None, query)
        return converted

    def convert_query(self: Any, query: str, *, param_names: Any = None) -> Any:
        if param_names is None and len(query) < LONG_QUERY:
            return convert_once(query)
        return convert(self, query, param_names=param_names)

    cursor.convert_query = convert_query
