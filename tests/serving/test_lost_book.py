"""A book that is gone is told of; no command makes an empty one in its place: row R26."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from support.served import ROOT, free_port, served, start
from tarokk_club.serving.lost_book import lost_book

BACKUP = "club-2026-11-20T20-00-00.000000Z.sqlite3"


def told(var: Path, *arguments: str) -> tuple[int, str]:
    """The exit code of a command of the site, and what it complained of."""
    environment = os.environ | {"TAROKK_VAR": str(var), "LANG": "C"}
    for name in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "SECRET_KEY"):
        environment.pop(name, None)
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def test_r26_nothing_is_served_and_nothing_made_where_only_backups_are(tmp_path: Path) -> None:
    kept = tmp_path / "backups" / BACKUP
    kept.parent.mkdir()
    kept.touch()

    refused = start(tmp_path, free_port())
    refused.communicate(timeout=60)

    assert refused.returncode == 1
    assert f"python3 manage.py restore {kept}" in (tmp_path / "serve.log").read_text()
    assert not (tmp_path / "club.sqlite3").exists()


@pytest.mark.ci
def test_r26_a_book_that_is_gone_comes_back_from_its_backup_or_is_begun_anew(
    tmp_path: Path,
) -> None:
    with served(tmp_path) as site:
        site.stop()
    book = tmp_path / "club.sqlite3"
    assert told(tmp_path, "backup")[0] == 0
    book.unlink()
    (kept,) = (tmp_path / "backups").glob("club-*.sqlite3")

    refused = start(tmp_path, free_port())
    refused.communicate(timeout=60)
    words = (tmp_path / "serve.log").read_text()
    code, complaint = told(tmp_path, "audit_ledger")

    assert (refused.returncode, code) == (1, 1)
    assert f"python3 manage.py restore {kept}" in words
    assert "There is no book here any more" in complaint and "--new" in complaint
    assert not book.exists()
    assert told(tmp_path, "restore", str(kept)) == (0, "")
    with served(tmp_path) as site:
        assert site.ask("/healthz")[0].status == 200
        site.stop()
    book.unlink()
    with served(tmp_path, "--new") as site:
        assert "found your club" in site.greeting


@pytest.fixture
def gone(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for what a site leaves behind, and a database that holds nothing."""
    settings.VAR = tmp_path
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "club.sqlite3"))
    else:
        nothing: Any = lambda *_: []  # noqa: E731 - what a database without tables answers
        monkeypatch.setattr(connection.introspection, "table_names", nothing)
    return tmp_path


def test_r26_a_new_site_is_no_lost_one(db: None, gone: Path) -> None:
    (gone / "secret_key").write_text("made before the book")
    (gone / "club.sqlite3").touch()

    assert lost_book() == ""


@pytest.mark.parametrize(
    "trace", [f"backups/{BACKUP}", "erasures.json", "audit.json", f"{BACKUP[:-8]}.before-restore"]
)
@pytest.mark.parametrize("empty", [False, True])
def test_r26_each_trace_of_a_book_is_enough(
    db: None, gone: Path, trace: str, *, empty: bool
) -> None:
    path = gone / trace
    path.parent.mkdir(exist_ok=True)
    path.write_text("[]")
    if empty:
        (gone / "club.sqlite3").touch()

    assert str(path) in lost_book()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a log beside the file is SQLite's")
def test_r26_the_log_of_a_book_that_is_gone_is_a_trace(db: None, gone: Path) -> None:
    log = gone / "club.sqlite3-wal"
    log.write_bytes(b"the last hands")

    assert str(log) in lost_book()
    (gone / "club.sqlite3").write_bytes(b"a book")
    assert lost_book() == ""
