"""Keep the hand in the making, so that a sleeping phone loses nothing."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.hand.usecases.drafts import holds, keep_draft, open_for_drafts
from tarokk_club.club.models import Draft, User, WriteKey
from tarokk_club.club.writing.errors import RefusedError, StaleDraftError
from tarokk_club.database.write_lock import write_lock

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
