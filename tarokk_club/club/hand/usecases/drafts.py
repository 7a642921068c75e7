"""What the use cases about drafts share."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Draft, Session, User
from tarokk_club.club.writing.errors import RefusedError, StaleDraftError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import roles_in


def open_for_drafts(session_id: UUID, by: User) -> Session:
    """The session's row, locked; its draft may be written.

    Raises RefusedError and ForbiddenError.
    """
    session = Session.objects.select_for_update(no_key=True).get(pk=session_id)
    roles_in(session.club_id, by, Right.ENTER)
    if session.binned_at or session.closed:
        raise RefusedError([Problem("session_closed", "")])
    return session


def draft_at(session: Session, revision: int) -> Draft:
    """The draft, unchanged since it was shown. Raises StaleDraftError."""
    draft = Draft.objects.filter(session=session).select_related("user").first()
    if draft is None or draft.revision != revision:
        raise StaleDraftError(draft)
    return draft


def holds(draft: Draft, by: User, device: str) -> bool:
    """Whether this browser of this person has the draft; one of long ago is held by the person."""
    return draft.user_id == by.id and draft.device in ("", device)


def keep_draft(draft: Draft, by: User, device: str) -> Draft:
    """Write the draft as the next revision, held by this person in this browser."""
    draft.user = by
    draft.device = device
    draft.revision += 1
    draft.at = timezone.now()
    draft.save()
    return draft
