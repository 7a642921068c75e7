"""Backups in a bucket: sent, listed, dropped and brought back, and sent again where it was away."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from support.catalogue import row
from support.club_factories import House, a_hand, a_house, a_session, recorded
from support.s3_server import Storage, s3_server
from support.served import run_command
from tarokk_club.club.models import Entry
from tarokk_club.serving.backups import store
from tools.dev import postgres

SUFFIX = ".sqlite3" if connection.vendor == "sqlite" else ".dump"
FOUND = """
from tarokk_club.club.models import Club, User
Club.objects.create(name="Zugló", slug="zuglo", founded_by=User.objects.create(username="anna"))
"""
SECRET = "only-for-tests-" + "x" * 50


@pytest.fixture
def storage() -> Iterator[Storage]:
    with s3_server() as running:
        yield running


@pytest.fixture
def house(
    transactional_db: None,
    settings: Settings,
    tmp_path: Path,
    storage: Storage,
    request: pytest.FixtureRequest,
) -> House:
    if connection.vendor == "sqlite":
        # A restore wants the file alone.
        request.getfixturevalue("own_book")
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()
    return a_house()


@pytest.fixture(autouse=True)
def _named(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKUP_URL", storage.url())


def answer(command: str, *arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, stderr=out, **options)
    return out.getvalue().strip()


def names(storage: Storage) -> list[str]:
    return [key.removeprefix("club/") for key in sorted(storage.objects)]


def here(settings: Settings) -> list[str]:
    return [path.name for path in store.list_backups(store.find_backup_folder(settings.VAR))]


@row("S110")
def test_a_backup_of_one_node_is_listed_and_restored_on_another(
    house: House, settings: Settings, storage: Storage, tmp_path: Path
) -> None:
    session = a_session(house)
    recorded(house, session, a_hand(house))
    made = Path(answer("backup"))
    recorded(house, session, a_hand(house))
    settings.VAR = tmp_path / "another"
    settings.VAR.mkdir()

    listed = answer("backups")
    assert names(storage) == [made.name]
    assert here(settings) == []
    assert listed.startswith(f"{made.name}  ") and listed.endswith("127.0.0.1/copies/club")
    assert "is whole" in answer("check_backup", made.name)
    assert "The book agrees in all checks." in answer("restore", made.name)
    assert Entry.objects.filter(session=session).count() == 1


@row("S110")
def test_nodes_number_copies_in_sequence_and_keep_the_requested_number(
    house: House, settings: Settings, storage: Storage, tmp_path: Path
) -> None:
    storage.objects["club/notes.txt"] = b"not ours"
    storage.objects["other/club-2026-01-01T00-00-00.000000Z-000001.sqlite3"] = b"not ours"
    for node in ("a", "b", "a"):
        settings.VAR = tmp_path / node
        settings.VAR.mkdir(exist_ok=True)
        answer("backup", keep=2)

    copies = [name for name in names(storage) if name.startswith("club-")]
    assert [name[-len(SUFFIX) - 6 : -len(SUFFIX)] for name in copies] == ["000002", "000003"]
    assert len(storage.objects) == 4


@row("S110")
def test_old_copies_are_dropped_from_the_bucket_and_the_newest_stays(
    house: House, storage: Storage
) -> None:
    for days in (60, 50):
        made = datetime.now(UTC) - timedelta(days=days)
        name = made.strftime(f"club-%Y-%m-%dT%H-%M-%S.%fZ-0000{100 - days}{SUFFIX}")
        storage.objects[f"club/{name}"] = b"a book"

    answer("tidy")

    assert len(names(storage)) == 1
    assert names(storage)[0].endswith(f"-000050{SUFFIX}")


@row("S110")
def test_unreachable_storage_gets_the_one_copy_of_the_day_later(
    house: House, settings: Settings, storage: Storage
) -> None:
    storage.is_away = True
    for _ in range(3):
        with pytest.raises(CommandError, match=r"The storage 127\.0\.0\.1/copies/club refused"):
            answer("backup", daily=True)
    with pytest.raises(CommandError, match="refused"):
        answer("backups")
    assert "refused" in answer("tidy")
    waiting = here(settings)
    storage.is_away = False
    answer("backup", daily=True)
    answer("backup", daily=True)

    assert len(waiting) == 1
    assert names(storage) == here(settings) == waiting


@row("S110")
@pytest.mark.parametrize("spoilt", ["secret", "bucket"])
def test_a_failed_upload_names_the_local_copy_without_the_key(
    house: House, settings: Settings, storage: Storage, monkeypatch: pytest.MonkeyPatch, spoilt: str
) -> None:
    url = storage.url(secret="wrong") if spoilt == "secret" else storage.url()
    monkeypatch.setenv(
        "BACKUP_URL", url.replace("/copies/", "/ghost/") if spoilt == "bucket" else url
    )

    with pytest.raises(CommandError) as caught:
        answer("backup")

    (name,) = here(settings)
    assert "The copy is whole, but only here: " in str(caught.value)
    assert name in str(caught.value)
    assert "wrong" not in str(caught.value) and "s3cr3t" not in str(caught.value)


def test_backup_to_a_chosen_folder_is_not_sent_to_the_bucket(
    house: House, storage: Storage, tmp_path: Path
) -> None:
    answer("backup", to=tmp_path / "stick")

    assert storage.objects == {}


@row("S110")
@pytest.mark.cluster
def test_two_nodes_never_both_send_the_copy_of_the_day(storage: Storage, tmp_path: Path) -> None:
    assert postgres.ensure_server(), "PostgreSQL is missing."
    with postgres.run_private_server() as url:
        more = {"DATABASE_URL": url, "SECRET_KEY": SECRET, "BACKUP_URL": storage.url()}
        for command in (("migrate",), ("shell", "-c", FOUND)):
            assert run_command(tmp_path / "node0", *command, **more).returncode == 0
        with ThreadPoolExecutor(4) as pool:
            nodes = (tmp_path / f"node{number % 2}" for number in range(4))
            done = list(pool.map(lambda node: run_command(node, "daily", **more), nodes))

    assert [each.returncode for each in done] == [0] * 4, done
    assert len(names(storage)) == 1
