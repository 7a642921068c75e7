"""Go on with the hand that another phone has begun."""

from uuid import UUID

from tarokk_club.club.hand.usecases.drafts import draft_at, keep_draft, open_for_drafts
from tarokk_club.club.models import Draft, User
from tarokk_club.database.write_lock import write_lock


def take_over_draft(*, session_id: UUID, by: User, revision: int, device: str = "") -> Draft:
    """The draft in new hands; the other phone learns of it at its next tap. device: a mark of the
    browser that goes on with it.

    Raises StaleDraftError when it has changed since it was shown, RefusedError, ForbiddenError.
    """
    with write_lock():
        session = open_for_drafts(session_id, by)
        return keep_draft(draft_at(session, revision), by, device)
