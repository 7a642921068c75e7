"""Take a session out of the bin again."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, AuditLine
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.posting import ChangeDraft, post
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def unbin_session(*, session_id: UUID, form: Submission) -> Saved:
    """Let the session count again as it was.

    Raises RefusedError (not in the bin) and what the unit of work raises.
    """

    def change(write: SessionWrite) -> Saved:
        if write.session.binned_at is None:
            raise RefusedError([Problem("session_not_binned", "")])
        write.session.binned_at = None
        facts = {"session": str(session_id)}
        AuditLine.write(write.session.club_id, Act.UNBINNED, by=form.by, facts=facts)
        return post(write, ChangeDraft(action=Action.UNBIN, since=None, fields=("binned_at",)))

    return write_to_session(
        session_id, Command(form, Right.CORRECT, {"do": "unbin"}), change, binned=True
    )
