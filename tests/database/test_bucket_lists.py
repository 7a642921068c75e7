"""The lists of erased people and revoked access in a bucket: a machine that has nothing but the
bucket restores a backup and erases and revokes again.
"""

import threading
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from support.catalogue import row
from support.club_factories import House, a_form, a_house
from support.erasable import Traces, erase_tamas, find_fields_with, traces
from support.s3_server import Storage, s3_server
from support.served import PATIENCE, served
from tarokk_club.club.api.usecases.keys import KeyPlan, drop_api_key, make_api_key
from tarokk_club.club.models import ApiKey, Erasure, Membership, Player, Revocation
from tarokk_club.club.people.usecases.members import remove_member
from tarokk_club.club.privacy.erasure_list import get_erasure_list_path, read_erasure_list
from tarokk_club.database.revocation_file import (
    append_revocations,
    get_revocation_path,
    read_revocation_states,
)
from tarokk_club.serving import background_jobs
from tarokk_club.serving.backups import privacy_lists, sqlite_copy
from tarokk_club.serving.backups.bucket import Bucket

ERASURES, REVOCATIONS = "club/erasures.json", "club/revocations.jsonl"
on_sqlite = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="it replaces the file of the book"
)


@pytest.fixture
def storage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Storage]:
    with s3_server() as running:
        monkeypatch.setenv("BACKUP_URL", running.url())
        yield running


