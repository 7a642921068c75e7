"""A backup or restore that fails, such as on a full disk, leaves no half copies."""

import os
import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from support.book_copies import back_up
from support.club_factories import House, a_hand, a_house, a_session, recorded
from tarokk_club.club.models import Session
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.serving.backups import BackupError, make_and_restore, sqlite_copy, store

pytestmark = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="a server copies by its tools"
)


@pytest.fixture
def house(own_book: None) -> House:
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    session = a_session(house)
    recorded(house, session, *[a_hand(house) for _ in range(3)])
    return session


def refusal(path: Path, command: str = "check_backup") -> str:
    with pytest.raises(CommandError) as caught:
        call_command(command, str(path), stdout=StringIO())
    return str(caught.value)


def document(session: Session) -> bytes:
    return build_session_document(load_session_outcome(Session.objects.get(pk=session.pk)))


def test_full_disk_is_reported_and_leaves_no_file(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path) -> None:
        raise OSError(28, os.strerror(28), str(path))

    monkeypatch.setattr(store, "sync_to_disk", full)
    with pytest.raises(BackupError, match="No space left"):
        make_and_restore.make_backup(tmp_path, keep=3)
    assert list(tmp_path.iterdir()) == []


def test_full_disk_leaves_no_journal_of_sqlite(tmp_path: Path) -> None:
    # SQLite keeps the journal that it could not apply for lack of space.
    final = tmp_path / "club.sqlite3"
    with pytest.raises(OSError, match="full"), store.create_unfinished_file(final) as fresh:
        fresh.with_name(f"{fresh.name}-journal").touch()
        raise OSError("full")

    assert list(tmp_path.iterdir()) == []


def test_a_failed_restore_leaves_no_half_copy_of_the_book(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = back_up(tmp_path)
    folder = sqlite_copy.find_database_path().parent
    before = document(session), set(folder.iterdir())

    def copy_half(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:5000])
        raise OSError(28, os.strerror(28), str(target))

    monkeypatch.setattr(shutil, "copy2", copy_half)

    assert "Nothing was changed" in refusal(path, "restore")
    left = {each.name for each in set(folder.iterdir()) - before[1]}
    assert (document(session), {name for name in left if name.startswith("club-")}) == (
        before[0],
        set(),
    )
