"""Open a closed session again."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.session.usecases.entries import last_live
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


def reopen_session(*, session_id: UUID, form: Submission) -> Saved:
    """Take the end back; the pots hold again what they held.

    Raises RefusedError and what the unit of work raises.
    """

    def change(write: SessionWrite) -> Saved:
        entry = last_live(write)
        if entry is None or entry.record["type"] != "end":
            raise RefusedError([Problem("session_not_closed", "")])
        return soft_delete(write, entry)

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, {"do": "reopen"}),
        change,
    )
