"""The backup that a served site makes by itself."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import connection

from club_factories import a_house
from serving import ROOT, served
from tarokk_club.backups import lite, store

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="it serves an SQLite file")


def test_a_served_book_is_backed_up_and_not_restored_over(
    transactional_db: None, tmp_path: Path
) -> None:
    a_house()
    var = tmp_path / "var"
    var.mkdir()
    lite.copy(tmp_path / "book")
    shutil.copy(tmp_path / "book", var / "club.sqlite3")

    with served(var, BACKUPS="1") as site:
        path = _first_backup(var)
        health = json.loads(site.ask("/healthz")[1])
        refused = _restore(var, path)
        code, words = site.stop()
    done = _restore(var, path)

    assert health["backup_age_hours"] == 0
    assert (refused.returncode, done.returncode) == (1, 0)
    assert "The site is running. Stop it first." in refused.stderr
    assert "The old book is kept as" in done.stdout
    assert (code, words) == (0, "Stopped.\n")


def _first_backup(var: Path) -> Path:
    for _ in range(300):
        if there := store.backups(store.folder_in(var)):
            return there[0]
        time.sleep(0.1)
    raise AssertionError((var / "serve.log").read_text())


def _restore(var: Path, path: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TAROKK_VAR": str(var)}
    for name in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL"):
        environment.pop(name, None)
    command = [sys.executable, str(ROOT / "manage.py"), "restore", str(path)]
    return subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
