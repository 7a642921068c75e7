"""Back up and restore the test database with the site's commands."""

import contextlib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.db import connection


@contextlib.contextmanager
def book_of_its_own(folder: Path) -> Iterator[None]:
    """Move the database to a folder for the block, where no other connection is open.

    A restore needs exclusive access, and a site served to an earlier test of the same worker may
    still hold a connection to the common database.
    """
    common = connection.settings_dict["NAME"]
    own = folder / Path(common).name
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(own)])
    connection.close()
    connection.settings_dict["NAME"] = str(own)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = common


def back_up(folder: Path, **options: object) -> Path:
    """Run `backup` into the folder and return the path of the copy."""
    out = StringIO()
    call_command("backup", to=folder, stdout=out, **options)
    return Path(out.getvalue().strip())


def restore(path: Path) -> str:
    """Run `restore` with this copy and return its output."""
    out = StringIO()
    call_command("restore", str(path), stdout=out)
    return out.getvalue()
