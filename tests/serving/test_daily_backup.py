"""The backup that a served site makes by itself."""

import json
import re
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from support.catalogue import row
from support.club_factories import a_house
from support.served import run_command, served
from tarokk_club.serving.backups import sqlite_copy, store

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="it serves an SQLite file")


@row("S65")
@pytest.mark.ci
def test_a_served_book_is_backed_up_and_tidied_and_not_restored_over(
    transactional_db: None, tmp_path: Path
) -> None:
    a_house()
    var = tmp_path / "var"
    var.mkdir()
    sqlite_copy.copy_database(tmp_path / "book")
    shutil.copy(tmp_path / "book", var / "club.sqlite3")
    (var / "secret_key").write_text("k" * 50)
    outdated = _an_old_backup(var)

    with served(var, BACKUPS="1") as site:
        path = _next_backup(var, outdated)
        health = json.loads(site.ask("/healthz")[1])
        refused = run_command(var, "restore", str(path))
        code, words = site.stop()
    done = run_command(var, "restore", str(path))

    assert health["backup_age_hours"] == 0
    assert (refused.returncode, done.returncode) == (1, 0)
    assert re.search(r"The site is running: \S+\. Stop it there first\.", refused.stderr)
    assert "The old book is kept as" in done.stdout
    assert (code, words) == (0, "Stopped.\n")


def _an_old_backup(var: Path) -> Path:
    """One that the tidying after the daily backup throws away."""
    made = datetime.now(UTC) - timedelta(days=40)
    path = store.find_backup_folder(var) / made.strftime("club-%Y-%m-%dT%H-%M-%S.%fZ.sqlite3")
    path.parent.mkdir()
    path.write_text("a book")
    return path


def _next_backup(var: Path, outdated: Path) -> Path:
    for _ in range(300):
        if not outdated.exists():
            return store.list_backups(store.find_backup_folder(var))[0]
        time.sleep(0.1)
    raise AssertionError((var / "serve.log").read_text())
