"""Data is deleted after its retention period, and nothing else is."""

from datetime import UTC, datetime, time, timedelta
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session as SignInSession
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from support.attackers import a_link
from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.push_receiver import Browser
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import (
    Act,
    AuditLine,
    CalendarLink,
    Draft,
    EveningAnswer,
    Invitation,
    Notice,
    PasswordLink,
    PlannedEvening,
    Player,
    PushDevice,
    Session,
    WriteKey,
)
from tarokk_club.club.privacy.retention import PERIODS, RetainedKind
from tarokk_club.club.privacy.usecases.clearing import delete_outdated_rows
from tarokk_club.serving.backups import store

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def just(kept: RetainedKind, *, over: bool) -> datetime:
    """Return an hour before or after the end of the retention period."""
    return timezone.now() - PERIODS[kept].span + (-HOUR if over else HOUR)


def create_retained_rows(house: House, session: Session, *, over: bool) -> None:
    """Create a row of each kind, before or after the end of its retention period."""
    AuditLine.write(house.club.id, Act.SIGNED_IN, by=house.bela)
    AuditLine.objects.filter(pk=AuditLine.objects.latest("pk").pk).update(
        at=just(RetainedKind.LOG, over=over)
    )
    a_link(Invitation, house.club, house.anna, roles=["member"], uses_left=1)
    a_link(PasswordLink, house.club, house.anna, user=house.bela, password_mark="m")
    for rows in (Invitation, PasswordLink):
        rows.objects.update(expires_at=just(RetainedKind.LINKS, over=over))
    Draft.objects.create(session=session, at=just(RetainedKind.DRAFTS, over=over))
    WriteKey.objects.create(
        key=uuid4(), club=house.club, fingerprint="f", made_at=just(RetainedKind.KEYS, over=over)
    )
    told_at = just(RetainedKind.NOTICES, over=over)
    Notice.objects.create(
        user=house.bela,
        kind="plan",
        way="letter",
        subject=uuid4(),
        once=str(uuid4()),
        state="sent",
        made_at=told_at,
        due_at=told_at,
        done_at=told_at,
    )
    Browser().device(house.anna, seen_at=just(RetainedKind.PHONES, over=over))
    sent = {"login": "bela", "password": "kalandos pagat"}
    assert Client().post(reverse("account_login"), sent).status_code == 302
    ends = timezone.now() + (-HOUR if over else HOUR)
    SignInSession.objects.update(expire_date=ends)
    day = (timezone.now() - PERIODS[RetainedKind.ANSWERS].span).date() + timedelta(
        days=-1 if over else 1
    )
    now, cili = timezone.now(), Player.objects.get(name="Cili")
    evening = PlannedEvening.objects.create(
        club=house.club, date=day, starts=time(18), made_at=now, changed_at=now
    )
    EveningAnswer.objects.create(evening=evening, player=cili, coming="yes", at=now)
    guest = Player.objects.create(club=house.club, name="Vendég", guest=True)
    came = just(RetainedKind.REGISTRATIONS, over=over)
    Player.objects.filter(pk=guest.pk).update(created_at=came)
    a_link(CalendarLink, house.club, house.anna, revoked_at=just(RetainedKind.LINKS, over=over))


def counted() -> list[int]:
    """How many there are of each kind."""
    kinds = (AuditLine, WriteKey, Invitation, PasswordLink, Draft, SignInSession, UserSession)
    later = (CalendarLink, EveningAnswer, Notice, PushDevice, Player)
    return [rows.objects.count() for rows in (*kinds, *later)]


@row("S65")
def test_outdated_rows_are_deleted(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    before = counted()
    create_retained_rows(house, session, over=True)
    # Signing in has written a fresh line of the log as well.
    gone = delete_outdated_rows(now=timezone.now())

    assert counted() == [before[0] + 1, *before[1:]]
    assert gone == {
        RetainedKind.LOG: 1,
        RetainedKind.LINKS: 3,
        RetainedKind.DRAFTS: 1,
        RetainedKind.KEYS: 1,
        RetainedKind.ANSWERS: 1,
        RetainedKind.NOTICES: 1,
        RetainedKind.PHONES: 1,
        RetainedKind.REGISTRATIONS: 1,
        RetainedKind.SIGN_INS: 2,
    }
    assert list(iter_findings()) == []


@row("S65")
def test_rows_within_their_retention_stay(house: House, session: Session) -> None:
    create_retained_rows(house, session, over=False)
    before = counted()

    gone = delete_outdated_rows(now=timezone.now())

    assert counted() == before
    assert set(gone.values()) == {0}


@row("S65")
def test_keys_of_the_history_are_never_deleted(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    WriteKey.objects.update(made_at=timezone.now() - timedelta(days=4000))

    delete_outdated_rows(now=timezone.now())

    assert not WriteKey.objects.filter(change=None).exists()
    assert WriteKey.objects.count() == 2
    assert list(iter_findings()) == []


def a_copy(folder: Path, days: int, name: str = ".sqlite3") -> Path:
    made = datetime.now(UTC) - timedelta(days=days)
    path = folder / (made.strftime("club-%Y-%m-%dT%H-%M-%S.%fZ") + name)
    path.write_text("a book")
    return path


@row("S65")
def test_old_backups_go_but_never_the_newest(tmp_path: Path) -> None:
    span = PERIODS[RetainedKind.BACKUPS].span
    newest = a_copy(tmp_path, 40)
    old = a_copy(tmp_path, 50)
    aside = [a_copy(tmp_path, 36, f".before-restore{end}") for end in (".sqlite3", ".sqlite3-wal")]
    kept = a_copy(tmp_path, 34, ".before-restore.sqlite3")
    letter = tmp_path / "club-letter.sqlite3"
    letter.write_text("not ours")

    assert store.drop_outdated_files(tmp_path, span) == 3

    assert sorted(tmp_path.iterdir()) == sorted([newest, kept, letter])
    assert not old.exists() and not any(path.exists() for path in aside)


@row("S65")
def test_the_command_reports_the_deleted_data(house: House) -> None:
    folder = store.find_backup_folder(Path(settings.VAR))
    folder.mkdir(exist_ok=True)
    old = [a_copy(folder, 40), a_copy(folder, 39)]
    aside = a_copy(Path(settings.VAR), 36, ".before-restore.sqlite3")
    out = StringIO()
    call_command("tidy", stdout=out)

    assert "Backups of the book, from the day they were made (35): 2" in out.getvalue()
    assert len(out.getvalue().splitlines()) == len(RetainedKind)
    assert [path.exists() for path in (*old, aside)] == [False, True, False]
    old[1].unlink()
