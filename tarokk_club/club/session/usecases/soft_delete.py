"""Marking an entry deleted and live again, in a unit of work; what several use cases do."""

from tarokk_club.club.models import Entry
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.posting import ChangeDraft, post
from tarokk_club.club.writing.unit_of_work import Saved, SessionWrite


def soft_delete(write: SessionWrite, entry: Entry) -> Saved:
    """Delete the entry; it keeps its place and can be brought back."""
    action = Action.REOPEN if entry.record["type"] == "end" else Action.DELETE
    _mark(entry, deleted=True)
    gone = ChangeDraft(
        action=action,
        entry=entry,
        before=entry.record,
        note_before=entry.note,
        since=entry.position,
    )
    return post(write, gone)


def undelete(write: SessionWrite, entry: Entry) -> Saved:
    """Bring a deleted entry back to its old place."""
    action = Action.CLOSE if entry.record["type"] == "end" else Action.RESTORE
    _mark(entry, deleted=False)
    return post(write, entry_state(action, entry))


def entry_state(action: Action, entry: Entry) -> ChangeDraft:
    """That the entry stands from now on as it is."""
    return ChangeDraft(
        action=action,
        entry=entry,
        after=entry.record,
        note_after=entry.note,
        since=entry.position,
    )


def _mark(entry: Entry, *, deleted: bool) -> None:
    entry.deleted = deleted
    entry.save(update_fields=["deleted"])
