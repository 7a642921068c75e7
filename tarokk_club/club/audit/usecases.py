"""The use case that records who read the log of a club."""

from datetime import timedelta
from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, User
from tarokk_club.database.clock import build_recent_condition
from tarokk_club.database.write_lock import write_lock

# Paging through the log counts as a single reading.
ONE_READING = timedelta(hours=1)


def record_log_reading(*, club_id: UUID, by: User) -> None:
    """Add to the log that the user read it, at most once an hour for each user."""
    lines = AuditLine.objects.filter(club_id=club_id, user=by, act=Act.LOG_READ)
    rows = lines.filter(build_recent_condition("at", ONE_READING))
    if not rows.exists():
        with write_lock():
            AuditLine.write(club_id, Act.LOG_READ, by=by)
