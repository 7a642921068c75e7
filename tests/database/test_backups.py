"""Backups: whole and complete under load, brought back to the last posting; bad files refused."""

import os
import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from support.book_copies import back_up, restore
from support.catalogue import row
from support.club_factories import House, a_form, a_hand, a_house, a_session, recorded
from support.invitations import an_invitation, link_to
from tarokk_club.club.audit import last_runs
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Club, Entry, Invitation, Membership, Session, SiteNote
from tarokk_club.club.people.usecases.invitations import revoke_invitation
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.serving.backups import (
    BackupError,
    make_and_restore,
    serving_lock,
    sqlite_copy,
    store,
)

ROUNDS, WRITERS = 5, 3
# The drills below are about files; on a server its own tools do the copying.
pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="what SQLite alone can have")


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


def changed(path: Path, statement: str) -> Path:
    """A copy of a backup with this done to it."""
    other = path.with_name(f"changed-{path.name}")
    shutil.copy(path, other)
    database = sqlite3.connect(other)
    database.execute(statement)
    database.commit()
    database.close()
    return other


def test_a_backup_is_one_private_file_that_agrees(session: Session, tmp_path: Path) -> None:
    path = back_up(tmp_path / "copies")

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert datetime.now(UTC).strftime("club-%Y-%m-%dT") in path.name
    assert list(path.parent.iterdir()) == [path], "nothing half-done lies beside it"
    assert make_and_restore.verify_backup(path) == make_and_restore.Verdict(
        older=False, differences=[]
    )


def test_keeps_the_newest_backups_and_leaves_other_files(house: House, tmp_path: Path) -> None:
    (tmp_path / "club-letter.sqlite3").write_text("not ours")
    made = [back_up(tmp_path, keep=2) for _ in range(3)]

    assert store.list_backups(tmp_path) == made[1:]
    assert (tmp_path / "club-letter.sqlite3").exists()


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_refuses_to_keep_no_backup(number: str) -> None:
    with pytest.raises(CommandError, match="whole number"):
        call_command("backup", f"--keep={number}")


def test_a_daily_one_waits_for_the_day_and_for_the_club(
    transactional_db: None, tmp_path: Path
) -> None:
    def made() -> int:
        call_command("backup", daily=True, to=tmp_path, stdout=StringIO())
        return len(store.list_backups(tmp_path))

    assert made() == 0
    a_house()
    assert (made(), made()) == (1, 1)
    SiteNote.objects.update(at=timezone.now() - timedelta(days=1, minutes=1))
    assert last_runs.load_maintenance_ages().backup > timedelta(days=1)  # type: ignore[operator]
    assert made() == 2


def test_a_fresh_restore_is_not_overdue_for_a_backup(own_book: None, tmp_path: Path) -> None:
    a_house()
    call_command("backup", to=tmp_path, stdout=StringIO())
    SiteNote.objects.update(at=timezone.now() - timedelta(days=5))
    (old,) = store.list_backups(tmp_path)
    assert last_runs.is_backup_due()

    call_command("restore", str(old), stdout=StringIO())

    assert not last_runs.is_backup_due()
    assert last_runs.load_maintenance_ages().differences == 0


@row("R20")
@pytest.mark.ci
def test_backups_under_load_miss_no_hand_that_was_booked_before(
    house: House, tmp_path: Path
) -> None:
    over, booked = threading.Event(), dict[UUID, float]()
    sessions = [a_session(house) for _ in range(WRITERS)]

    def write(session: Session) -> None:
        try:
            while not over.is_set():
                record_event(session_id=session.id, form=a_form(house.anna), raw=a_hand(house))
                newest = Entry.objects.filter(session=session).latest("position")
                booked[newest.pk] = time.monotonic()
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=(session,)) for session in sessions]
    for writer in writers:
        writer.start()
    made = []
    for _ in range(ROUNDS):
        time.sleep(0.1)
        made.append((time.monotonic(), back_up(tmp_path)))
    over.set()
    for writer in writers:
        writer.join(30)

    assert len(booked) > ROUNDS
    for begun, path in made:
        before = {pk for pk, moment in booked.items() if moment < begun}
        assert before <= sqlite_copy.run_on_copy(
            path, lambda: set(Entry.objects.values_list("pk", flat=True))
        )
        assert make_and_restore.verify_backup(path).differences == []


@row("R21")
def test_a_restore_brings_back_the_last_posting(
    session: Session, house: House, tmp_path: Path
) -> None:
    path = back_up(tmp_path)
    before = document(session)
    connection.close()
    for end in ("", "-wal", "-shm"):
        sqlite_copy.find_database_path().with_name(
            sqlite_copy.find_database_path().name + end
        ).unlink(missing_ok=True)

    words = restore(path)

    assert document(session) == before
    assert list(iter_findings()) == []
    assert "kept as" not in words
    recorded(house, session, a_hand(house))
    assert document(session) != before


@row("R21")
def test_restore_saves_the_present_database_for_a_later_restore(
    session: Session, house: House, tmp_path: Path
) -> None:
    path = back_up(tmp_path)
    before = document(session)
    recorded(house, session, a_hand(house))
    later = document(session)

    aside = Path(restore(path).split("kept as ")[1].splitlines()[0].rstrip("."))

    assert document(session) == before
    assert stat.S_IMODE(sqlite_copy.find_database_path().stat().st_mode) == 0o600
    restore(aside)
    assert document(session) == later


def test_restore_saves_a_damaged_database_unchanged(session: Session, tmp_path: Path) -> None:
    path = back_up(tmp_path)
    before = document(session)
    connection.close()
    sqlite_copy.find_database_path().write_bytes(b"ink on the page")

    words = restore(path)

    aside = Path(words.split("kept as ")[1].splitlines()[0].rstrip("."))
    assert aside.read_bytes() == b"ink on the page"
    assert document(session) == before


