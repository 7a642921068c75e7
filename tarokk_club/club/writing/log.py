"""Audit log lines about reads: exports of files, and views of the log itself."""

from datetime import timedelta
from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, User
from tarokk_club.database.clock import build_recent_condition
from tarokk_club.database.write_lock import write_lock

# Paging through the log counts as a single reading.
ONE_READING = timedelta(hours=1)


def log_export(*, club_id: UUID, by: User, file: str, session_id: UUID | None = None) -> None:
    """Write a line about an exported file to the club's audit log.

    session_id: the exported session; None for a file about the whole club.
    """
    with write_lock():
        if session_id:
            facts = {"file": file, "session": str(session_id)}
            AuditLine.write(club_id, Act.EXPORTED, by=by, facts=facts)
        else:
            AuditLine.write(club_id, Act.EXPORTED_CLUB, by=by, facts={"file": file})


def record_log_reading(*, club_id: UUID, by: User) -> None:
    """Write to the club's audit log that the user read the log, at most once an hour per user."""
    lines = AuditLine.objects.filter(club_id=club_id, user=by, act=Act.LOG_READ)
    rows = lines.filter(build_recent_condition("at", ONE_READING))
    if not rows.exists():
        with write_lock():
            AuditLine.write(club_id, Act.LOG_READ, by=by)
