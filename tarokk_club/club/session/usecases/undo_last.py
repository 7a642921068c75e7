"""Undo what was recorded last, in one tap."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.session.usecases.entries import last_live, require_open, require_own_last
from tarokk_club.club.session.usecases.soft_delete import soft_delete
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Saved, Submission, unit_of_work


def undo_last(*, session_id: UUID, form: Submission) -> Saved:
    """Delete the last entry of an open session; a scorer only their own. `restore_event` brings
    it back.

    Raises RefusedError and what the unit of work raises.
    """
    with unit_of_work(session_id, form=form, right=Right.ENTER, content={"do": "undo"}) as write:
        if write.saved:
            return write.saved
        require_open(write)
        entry = last_live(write)
        if entry is None:
            raise RefusedError([Problem("nothing_to_undo", "")])
        if entry.record["type"] == "end":
            raise RefusedError([Problem("session_closed", "")])
        require_own_last(write, entry)
        return soft_delete(write, entry)
