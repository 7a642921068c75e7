"""Delete a recorded hand or other event."""

from uuid import UUID

from tarokk_club.club.session.usecases.entries import live_entry, require_open
from tarokk_club.club.session.usecases.soft_delete import soft_delete
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Saved, Submission, unit_of_work


def delete_event(*, session_id: UUID, form: Submission, entry_id: UUID) -> Saved:
    """Take the entry out of the reckoning. It stays in the history and can be restored.

    Raises RefusedError, LaterEntryError and what the unit of work raises.
    """
    content = {"do": "delete", "entry": str(entry_id)}
    with unit_of_work(session_id, form=form, right=Right.CORRECT, content=content) as write:
        if write.saved:
            return write.saved
        require_open(write)
        return soft_delete(write, live_entry(write, entry_id))
