"""A fault of the system or the database ends a command with one message, without a traceback."""

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError, connection

from support.served import ROOT, run_command
from tarokk_club.serving.command_faults import UPDATE, run_and_explain

only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="it needs an SQLite file")


def write_to(output: int, var: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that prints to this file descriptor."""
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "settings"],
        env=os.environ | {"TAROKK_VAR": str(var), "TAROKK_ENV_FILE": ""},
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


def test_output_that_nobody_reads_ends_a_command_quietly(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    done = write_to(writer, tmp_path)

    assert (done.returncode, done.stderr) == (1, "")


def test_output_to_a_full_disk_is_reported(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = write_to(full.fileno(), tmp_path)

    assert done.returncode == 1
    assert done.stderr == (
        "The command failed. No space left on device. Free some disk space, then run it again.\n"
    )


def test_a_command_without_an_output_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"'{sys.executable}' '{ROOT / 'manage.py'}' settings >&- 2>&-"],
        env=os.environ | {"TAROKK_VAR": str(tmp_path), "TAROKK_ENV_FILE": ""},
        check=False,
    )

    assert done.returncode == 0


@pytest.mark.parametrize("name", ["serve", "demo"])
def test_a_file_in_the_place_of_the_folder_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / "var").touch()

    done = run_command(tmp_path / "var", name)

    assert done.returncode == 2
    assert done.stderr.startswith(f"{tmp_path}/var cannot be read and written: it is no folder.\n")
    assert "Traceback" not in done.stderr


def fail_on_database() -> int:
    raise OperationalError("disk I/O error\nDETAIL: more")


def test_a_fault_of_the_database_is_reported_with_advice(
    capsys: pytest.CaptureFixture[str], db: None
) -> None:
    assert run_and_explain(fail_on_database) == 1

    assert capsys.readouterr().err == (
        "The database refused: disk I/O error. Check the free disk space and the database, then "
        "run the command again.\n"
    )


def test_a_folder_of_another_user_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    def write() -> int:
        raise PermissionError(errno.EACCES, "Permission denied", "/srv/site/django.tmp")

    assert run_and_explain(write) == 1
    assert capsys.readouterr().err == (
        "The command failed. /srv/site/django.tmp: Permission denied. "
        "Run it as the user that owns that folder.\n"
    )


def test_a_fault_of_the_program_keeps_its_traceback() -> None:
    with pytest.raises(ZeroDivisionError):
        run_and_explain(lambda: 1 // 0)


@pytest.fixture
def old_site(tmp_path: Path) -> Path:
    """A site whose book is of version 0.2.0."""
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as book:
        book.executescript((ROOT / "tests/releases/0.2.0.sql").read_text("utf-8"))
    (tmp_path / "secret_key").write_text("k" * 50)
    return tmp_path


@only_sqlite
@pytest.mark.parametrize("name", ["daily", "notices"])
def test_an_older_book_is_named_by_a_command_that_does_not_update_it(
    old_site: Path, name: str
) -> None:
    done = run_command(old_site, name)

    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, UPDATE)
    assert "Traceback" not in done.stderr


@only_sqlite
def test_the_list_of_clubs_updates_an_older_book(old_site: Path) -> None:
    done = run_command(old_site, "clubs")

    assert done.returncode == 0
    assert "zuglo" in done.stdout
