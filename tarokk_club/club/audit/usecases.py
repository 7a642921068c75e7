"""Note that the audit was read."""

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, User
from tarokk_club.database.write_lock import write_lock

# Turning the pages of the log is one reading.
ONE_READING = timedelta(hours=1)


def note_reading(*, club_id: UUID, by: User) -> None:
    """Write the line, once an hour."""
    lately = timezone.now() - ONE_READING
    rows = AuditLine.objects.filter(club_id=club_id, user=by, act=Act.LOG_READ, at__gt=lately)
    if not rows.exists():
        with write_lock():
            AuditLine.write(club_id, Act.LOG_READ, by=by)
