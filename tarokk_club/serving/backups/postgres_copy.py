"""Backups of a PostgreSQL database, made and restored with the server's own tools."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.utils.translation import gettext as _

from tarokk_club.club.audit.queries import Finding, iter_findings
from tarokk_club.database import node_lock
from tarokk_club.serving.backups import BackupError, store

SUFFIX = ".dump"
_MAGIC = b"PGDMP"
_BARE = ["--no-owner", "--no-privileges"]
# A table that only the current database has must not block an older dump.
_EMPTY = """DO $$ DECLARE name text; BEGIN
FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
EXECUTE format('DROP TABLE IF EXISTS %I CASCADE', name); END LOOP; END $$;
"""
_OTHERS = """SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
AND pid <> pg_backend_pid() AND backend_type = 'client backend'
AND NOT EXISTS (SELECT FROM pg_locks WHERE pg_locks.pid = pg_stat_activity.pid AND granted
AND locktype = 'advisory' AND objid::bigint = %s AND mode = 'ExclusiveLock')"""


def copy_database(target: Path) -> None:
    """Dump the database as it is now, while others continue to write.

    The rows of sign-in sessions, notices and push devices are left out.
    """
    without = [f"--exclude-table-data={table}" for table in store.VISITS]
    _run_tool(["pg_dump", "--format=custom", *_BARE, *without, f"--file={target}"])


def require_intact_copy(path: Path) -> None:
    """Raise BackupError if pg_restore cannot read the file to its end."""
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise BackupError(_("This file is not a backup of a book on PostgreSQL."))
    try:
        _run_tool(["pg_restore", "--list", str(path)])
        _run_tool(["pg_restore", "--file=/dev/null", str(path)])
    except BackupError as error:
        raise BackupError(_("This file is damaged or cut short.")) from error


def find_migrations(path: Path) -> set[tuple[str, str]]:
    """Return the migrations applied in the dump, empty if it is not a club database."""
    lines = _run_tool(
        ["pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(path)]
    )
    rows = [line.split("\t") for line in lines.splitlines() if line.count("\t") == 3]
    return {(app, name) for _id, app, name, _time in rows}


def audit_copy(path: Path) -> list[Finding]:
    """Return no findings, because a dump cannot be queried before it is restored."""
    del path
    return []


def restore_copy(path: Path, migrate: Callable[[], None]) -> tuple[Path | None, list[Finding]]:
    """Replace the database with this dump, and set the old one aside.

    Return the file with a dump of the old database, and the audit's findings.
    migrate: called after the dump is loaded; on a DatabaseError the old database is loaded again.
    """
    require_sole_connection()
    folder = store.find_backup_folder(Path(settings.VAR))
    aside = folder / store.build_timestamped_name(f"{store.ASIDE}{SUFFIX}")
    with store.create_unfinished_file(aside) as fresh:
        copy_database(fresh)
        store.move_into_place(fresh, aside)
    _load_dump(path)
    try:
        migrate()
        return aside, list(iter_findings())
    except DatabaseError:
        _load_dump(aside)
        raise


def _load_dump(path: Path) -> None:
    """Replace all tables with those of the dump in one transaction, which an error rolls back."""
    script = _run_tool(["pg_restore", *_BARE, "--file=-", str(path)])
    connections.close_all()
    _run_tool(["psql", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"], _EMPTY + script)


def require_sole_connection() -> None:
    """Raise BackupError while anybody else is connected to the database."""
    with connection.cursor() as cursor:
        # The restore itself holds the lock, by a connection of its own.
        cursor.execute(_OTHERS, [node_lock.KEY])
        if cursor.fetchone() != (0,):
            raise BackupError(
                _("Somebody has the book open. Stop the site and every command first.")
            )


def _run_tool(command: list[str], text: str | None = None) -> str:
    try:
        done = subprocess.run(
            command,
            check=True,
            env=_build_tool_environment(),
            input=text,
            capture_output=True,
            text=True,
        )
    except FileNotFoundError as error:
        missing = _("The program %(name)s is missing; it comes with PostgreSQL's client.")
        raise BackupError(missing % {"name": command[0]}) from error
    except (subprocess.CalledProcessError, UnicodeDecodeError) as error:
        words = getattr(error, "stderr", "") or str(error)
        raise BackupError(f"{command[0]}: {words.strip()}") from error
    return done.stdout


def _build_tool_environment() -> dict[str, str]:
    """Return the environment with the connection settings, which a command line would reveal."""
    database = connection.settings_dict
    options = database.get("OPTIONS", {})
    names = {
        "PGHOST": database["HOST"],
        "PGPORT": database["PORT"],
        "PGUSER": database["USER"],
        "PGPASSWORD": database["PASSWORD"],
        "PGDATABASE": database["NAME"],
        "PGSSLMODE": options.get("sslmode"),
        "PGSSLROOTCERT": options.get("sslrootcert"),
    }
    return os.environ | {name: str(value) for name, value in names.items() if value}
