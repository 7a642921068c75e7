"""What a waiting phone asks for again and again: has anything changed?"""

from uuid import UUID

from tarokk_club.club.models import Session


def pulse(session_id: UUID) -> tuple[int, int]:
    """The session's version and its draft's revision (0: no draft), in one query."""
    rows = Session.objects.filter(pk=session_id).values_list("version", "draft__revision")
    version, revision = rows.get()
    return version, revision or 0
