"""What a database's address means for Django: one place for the site and for a move."""

from typing import Any

import dj_database_url

SQLITE_OPTIONS = {
    # Without this, two writers at once answer "database is locked" whatever the timeout.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: a hand that the page calls saved is on disk, at one fsync a hand.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}


def database_at(url: str) -> dict[str, Any]:
    """The settings of the database at `url`. Raises ValueError for an address that is none."""
    database: dict[str, Any] = dict(
        dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)
    )
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["OPTIONS"] = dict(SQLITE_OPTIONS)
    return database
