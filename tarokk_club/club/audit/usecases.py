"""Note that the audit was read."""

from datetime import timedelta
from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, User
from tarokk_club.database.clock import within
from tarokk_club.database.write_lock import write_lock

# Turning the pages of the log is one reading.
ONE_READING = timedelta(hours=1)


def note_reading(*, club_id: UUID, by: User) -> None:
    """Write the line, once an hour."""
    lines = AuditLine.objects.filter(club_id=club_id, user=by, act=Act.LOG_READ)
    rows = lines.filter(within("at", ONE_READING))
    if not rows.exists():
        with write_lock():
            AuditLine.write(club_id, Act.LOG_READ, by=by)
