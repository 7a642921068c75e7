"""A start that cannot be says why and names the way out, without a traceback."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.db import connection

from support.catalogue import row
from support.club_factories import a_house
from support.served import ROOT, run_command, served
from tarokk_club.serving.backups import sqlite_copy
from tarokk_club.serving.start_faults import find_folder_fault

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="it is about an SQLite file")
KEPT = "club-2026-11-20T20-00-00.000000Z.sqlite3"
NOBODY = 65534


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with an account in it."""
    return tmp_path_factory.mktemp("book") / "club.sqlite3"


@pytest.fixture
def var(transactional_db: None, tmp_path: Path, book: Path) -> Path:
    """A site with a book, its key and a backup."""
    if not book.exists():
        a_house()
        sqlite_copy.copy_database(book)
    (tmp_path / "backups").mkdir()
    shutil.copy(book, tmp_path / "club.sqlite3")
    shutil.copy(book, tmp_path / "backups" / KEPT)
    (tmp_path / "secret_key").write_text("k" * 50)
    return tmp_path


def run_site_command(var: Path, *arguments: str) -> tuple[int, str]:
    """The exit code of a command of the site, and what it complained of."""
    done = run_command(var, *arguments, PORT="1")
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@row("S89")
@pytest.mark.parametrize("damage", ["other bytes", "cut short"])
@pytest.mark.ci
def test_a_damaged_book_names_the_newest_whole_backup(var: Path, damage: str) -> None:
    book, kept = var / "club.sqlite3", var / "backups" / KEPT
    content = book.read_bytes()
    left = content[: len(content) // 2] if damage == "cut short" else b"no book at all" * 9000
    book.write_bytes(left)
    later = kept.with_name(KEPT.replace("11-20", "11-21"))
    later.write_bytes(content[:9000])

    code, words = run_site_command(var, "audit_ledger")

    assert code == 2
    assert f"The book {book} is damaged" in words
    assert words.endswith(f"python3 manage.py restore {kept}\n")
    assert book.read_bytes() == left
    assert run_site_command(var, "restore", str(kept))[0] == 0
    assert run_site_command(var, "audit_ledger")[0] == 0


@row("S89")
def test_a_damaged_book_without_a_backup_asks_for_one(var: Path) -> None:
    (var / "club.sqlite3").write_bytes(b"no book at all" * 9000)
    (var / "backups" / KEPT).unlink()

    assert "or a backup of it: python3 manage.py restore FILE" in run_site_command(var, "backup")[1]


@row("S89")
@pytest.mark.parametrize("content", [None, ""])
@pytest.mark.ci
def test_a_book_without_its_key_is_not_given_another_unasked(
    var: Path, content: str | None
) -> None:
    key = var / "secret_key"
    key.unlink()
    if content is not None:
        key.write_text(content)

    code, words = run_site_command(var, "audit_ledger")

    assert code == 2
    assert f"its secret key is gone: {key}" in words
    assert "serve --new-key" in words and str(var / "backups" / KEPT) in words
    assert (key.read_text() if key.exists() else None) == content
    key.unlink(missing_ok=True)
    with served(var, "--new-key") as site:
        assert site.ask("/accounts/login/")[0].status == 200
    assert len(key.read_text()) > 50


@row("S89")
@pytest.mark.skipif(os.geteuid() != 0, reason="it becomes another user")
def test_a_folder_of_another_user_is_named() -> None:
    # Not below the folder of pytest, which is closed itself.
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        told_nobody = _fault_for_nobody(Path(folder))

    assert f"{folder} cannot be read and written: permission denied." in told_nobody


def _fault_for_nobody(var: Path) -> str:
    asks = (
        "import os; from tarokk_club.serving.start_faults import *; "
        f"os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY}); "
        f"print(find_folder_fault(Path({str(var)!r})))"
    )

    command = [sys.executable, "-c", asks]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@row("S89")
def test_a_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")

    assert "it is no folder" in find_folder_fault(tmp_path / "var")
    assert "it is no folder" in find_folder_fault(tmp_path / "var" / "below")
    assert find_folder_fault(tmp_path / "new") == ""
    assert not (tmp_path / "new").exists()


def test_a_command_that_reads_the_key_names_the_folder_too(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")

    code, words = run_site_command(tmp_path / "var", "check")

    assert code == 2
    assert "it is no folder" in words
