"""Undo what was recorded last, in one tap."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.session.usecases.entries import last_live, require_own_last
from tarokk_club.club.session.usecases.soft_delete import soft_delete
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def undo_last(*, session_id: UUID, form: Submission) -> Saved:
    """Delete the last entry of an open session; a scorer only their own. `restore_event` brings
    it back.

    Raises RefusedError and what the unit of work raises.
    """

    def change(write: SessionWrite) -> Saved:
        entry = last_live(write)
        if entry is None:
            raise RefusedError([Problem("nothing_to_undo", "")])
        if entry.record["type"] == "end":
            raise RefusedError([Problem("session_closed", "")])
        require_own_last(write, entry)
        return soft_delete(write, entry)

    return write_to_session(
        session_id,
        Command(form, Right.ENTER, {"do": "undo"}),
        change,
    )
