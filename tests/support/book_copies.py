"""Copies of the test's own book, made and brought back by the commands for it."""

import contextlib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.db import connection


@contextlib.contextmanager
def book_of_its_own(folder: Path) -> Iterator[None]:
    """The book moves here for a while, where nobody else has it open.

    A restore wants it alone, and a site served to an earlier test of the same worker may have left
    a connection to the common one.
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


def backed_up(folder: Path, **options: object) -> Path:
    """The copy that `backup` made there."""
    out = StringIO()
    call_command("backup", to=folder, stdout=out, **options)
    return Path(out.getvalue().strip())


def restored(path: Path) -> str:
    """What `restore` said of this copy."""
    out = StringIO()
    call_command("restore", str(path), stdout=out)
    return out.getvalue()
