"""Soft-delete and restore entries and sessions."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, AuditLine, Entry
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.posting import ChangeDraft, write_postings
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def soft_delete(write: SessionWrite, entry: Entry) -> Saved:
    """Mark the entry as deleted; it keeps its place and can be restored."""
    action = Action.REOPEN if entry.record["type"] == "end" else Action.DELETE
    _set_deleted(entry, deleted=True)
    draft = ChangeDraft(
        action=action,
        entry=entry,
        before=entry.record,
        note_before=entry.note,
        since=entry.position,
    )
    return write_postings(write, draft)


def undelete(write: SessionWrite, entry: Entry) -> Saved:
    """Restore a deleted entry to its old place."""
    action = Action.CLOSE if entry.record["type"] == "end" else Action.RESTORE
    _set_deleted(entry, deleted=False)
    return write_postings(write, build_entry_change(action, entry))


def build_entry_change(action: Action, entry: Entry) -> ChangeDraft:
    """Return the draft of a history line with the new state of an entry."""
    return ChangeDraft(
        action=action,
        entry=entry,
        after=entry.record,
        note_after=entry.note,
        since=entry.position,
    )


def _set_deleted(entry: Entry, *, deleted: bool) -> None:
    entry.deleted = deleted
    entry.save(update_fields=["deleted"])


def bin_session(*, session_id: UUID, form: Submission) -> Saved:
    """Move a session to the bin, which excludes it from all lists and sums.

    Sessions stay in the bin until they are restored; nothing purges them.

    Raise RefusedError if it is in the bin already.
    Raise the errors of the unit of work.
    """

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, {"do": "bin"}),
        put_into_bin,
    )


def put_into_bin(write: SessionWrite) -> Saved:
    """Move the session to the bin; call only in a unit of work."""
    session = write.session
    session.binned_at = timezone.now()
    AuditLine.write(
        session.club_id, Act.BINNED, by=write.form.by, facts={"session": str(session.id)}
    )
    return write_postings(write, ChangeDraft(action=Action.BIN, since=None, fields=("binned_at",)))


def unbin_session(*, session_id: UUID, form: Submission) -> Saved:
    """Restore a session from the bin.

    Raise RefusedError if it is not in the bin.
    Raise the errors of the unit of work.
    """

    def change(write: SessionWrite) -> Saved:
        if write.session.binned_at is None:
            raise RefusedError([Problem("session_not_binned", "")])
        write.session.binned_at = None
        facts = {"session": str(session_id)}
        AuditLine.write(write.session.club_id, Act.UNBINNED, by=form.by, facts=facts)
        return write_postings(
            write, ChangeDraft(action=Action.UNBIN, since=None, fields=("binned_at",))
        )

    return write_to_session(
        session_id, Command(form, Right.CORRECT, {"do": "unbin"}), change, binned=True
    )
