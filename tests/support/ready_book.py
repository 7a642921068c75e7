"""A migrated database, created once and copied for each run of the tests.

Copying takes much less time than migrating. The database is created again when a migration or a
pinned package changes.
"""

import hashlib
import os
import shutil
from pathlib import Path

from django.db import connection

from tarokk_club.env import ROOT

FOLDER = ROOT / ".tools" / "ready-book"
# The files that decide the result of the migrations.
MADE_OF = ("tarokk_club/**/migrations/*.py", "requirements.txt")


def place() -> Path:
    """Return the path of the database for the current migrations."""
    digest = hashlib.sha256()
    for path in sorted(one for pattern in MADE_OF for one in ROOT.glob(pattern)):
        digest.update(path.name.encode() + path.read_bytes())
    return FOLDER / f"{digest.hexdigest()[:20]}.sqlite3"


def lay() -> bool:
    """Copy the database to the tests' place; return whether there was one."""
    if connection.vendor != "sqlite" or not place().exists():
        return False
    shutil.copy(place(), connection.settings_dict["TEST"]["NAME"])
    return True


def lay_for_a_site(book: Path) -> None:
    """Copy the database to a site's place unless the site has one."""
    if book.exists() or not place().exists():
        return
    book.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copy(place(), book)


def keep() -> None:
    """Store the database that was just created for the next run."""
    if connection.vendor != "sqlite" or place().exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.sqlite3"):
        old.unlink(missing_ok=True)
    # Another worker may do the same, so the file must appear as a whole.
    half = FOLDER / f"{os.getpid()}.half"
    half.unlink(missing_ok=True)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(half)])
    half.replace(place())
