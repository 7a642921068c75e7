"""Bring a deleted hand or other event back."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.session.usecases.entries import entry_of, require_own_last
from tarokk_club.club.session.usecases.soft_delete import undelete
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def restore_event(*, session_id: UUID, form: Submission, entry_id: UUID) -> Saved:
    """Bring a deleted entry back to its old place; a scorer only their own last one.

    Raises RefusedError, LaterEntryError and what the unit of work raises.
    """
    content = {"do": "restore", "entry": str(entry_id)}

    def change(write: SessionWrite) -> Saved:
        entry = entry_of(write, entry_id)
        if not entry.deleted:
            raise RefusedError([Problem("entry_stands", "entry")])
        require_own_last(write, entry)
        return undelete(write, entry)

    return write_to_session(
        session_id,
        Command(form, Right.ENTER, content),
        change,
    )
