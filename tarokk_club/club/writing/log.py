"""Audit log lines about exports."""

from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, User
from tarokk_club.database.write_lock import write_lock


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
