"""Delete a recorded hand or other event."""

from uuid import UUID

from tarokk_club.club.session.usecases.entries import live_entry
from tarokk_club.club.session.usecases.soft_delete import soft_delete
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def delete_event(*, session_id: UUID, form: Submission, entry_id: UUID) -> Saved:
    """Take the entry out of the reckoning. It stays in the history and can be restored.

    Raises RefusedError, LaterEntryError and what the unit of work raises.
    """
    content = {"do": "delete", "entry": str(entry_id)}

    def change(write: SessionWrite) -> Saved:
        return soft_delete(write, live_entry(write, entry_id))

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content),
        change,
    )
