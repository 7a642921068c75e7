"""The times of the last backup, audit and daily work, stored in the database for all nodes."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DEFAULT_DB_ALIAS, DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from tarokk_club.club.models import Session, SiteNote
from tarokk_club.database.clock import is_ahead

DAY = timedelta(hours=24)
# An evening without a hand for this long is over, even if nobody closed it.
QUIET = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class MaintenanceAges:
    """The age of the last backup and of the last audit.

    backup, audit: the age; None if there is none, or if its time is in the future.
    differences: the number of findings of the last audit; None if there is none.
    """

    backup: timedelta | None = None
    audit: timedelta | None = None
    differences: int | None = None


def record_backup_run() -> None:
    """Record that a checked copy of the database was made now."""
    _write_note(SiteNote.BACKUP)


def record_audit_run(differences: int, *, using: str = DEFAULT_DB_ALIAS) -> None:
    """Record that the whole database was audited now, with the number of differences."""
    _write_note(SiteNote.AUDIT, str(differences), using=using)


def record_daily_run() -> None:
    """Record that the daily work was done now."""
    _write_note(SiteNote.DAILY)


def load_maintenance_ages() -> MaintenanceAges:
    """Return the age of the last backup and of the last audit.

    Raise DatabaseError if they cannot be read.
    """
    notes = _read_notes((SiteNote.BACKUP, SiteNote.AUDIT))
    backup, _text = notes.get(SiteNote.BACKUP, (None, ""))
    audit, text = notes.get(SiteNote.AUDIT, (None, ""))
    if not text.isdecimal():
        return MaintenanceAges(backup=backup)
    return MaintenanceAges(backup=backup, audit=audit, differences=int(text))


def is_backup_due() -> bool:
    """Return whether the last backup is missing, is a day old or lacks a club's first evening."""
    age, _text = _read_notes((SiteNote.BACKUP,)).get(SiteNote.BACKUP, (None, ""))
    return age is None or age >= DAY or _has_club_finished_first_evening(timezone.now() - age)


def _has_club_finished_first_evening(since: datetime) -> bool:
    """Return whether some club has finished its first evening since this time."""
    played = Session.objects.filter(club__demo=False, binned_at=None)
    over = played.filter(Q(closed=True) | Q(last_hand_at__lt=timezone.now() - QUIET))
    earlier = played.filter(club=OuterRef("club"), last_hand_at__lte=since)
    return over.filter(~Exists(earlier), last_hand_at__gt=since).exists()


def is_daily_work_due() -> bool:
    """Return whether the daily work was last done a day ago or longer, or never."""
    age, _text = _read_notes((SiteNote.DAILY,)).get(SiteNote.DAILY, (None, ""))
    return age is None or age >= DAY


def _read_notes(names: Iterable[str]) -> dict[str, tuple[timedelta | None, str]]:
    """Return the age and the text of each existing note, by name.

    The age is None for a note from the future.
    """
    rows = SiteNote.objects.filter(name__in=names).values_list("name", "at", "text")
    now, zero = timezone.now(), timedelta(0)
    return {
        # A note from the future must not delay the next backup.
        name: (None if is_ahead(at) else max(now - at, zero), text)
        for name, at, text in rows
    }


def _write_note(name: str, text: str = "", *, using: str = DEFAULT_DB_ALIAS) -> None:
    """Store the note with the current time; ignore a database error."""
    # A database that is full, locked or outdated must not turn a good backup into an error.
    with suppress(DatabaseError), transaction.atomic(using=using):
        SiteNote.objects.using(using).update_or_create(name=name, defaults={"text": text})
