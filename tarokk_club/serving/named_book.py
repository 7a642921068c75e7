"""The database that the environment names, and whether it exists; the check creates no file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tarokk_club.database import sqlite
from tarokk_club.database.address import database_at
from tarokk_club.env import Environment

# A table that exists since the first migration.
_TABLE = "django_migrations"
_PATIENCE = 5


class BookError(Exception):
    """A database that cannot be checked; the text states the reason."""


@dataclass(frozen=True, slots=True)
class NamedBook:
    """A database named by the settings.

    database: an entry of Django's DATABASES.
    """

    database: dict[str, Any]

    def __str__(self) -> str:
        """Return the engine and the location, without user and password."""
        if self.is_file:
            return f"SQLite, {self.path.resolve()}"
        host, port = self.database["HOST"] or "this machine", self.database["PORT"] or 5432
        return f"PostgreSQL, {host}:{port}/{self.database['NAME']}"

    @property
    def is_file(self) -> bool:
        """Whether the database is an SQLite file."""
        return str(self.database["ENGINE"]).endswith("sqlite3")

    @property
    def path(self) -> Path:
        """The file of an SQLite database."""
        return Path(self.database["NAME"])

    def exists(self) -> bool:
        """Return whether the database has the club's tables.

        Raise BookError if the server does not respond.
        """
        return self._exists_in_file() if self.is_file else self._exists_on_server()

    def _exists_in_file(self) -> bool:
        if not self.path.is_file() or not self.path.stat().st_size:
            return False
        sqlite.use_newest()
        import sqlite3

        asked = "SELECT 1 FROM sqlite_master WHERE name = ?"
        try:
            file = sqlite3.connect(
                sqlite.existing_file_uri(str(self.path)), uri=True, timeout=_PATIENCE
            )
            try:
                return file.execute(asked, [_TABLE]).fetchone() is not None
            finally:
                file.close()
        except sqlite3.Error:
            # A damaged or locked file counts as a database: the command itself reports the error.
            return True

    def _exists_on_server(self) -> bool:
        import psycopg

        known = self.database
        # Leave out Django's own options, which the server does not know.
        keywords = {one.keyword.decode() for one in psycopg.pq.Conninfo.get_defaults()}
        options = {
            name: value for name, value in known.get("OPTIONS", {}).items() if name in keywords
        }
        where = {
            "host": known["HOST"],
            "port": known["PORT"],
            "user": known["USER"],
            "password": known["PASSWORD"],
            "dbname": known["NAME"],
        }
        given = {name: value for name, value in where.items() if value}
        try:
            with psycopg.connect(**{"connect_timeout": _PATIENCE, **options, **given}) as server:
                row = server.execute("SELECT to_regclass(%s)", [_TABLE]).fetchone()
        except psycopg.Error as error:
            raise BookError(f"The book does not answer: {self}. {_short(error)}") from error
        return row is not None and row[0] is not None


def named_book(environment: Environment) -> NamedBook:
    """Return the database of these settings.

    Raise BookError if the URL is invalid.
    """
    try:
        return NamedBook(database_at(environment.book_url()))
    except ValueError as error:
        raise BookError("DATABASE_URL is no address of a database.") from error


def _short(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), "")