@pytest.fixture
def machine(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()
    return tmp_path / "var"


@pytest.fixture
def there(
    transactional_db: None, storage: Storage, machine: Path, request: pytest.FixtureRequest
) -> Traces:
    if connection.vendor == "sqlite":
        # A restore wants the file alone.
        request.getfixturevalue("own_book")
    return traces()


def answer(command: str, *arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, stderr=out, **options)
    return out.getvalue().strip()


def a_key_dropped(house: House) -> ApiKey:
    plan = KeyPlan(name="Scoreboard", scopes=[], until=timezone.now().date())
    key = make_api_key(club_id=house.club.id, form=a_form(house.anna), plan=plan)[0]
    made = answer("backup")
    drop_api_key(club_id=house.club.id, form=a_form(house.anna), key_id=key.id, own=True)
    assert made
    return key


def a_fresh_machine(settings: Settings, folder: Path) -> None:
    """Neither a book nor a list is left, only what is in the bucket."""
    connection.close()
    for end in ("", "-wal", "-shm"):
        path = sqlite_copy.find_database_path()
        path.with_name(path.name + end).unlink(missing_ok=True)
    settings.VAR = folder
    folder.mkdir()


@on_sqlite
@row("S63", "S83", "S110")
def test_a_fresh_machine_erases_and_revokes_again(
    there: Traces, storage: Storage, settings: Settings, tmp_path: Path
) -> None:
    house = there.house
    key = a_key_dropped(house)
    (name,) = (one.removeprefix("club/") for one in storage.objects if "/club-" in one)
    erase_tamas(there)
    remove_member(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.pk)
    answer("daily")
    a_fresh_machine(settings, tmp_path / "fresh")

    said = answer("restore", name)

    assert "1 person who was erased since was erased again." in said
    assert "key for programs (1)" in said and "membership (1)" in said
    assert "The book agrees in all checks." in said
    assert find_fields_with("titkos", "Tamás") == []
    assert Player.objects.get(pk=there.tamas.pk).name == "Player 1"
    assert not ApiKey.objects.exists()
    assert not Membership.objects.filter(user=house.bela).exists()
    # From now on the machine has both lists itself.
    assert len(read_erasure_list()) == 2
    assert read_revocation_states()["key", str(key.pk)]
    assert Revocation.objects.filter(ident=str(key.pk)).exists()


@row("S110")
def test_a_node_without_a_folder_takes_the_lists(
    there: Traces, settings: Settings, tmp_path: Path
) -> None:
    erase_tamas(there)
    settings.VAR = tmp_path / "another" / "var"

    answer("daily")

    assert len(read_erasure_list()) == 2
    assert settings.VAR.stat().st_mode & 0o077 == 0


@on_sqlite
@row("S63", "S83")
def test_restore_without_the_lists_brings_back_name_and_key(
    there: Traces, storage: Storage, settings: Settings, tmp_path: Path
) -> None:
    key = a_key_dropped(there.house)
    (name,) = (one.removeprefix("club/") for one in storage.objects if "/club-" in one)
    erase_tamas(there)
    answer("daily")
    del storage.objects[ERASURES], storage.objects[REVOCATIONS]
    a_fresh_machine(settings, tmp_path / "fresh")

    answer("restore", name)

    assert find_fields_with("titkos", "Tamás") != []
    assert ApiKey.objects.get() == key


@on_sqlite
@row("S63", "S83")
def test_a_restore_refuses_while_the_lists_cannot_be_read(
    there: Traces, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = answer("backup")
    erase_tamas(there)
    answer("daily")

    storage.is_away = True
    with pytest.raises(CommandError, match=r"Nothing was changed\. The storage .* BACKUP_URL"):
        answer("restore", made)
    storage.is_away = False
    whole = storage.objects[ERASURES]
    storage.objects[ERASURES] = whole[:40]
    with pytest.raises(CommandError, match=r"The list erasures\.json .* is damaged"):
        answer("restore", made)
    storage.objects[ERASURES] = whole

    assert "erased again" in answer("restore", made)


@row("S63", "S83")
def test_lists_are_sent_with_every_backup_and_daily_run(
    transactional_db: None, storage: Storage, machine: Path
) -> None:
    house = a_house()
    answer("backup")
    assert not {ERASURES, REVOCATIONS} & storage.objects.keys()

    remove_member(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.pk)
    answer("backup")
    first = dict(storage.objects)
    Erasure.objects.create(club=house.club, player=house.club.pk, number=1, at=timezone.now())
    answer("daily")
    second = dict(storage.objects)
    answer("daily")

    ident = f"{house.club.pk}:{house.bela.pk}"
    assert first[REVOCATIONS].decode() == f'["membership", "{ident}", true]\n'
    assert ERASURES not in first
    assert second[ERASURES] == get_erasure_list_path().read_bytes()
    assert storage.objects == second


@row("S83")
@pytest.mark.parametrize("waits", [False, True])
def test_the_daily_work_asks_for_each_list_once(
    transactional_db: None, storage: Storage, machine: Path, *, waits: bool
) -> None:
    house = a_house()
    remove_member(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.pk)
    if waits:
        storage.is_away = True
        with pytest.raises(CommandError, match="refused"):
            answer("daily")
        storage.is_away = False

    answer("daily")

    assert [one for one in storage.requests if "/club-" not in one and one != "GET "] == [
        f"GET {ERASURES}",
        f"GET {REVOCATIONS}",
        f"PUT {REVOCATIONS}",
    ]
    assert len([one for one in storage.requests if one.startswith("PUT club/club-")]) == 1


@row("S83")
def test_lists_are_sent_once_the_storage_is_back(
    transactional_db: None, storage: Storage, machine: Path
) -> None:
    house = a_house()
    answer("backup", daily=True)
    remove_member(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.pk)
    storage.is_away = True
    with pytest.raises(CommandError, match="refused"):
        answer("daily")
    storage.is_away = False

    answer("daily")

    assert str(house.bela.pk).encode() in storage.objects[REVOCATIONS]


@row("S83")
def test_nodes_add_to_the_lists_of_each_other(
    transactional_db: None, storage: Storage, machine: Path, settings: Settings, tmp_path: Path
) -> None:
    append_revocations([("key", "of a", True), ("key", "again", True)])
    answer("daily")
    settings.VAR = tmp_path / "b"
    settings.VAR.mkdir()
    append_revocations([("key", "of b", True), ("key", "again", True), ("key", "again", False)])
    answer("daily")
    settings.VAR = machine
    answer("daily")

    told = storage.objects[REVOCATIONS].decode().splitlines()

    assert told == ['["key", "again", false]', '["key", "of a", true]', '["key", "of b", true]']
    # A file of a fresh node takes over what it lacks, and no more.
    bucket = Bucket(storage.url())
    settings.VAR = tmp_path / "c"
    settings.VAR.mkdir()
    append_revocations([("key", "again", True)])
    privacy_lists.fetch_lists(bucket)
    privacy_lists.fetch_lists(bucket)
    assert read_revocation_states() == {
        ("key", "again"): True,
        ("key", "of a"): True,
        ("key", "of b"): True,
    }
    assert len(get_revocation_path().read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("current", "filed", "stored", "is_revoked"),
    [
        (True, None, None, True),
        (True, False, False, True),
        (False, True, None, True),
        (False, None, True, True),
        (False, True, True, True),
        (False, False, True, False),
        (False, True, False, False),
    ],
)
def test_database_revocations_win_and_undone_ones_stay_undone(
    *, current: bool, filed: bool | None, stored: bool | None, is_revoked: bool
) -> None:
    key = ("key", "a")

    def states(state: bool | None) -> dict[tuple[str, str], bool]:
        return {} if state is None else {key: state}

    merged = privacy_lists.merge_states({key} if current else set(), states(filed), states(stored))

    assert merged == {key: is_revoked}


def test_the_site_does_not_wait_for_its_next_look_to_send_a_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BACKUP_URL", "s3://key:secret@s3.example.org/bucket")
    monkeypatch.setenv("TAROKK_VAR", str(tmp_path))
    monkeypatch.setattr(background_jobs, "LIST_LOOK", 0.01)
    over, times = threading.Event(), background_jobs._list_modification_times()
    assert times == [0, 0]

    assert not background_jobs._wait_until_due(over, 0.05, times)
    (tmp_path / "revocations.jsonl").write_text('["key", "a", true]\n')
    # Ten minutes, which end at once.
    assert not background_jobs._wait_until_due(over, 600, times)
    over.set()
    assert background_jobs._wait_until_due(over, 600, background_jobs._list_modification_times())
    monkeypatch.delenv("BACKUP_URL")
    assert background_jobs._list_modification_times() == []


@row("S83")
@pytest.mark.ci
def test_a_running_site_sends_a_revocation_at_once(storage: Storage, tmp_path: Path) -> None:
    line = '["key", "0b9f1c1e-6a6f-4f0e-9c57-6d1f2a3b4c5d", true]\n'
    with served(tmp_path, BACKUPS="1", BACKUP_URL=storage.url()):
        (tmp_path / "revocations.jsonl").write_text(line)
        until = time.monotonic() + PATIENCE
        while REVOCATIONS not in storage.objects and time.monotonic() < until:
            time.sleep(0.1)

    assert storage.objects[REVOCATIONS].decode() == line
