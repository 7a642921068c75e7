"""Use cases for the draft of a hand: save it, take it over, delete it."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models import Draft, Session, User, WriteKey
from tarokk_club.club.writing.errors import RefusedError, StaleDraftError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import require_right_at_session
from tarokk_club.database.write_lock import write_lock

register_refusals(
    {
        "draft_too_long": _("This is too much for one hand."),
    }
)


def lock_session_for_drafts(session_id: UUID, by: User) -> Session:
    """Lock and return the row of a session whose draft may be written.

    Raise RefusedError if the session is in the bin or closed.
    Raise ForbiddenError if the user may not enter hands.
    """
    session = Session.objects.select_for_update(no_key=True).get(pk=session_id)
    require_right_at_session(session, by, Right.ENTER)
    if session.binned_at or session.closed:
        raise RefusedError([Problem("session_closed", "")])
    return session


def require_draft_revision(session: Session, revision: int) -> Draft:
    """Return the draft if it has not changed since it was displayed.

    Raise StaleDraftError if it has changed or no longer exists.
    """
    draft = Draft.objects.filter(session=session).select_related("user").first()
    if draft is None or draft.revision != revision:
        raise StaleDraftError(draft)
    return draft


def is_draft_holder(draft: Draft, by: User, device: str) -> bool:
    """Return whether the user holds the draft in this browser.

    A draft from before devices were recorded has no device and is held by the user in any
    browser.
    """
    return draft.user_id == by.id and draft.device in ("", device)


def write_next_revision(draft: Draft, by: User, device: str) -> Draft:
    """Save the draft as its next revision, held by this user in this browser; return it."""
    draft.user = by
    draft.device = device
    draft.revision += 1
    draft.at = timezone.now()
    draft.save()
    return draft


LONGEST_DRAFT = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSubmission:
    """An unfinished hand, submitted by a phone to be saved as the draft.

    key: the key of the hand.
    revision: the revision of the draft that the hand continues; 0 for a new draft.
    record: the record so far.
    device: the id of the phone's browser.
    """

    key: UUID
    revision: int
    record: dict[str, Any]
    device: str = ""


def save_draft(*, session_id: UUID, by: User, submitted: DraftSubmission) -> Draft:
    """Save the draft and return it with its new revision.

    The record may be unfinished or impossible; only its size is checked.

    Raise StaleDraftError if another browser holds or has changed the draft, or if the hand was
        saved or discarded.
    Raise RefusedError if the record is too long, or the session is closed or in the bin.
    Raise ForbiddenError if the user may not enter hands.
    """
    if len(json.dumps(submitted.record)) > LONGEST_DRAFT:
        raise RefusedError([Problem("draft_too_long", "")])
    with write_lock():
        session = lock_session_for_drafts(session_id, by)
        draft = Draft.objects.filter(session=session).select_related("user").first()
        if draft is None:
            # The last tap may arrive after the hand itself was saved.
            if submitted.revision or WriteKey.objects.filter(pk=submitted.key).exists():
                raise StaleDraftError(None)
            draft = Draft(session=session, key=submitted.key)
        elif not _continues_draft(submitted, draft, by):
            raise StaleDraftError(draft)
        draft.record = submitted.record
        return write_next_revision(draft, by, submitted.device)


def _continues_draft(submitted: DraftSubmission, draft: Draft, by: User) -> bool:
    same = (draft.revision, draft.key) == (submitted.revision, submitted.key)
    return same and is_draft_holder(draft, by, submitted.device)


def take_over_draft(*, session_id: UUID, by: User, revision: int, device: str = "") -> Draft:
    """Transfer the draft to this user and browser, and return it.

    The phone that held the draft is notified at its next tap.

    device: the id of the browser that continues the draft.
    Raise StaleDraftError if the draft has changed since it was displayed.
    Raise RefusedError or ForbiddenError if the draft may not be written.
    """
    with write_lock():
        session = lock_session_for_drafts(session_id, by)
        return write_next_revision(require_draft_revision(session, revision), by, device)


def delete_draft(*, session_id: UUID, by: User, revision: int) -> None:
    """Delete the draft.

    Raise StaleDraftError if the draft has changed since it was displayed.
    Raise RefusedError or ForbiddenError if the draft may not be written.
    """
    with write_lock():
        session = lock_session_for_drafts(session_id, by)
        require_draft_revision(session, revision).delete()
