"""Open a closed session again."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.session.usecases.entries import last_live, require_open
from tarokk_club.club.session.usecases.soft_delete import soft_delete
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Saved, Submission, unit_of_work


def reopen_session(*, session_id: UUID, form: Submission) -> Saved:
    """Take the end back; the pots hold again what they held.

    Raises RefusedError and what the unit of work raises.
    """
    with unit_of_work(
        session_id, form=form, right=Right.CORRECT, content={"do": "reopen"}
    ) as write:
        if write.saved:
            return write.saved
        require_open(write)
        entry = last_live(write)
        if entry is None or entry.record["type"] != "end":
            raise RefusedError([Problem("session_not_closed", "")])
        return soft_delete(write, entry)