def test_restore_is_refused_while_the_site_runs(session: Session, tmp_path: Path) -> None:
    path = back_up(tmp_path)
    with serving_lock.hold_database_lock(Path(settings.VAR), alone=False) as free:
        assert free
        assert "The site is running" in refusal(path, "restore")


def test_restore_is_refused_while_the_database_is_open(session: Session, tmp_path: Path) -> None:
    path = back_up(tmp_path)
    other = sqlite3.connect(sqlite_copy.find_database_path())
    other.execute("SELECT count(*) FROM club_entry").fetchone()
    before = document(session)

    assert "has the book open" in refusal(path, "restore")
    other.close()
    assert document(session) == before


def test_a_site_does_not_start_during_a_restore(tmp_path: Path) -> None:
    with (
        serving_lock.hold_database_lock(tmp_path, alone=True),
        serving_lock.hold_database_lock(tmp_path, alone=False) as free,
    ):
        assert not free


def cut_short(path: Path) -> Path:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return path


def foreign(path: Path) -> Path:
    path.unlink()
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipes (name)")
    database.close()
    return path


def newer(path: Path) -> Path:
    statement = "INSERT INTO django_migrations (app, name, applied) VALUES ('club', '9999_x', '')"
    return changed(path, statement)


def written(content: bytes) -> Callable[[Path], Path]:
    def write(path: Path) -> Path:
        path.write_bytes(content)
        return path

    return write


def missing(path: Path) -> Path:
    path.unlink()
    return path


def loose(path: Path) -> Path:
    return changed(path, "DELETE FROM club_club")


REFUSED: dict[str, tuple[Callable[[Path], Path], str]] = {
    "cut short": (cut_short, "damaged or cut short"),
    "loose ends": (loose, "damaged or cut short"),
    "foreign": (foreign, "not a book of Tarokk Club"),
    "newer": (newer, "newer Tarokk Club"),
    "no database": (written(b"PGDMP and more"), "not a backup of a book"),
    "empty": (written(b""), "not a backup of a book"),
    "missing": (missing, "No such file"),
}


@row("R21")
@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_file_is_refused_and_the_book_stays(
    session: Session, tmp_path: Path, name: str
) -> None:
    spoil, words = REFUSED[name]
    path = spoil(back_up(tmp_path))
    before = document(session)

    assert words in refusal(path)
    answer = refusal(path, "restore")
    assert "Nothing was changed" in answer and words in answer
    assert document(session) == before


@row("R22")
def test_a_naive_copy_of_the_file_is_reported(session: Session, tmp_path: Path) -> None:
    naive = tmp_path / "by-hand.sqlite3"
    shutil.copy(sqlite_copy.find_database_path(), naive)

    assert "copied from a database in use" in refusal(naive)


def test_reports_an_inconsistent_backup(session: Session, tmp_path: Path) -> None:
    path = changed(back_up(tmp_path), "UPDATE club_session SET hands_count = 99")

    assert "does not agree" in refusal(path)
    with pytest.raises(CommandError, match="difference"):
        restore(path)
    assert {finding.check for finding in iter_findings()} == {"session_hands"}


def test_an_inconsistent_database_is_still_backed_up(session: Session, tmp_path: Path) -> None:
    first = back_up(tmp_path)
    Session.objects.update(hands_count=99)
    with pytest.raises(CommandError, match="run audit_ledger"):
        back_up(tmp_path, keep=1)

    assert len(store.list_backups(tmp_path)) == 2
    assert first.exists(), "the good one is not dropped for one that is not"


@row("R23")
def test_a_restore_brings_back_members_but_no_revoked_links(
    session: Session, house: House, tmp_path: Path
) -> None:
    standing, revoked = an_invitation(house), an_invitation(house)
    form = a_form(house.anna)
    revoke_invitation(club_id=house.club.id, form=form, invitation_id=revoked.id)
    path = back_up(tmp_path)
    # What came after the copy is undone by it.
    house.bela.set_password("another one")
    house.bela.save()
    Invitation.objects.all().delete()
    Membership.objects.filter(user=house.anna).update(roles=["member"])
    Club.objects.update(time_zone="Asia/Tokyo")

    restore(path)

    client = Client()
    assert client.login(username="bela", password="kalandos pagat")
    assert client.get(f"/c/{house.club.slug}/").status_code == 200
    assert Membership.objects.get(user=house.anna).roles == ["owner", "secretary"]
    assert Club.objects.get().time_zone == "UTC"
    assert Client().get(link_to(standing)).status_code == 200
    assert Client().get(link_to(revoked)).status_code == 404


@row("R24")
def test_an_older_copy_is_migrated(session: Session, tmp_path: Path) -> None:
    path = back_up(tmp_path)
    before = document(session)
    sqlite_copy.run_on_copy(path, one_step_back)

    assert make_and_restore.verify_backup(path).older
    assert "has been migrated" in restore(path)
    assert document(session) == before
    assert list(iter_findings()) == []


def one_step_back() -> None:
    call_command("migrate", "usersessions", "zero", interactive=False, verbosity=0)


def test_full_disk_is_reported_and_leaves_no_file(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path) -> None:
        raise OSError(28, os.strerror(28), str(path))

    monkeypatch.setattr(store, "sync_to_disk", full)
    with pytest.raises(BackupError, match="No space left"):
        make_and_restore.make_backup(tmp_path, keep=3)
    assert list(tmp_path.iterdir()) == []
