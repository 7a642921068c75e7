"""The migrations that this version of the program comes with, whatever database it uses."""

from functools import cache

from django.db.migrations.loader import MigrationLoader


@cache
def list_program_migrations() -> frozenset[tuple[str, str]]:
    """Return app and name of each migration; the files do not change while the process runs."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations or ())


def list_club_migrations() -> tuple[str, ...]:
    """Return the names of the club app's migrations, oldest first."""
    return tuple(sorted(name for app, name in list_program_migrations() if app == "club"))
