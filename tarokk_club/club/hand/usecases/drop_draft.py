"""Throw a hand in the making away."""

from uuid import UUID

from tarokk_club.club.hand.usecases.drafts import draft_at, open_for_drafts
from tarokk_club.club.models import User
from tarokk_club.database.write_lock import write_lock


def drop_draft(*, session_id: UUID, by: User, revision: int) -> None:
    """Forget the draft.

    Raises StaleDraftError when it has changed since, RefusedError, ForbiddenError.
    """
    with write_lock():
        session = open_for_drafts(session_id, by)
        draft_at(session, revision).delete()
