"""The configured database, and checks of it that create no file."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

from tarokk_club.database import sqlite
from tarokk_club.database.address import build_database_settings
from tarokk_club.env import Environment

# A table that has existed since the first migration.
TABLE = "django_migrations"
_ACCOUNTS = "SELECT 1 FROM club_user LIMIT 1"
_TABLE_QUERY = "SELECT 1 FROM sqlite_master WHERE name = ?"
_PATIENCE = 5
_DAMAGES = ("SQLITE_NOTADB", "SQLITE_CORRUPT")


class BookError(Exception):
    """A database that cannot be checked; the text states the reason."""


@dataclass(frozen=True, slots=True)
class NamedBook:
    """The database named by the settings.

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
        """Return whether the database has the club's tables; True for a damaged or locked file.

        Raise BookError if the server does not respond.
        """
        return self._exists_in_file() if self.is_file else self._exists_on_server()

    def has_accounts(self) -> bool:
        """Return whether anybody can sign in; True for a file that cannot be read.

        The database must exist.
        Raise BookError if the server does not respond.
        """
        if not self.is_file:
            return self._query_server(_ACCOUNTS) is not None
        import sqlite3

        try:
            return self._query_file(_ACCOUNTS) is not None
        except sqlite3.Error:
            return True

    def find_damage(self) -> str:
        """Return why an SQLite file is no longer a database, or "".

        A truncated file counts as damaged too, because its first page contains its length.
        """
        if not self._is_nonempty_file():
            return ""
        import sqlite3

        try:
            self._query_file(_TABLE_QUERY, TABLE)
        except sqlite3.Error as error:
            return str(error) if error.sqlite_errorname.startswith(_DAMAGES) else ""
        return ""

    def _exists_in_file(self) -> bool:
        if not self._is_nonempty_file():
            return False
        import sqlite3

        try:
            return self._query_file(_TABLE_QUERY, TABLE) is not None
        except sqlite3.Error:
            # A damaged or locked file counts as a database.
            return True

    def _is_nonempty_file(self) -> bool:
        # Before the first import of sqlite3, whose errors are caught.
        sqlite.use_newest_sqlite()
        return self.is_file and self.path.is_file() and self.path.stat().st_size > 0

    def _query_file(self, sql: str, *values: str) -> object:
        import sqlite3

        where = sqlite.build_existing_file_uri(str(self.path))
        with closing(sqlite3.connect(where, uri=True, timeout=_PATIENCE)) as file:
            return file.execute(sql, values).fetchone()

    def _exists_on_server(self) -> bool:
        return self._query_server("SELECT 1 WHERE to_regclass(%s) IS NOT NULL", TABLE) is not None

    def _query_server(self, sql: LiteralString, *values: str) -> object:
        import psycopg

        database = self.database
        # Leave out Django's own options, which the server does not know.
        keywords = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()}
        options = {
            name: value for name, value in database.get("OPTIONS", {}).items() if name in keywords
        }
        where = {
            "host": database["HOST"],
            "port": database["PORT"],
            "user": database["USER"],
            "password": database["PASSWORD"],
            "dbname": database["NAME"],
        }
        parameters = {name: value for name, value in where.items() if value}
        try:
            with psycopg.connect(
                **{"connect_timeout": _PATIENCE, **options, **parameters}
            ) as server:
                return server.execute(sql, values).fetchone()
        except psycopg.Error as error:
            raise BookError(
                f"The book does not answer: {self}. {_take_first_line(error)}"
            ) from error


def read_named_book(environment: Environment) -> NamedBook:
    """Return the database of these settings.

    Raise BookError if the URL is invalid.
    """
    try:
        return NamedBook(build_database_settings(environment.build_database_url()))
    except ValueError as error:
        raise BookError("DATABASE_URL is no address of a database.") from error


def _take_first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), "")
