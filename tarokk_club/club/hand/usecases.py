"""Save, take over and drop the draft of a hand."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Draft, Session, User, WriteKey
from tarokk_club.club.writing.errors import RefusedError, StaleDraftError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import roles_in
from tarokk_club.database.write_lock import write_lock


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


LONGEST_DRAFT = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """A draft as a phone has it: the record so far, the revision it goes on from (0: none), the
    hand's key; device: a mark of the phone's browser.
    """

    key: UUID
    revision: int
    record: dict[str, Any]
    device: str = ""


def save_draft(*, session_id: UUID, by: User, sketch: Sketch) -> Draft:
    """The draft with its new revision. The record may be unfinished or impossible; only its size is
    judged.

    Raises StaleDraftError when another phone holds it or has gone on, or when the hand was saved;
    RefusedError, ForbiddenError.
    """
    if len(json.dumps(sketch.record)) > LONGEST_DRAFT:
        raise RefusedError([Problem("draft_too_long", "")])
    with write_lock():
        session = open_for_drafts(session_id, by)
        draft = Draft.objects.filter(session=session).select_related("user").first()
        if draft is None:
            # The last tap may arrive after the hand itself was saved.
            if sketch.revision or WriteKey.objects.filter(pk=sketch.key).exists():
                raise StaleDraftError(None)
            draft = Draft(session=session, key=sketch.key)
        elif not _goes_on(sketch, draft, by):
            raise StaleDraftError(draft)
        draft.record = sketch.record
        return keep_draft(draft, by, sketch.device)


def _goes_on(sketch: Sketch, draft: Draft, by: User) -> bool:
    same = (draft.revision, draft.key) == (sketch.revision, sketch.key)
    return same and holds(draft, by, sketch.device)


def take_over_draft(*, session_id: UUID, by: User, revision: int, device: str = "") -> Draft:
    """The draft in new hands; the other phone learns of it at its next tap. device: a mark of the
    browser that goes on with it.

    Raises StaleDraftError when it has changed since it was shown, RefusedError, ForbiddenError.
    """
    with write_lock():
        session = open_for_drafts(session_id, by)
        return keep_draft(draft_at(session, revision), by, device)


def drop_draft(*, session_id: UUID, by: User, revision: int) -> None:
    """Forget the draft.

    Raises StaleDraftError when it has changed since, RefusedError, ForbiddenError.
    """
    with write_lock():
        session = open_for_drafts(session_id, by)
        draft_at(session, revision).delete()
