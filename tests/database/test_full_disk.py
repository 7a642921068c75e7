"""A backup or restore for which the disk has no space leaves nothing behind."""

import os
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from support.book_copies import back_up
from support.club_factories import PASSED_OUT, a_house, a_session, recorded
from tarokk_club.club.models import Entry
from tarokk_club.serving.backups import BackupError, make_and_restore, sqlite_copy, store

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="it needs an SQLite file")


def test_full_disk_is_reported_and_leaves_no_file(
    own_book: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path) -> None:
        raise OSError(28, os.strerror(28), str(path))

    monkeypatch.setattr(store, "sync_to_disk", full)
    with pytest.raises(BackupError, match="No space left"):
        make_and_restore.make_backup(tmp_path / "copies", keep=3)

    assert list((tmp_path / "copies").iterdir()) == []


def test_full_disk_leaves_no_journal_of_sqlite(tmp_path: Path) -> None:
    # SQLite keeps the journal that it could not apply for lack of space.
    final = tmp_path / "club.sqlite3"
    with pytest.raises(OSError, match="full"), store.create_unfinished_file(final) as fresh:
        fresh.with_name(f"{fresh.name}-journal").touch()
        raise OSError("full")

    assert list(tmp_path.iterdir()) == []


def test_a_failed_restore_leaves_no_half_copy_of_the_book(
    own_book: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = a_house()
    recorded(house, a_session(house), PASSED_OUT)
    path = back_up(tmp_path)
    folder = sqlite_copy.find_database_path().parent
    entries, files = Entry.objects.count(), set(folder.glob("club-*"))

    def copy_half(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:5000])
        raise OSError(28, os.strerror(28), str(target))

    monkeypatch.setattr(shutil, "copy2", copy_half)
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", str(path))

    assert (Entry.objects.count(), set(folder.glob("club-*"))) == (entries, files)
