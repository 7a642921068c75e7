"""Django's settings for a database URL, for the site and for a move between databases."""

from typing import Any

import dj_database_url

SQLITE_OPTIONS = {
    # Without this, two writers at once raise "database is locked" whatever the timeout.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: a hand reported as saved is on disk, at the cost of one fsync a hand.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}


def build_database_settings(url: str) -> dict[str, Any]:
    """Return the settings of the database at `url`.

    Raise ValueError if the URL is invalid.
    """
    database: dict[str, Any] = dict(
        dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)
    )
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["OPTIONS"] = dict(SQLITE_OPTIONS)
    return database
