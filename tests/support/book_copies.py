"""Copies of the test's own book, made and brought back by the commands for it."""

import gc
import time
from io import StringIO
from pathlib import Path

from django.core.management import CommandError, call_command

# Seconds that a browser of an earlier test is given to let go of the book.
PATIENCE, PAUSE = 10, 0.2


def backed_up(folder: Path, **options: object) -> Path:
    """The copy that `backup` made there."""
    out = StringIO()
    call_command("backup", to=folder, stdout=out, **options)
    return Path(out.getvalue().strip())


def restored(path: Path) -> str:
    """What `restore` said of this copy.

    It wants the book alone, and a site served to an earlier test may be ending a last request, or
    have left a connection that nobody holds any more.
    """
    until = time.monotonic() + PATIENCE
    while True:
        gc.collect()
        out = StringIO()
        try:
            call_command("restore", str(path), stdout=out)
        except CommandError as error:
            if "Somebody has the book open" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(PAUSE)
        else:
            return out.getvalue()
