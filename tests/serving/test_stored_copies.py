"""A machine without a club says at its start which backups are in the bucket."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.catalogue import row
from support.s3_server import Storage, s3_server
from support.served import served
from tarokk_club.env import Environment
from tarokk_club.serving.bucket_advice import describe_stored_copies

OLD = "club-2026-11-20T02-00-00.000000Z-000007.sqlite3"
NEW = "club-2026-11-27T02-30-00.000000Z-000008.sqlite3"
HELD = "The storage 127.0.0.1/copies/club holds 2 backups, the newest of 2026-11-27 02:30 UTC."
COMMAND = f"To restore it, stop this and run: python3 manage.py restore {NEW}"


@pytest.fixture
def storage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Storage]:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with s3_server() as running:
        monkeypatch.setenv("BACKUP_URL", running.url())
        yield running


def hint() -> str:
    return describe_stored_copies(Environment())


@row("S110")
def test_the_newest_copy_is_named_with_its_command(storage: Storage) -> None:
    assert hint() == ""
    storage.objects |= {f"club/{name}": b"a book" for name in (NEW, OLD, "notes.txt")}

    assert hint() == f"{HELD} {COMMAND}"


def test_a_copy_of_another_kind_of_database_is_not_offered(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.objects |= {f"club/{name}": b"a book" for name in (NEW, OLD)}
    monkeypatch.setenv("DATABASE_URL", "postgres://tarokk@127.0.0.1/tarokk")

    assert hint() == f"{HELD} It is of another kind of database than DATABASE_URL names."


def test_logs_nothing_without_a_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BACKUP_URL", raising=False)

    assert hint() == ""


def test_a_bucket_that_does_not_answer_costs_seconds_and_one_line(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv(
            "BACKUP_URL",
            storage.url().replace(f":{storage.port}/", f":{silent.getsockname()[1]}/"),
        )
        begin = time.monotonic()
        said = hint()

    assert time.monotonic() - begin < 25
    assert said.startswith("Whether there are backups to restore is unknown. The storage 127.0.0.1")
    assert "\n" not in said and "s3cr3t" not in said


@row("S110")
@pytest.mark.ci
def test_a_site_without_a_club_logs_stored_backups_and_starts(
    storage: Storage, tmp_path: Path
) -> None:
    storage.objects |= {f"club/{name}": b"a book" for name in (NEW, OLD)}
    with served(tmp_path, BACKUP_URL=storage.url()) as site:
        status = site.ask("/healthz")[0].status
    log = (tmp_path / "serve.log").read_text()

    assert status == 200
    assert log.count(f"{HELD} {COMMAND}\n") == 1
    assert not [one for one in storage.requests if not one.startswith("GET ")]
