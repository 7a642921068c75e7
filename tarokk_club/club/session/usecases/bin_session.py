"""Put a session that was started by mistake into the bin."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.posting import ChangeDraft, post
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def bin_session(*, session_id: UUID, form: Submission) -> Saved:
    """Take the session out of all lists and sums; nothing of it is lost.

    Raises RefusedError (it is there already) and what the unit of work raises.
    """

    def change(write: SessionWrite) -> Saved:
        return put_into_bin(write)

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, {"do": "bin"}),
        change,
    )


def put_into_bin(write: SessionWrite) -> Saved:
    """Note that the session is in the bin; in a unit of work only."""
    session = write.session
    session.binned_at = timezone.now()
    AuditLine.write(
        session.club_id, Act.BINNED, by=write.form.by, facts={"session": str(session.id)}
    )
    return post(write, ChangeDraft(action=Action.BIN, since=None, fields=("binned_at",)))
