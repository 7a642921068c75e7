"""A missing database is reported; no command creates an empty one in its place: row R26."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from support.catalogue import row
from support.served import free_port, run_command, served, start
from tarokk_club.env import Environment
from tarokk_club.serving.lost_book import describe_lost_book

BACKUP = "club-2026-11-20T20-00-00.000000Z.sqlite3"


def run_site_command(var: Path, *arguments: str) -> tuple[int, str]:
    """The exit code of a command of the site, and what it complained of."""
    done = run_command(var, *arguments)
    return done.returncode, done.stderr


@row("R26")
def test_with_only_backups_nothing_is_served_or_created(tmp_path: Path) -> None:
    kept = tmp_path / "backups" / BACKUP
    kept.parent.mkdir()
    with closing(sqlite3.connect(kept)) as file:
        file.execute("CREATE TABLE django_migrations (id)")
    # A later one that was cut short is not offered.
    kept.with_name("club-2026-11-21T20-00-00.000000Z.sqlite3").write_bytes(kept.read_bytes()[:900])

    refused = start(tmp_path, free_port())
    refused.communicate(timeout=60)

    assert refused.returncode == 1
    assert f"python3 manage.py restore {kept}" in (tmp_path / "serve.log").read_text()
    assert not (tmp_path / "club.sqlite3").exists()


@row("R26")
@pytest.mark.ci
def test_missing_database_is_restored_or_created(
    tmp_path: Path,
) -> None:
    with served(tmp_path) as site:
        site.stop()
    book = tmp_path / "club.sqlite3"
    assert run_site_command(tmp_path, "backup")[0] == 0
    book.unlink()
    (kept,) = (tmp_path / "backups").glob("club-*.sqlite3")

    refused = start(tmp_path, free_port())
    refused.communicate(timeout=60)
    words = (tmp_path / "serve.log").read_text()
    code, complaint = run_site_command(tmp_path, "audit_ledger")

    assert (refused.returncode, code) == (1, 2)
    assert f"python3 manage.py restore {kept}" in words
    assert "There is no book here any more" in complaint and "--new" in complaint
    assert not book.exists()
    assert run_site_command(tmp_path, "restore", str(kept)) == (0, f"Book: SQLite, {book}\n")
    with served(tmp_path) as site:
        assert site.ask("/healthz")[0].status == 200
        site.stop()
    book.unlink()
    with served(tmp_path, "--new") as site:
        assert "found your club" in site.greeting


@pytest.fixture
def gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for what a site leaves behind, without a book in it."""
    monkeypatch.setenv("TAROKK_VAR", str(tmp_path))
    for name in ("DATABASE_URL", "BACKUP_FOLDER"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@row("R26")
def test_new_site_does_not_count_as_lost(gone: Path) -> None:
    (gone / "secret_key").write_text("made before the book")
    (gone / "club.sqlite3").touch()

    assert describe_lost_book(Environment()) == ""


@row("R26")
@pytest.mark.parametrize(
    "trace", [f"backups/{BACKUP}", "erasures.json", "audit.json", f"{BACKUP[:-8]}.before-restore"]
)
@pytest.mark.parametrize("empty", [False, True])
def test_each_trace_marks_the_database_as_lost(gone: Path, trace: str, *, empty: bool) -> None:
    path = gone / trace
    path.parent.mkdir(exist_ok=True)
    path.write_text("[]")
    if empty:
        (gone / "club.sqlite3").touch()

    assert str(path) in describe_lost_book(Environment())


@row("R26")
def test_the_log_of_a_book_that_is_gone_is_a_trace(gone: Path) -> None:
    log = gone / "club.sqlite3-wal"
    log.write_bytes(b"the last hands")

    assert str(log) in describe_lost_book(Environment())
    (gone / "club.sqlite3").write_bytes(b"a book")
    assert describe_lost_book(Environment()) == ""


@row("R26")
def test_a_database_on_a_server_without_tables_is_no_book(
    gone: Path, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("what a server alone can have")
    known = connection.settings_dict
    where = f"postgres://{known['USER']}@{known['HOST']}:{known['PORT']}"
    (gone / "erasures.json").write_text("[]")

    monkeypatch.setenv("DATABASE_URL", f"{where}/{known['NAME']}")
    assert describe_lost_book(Environment()) == ""
    monkeypatch.setenv("DATABASE_URL", f"{where}/template1")
    assert "erasures.json" in describe_lost_book(Environment())
