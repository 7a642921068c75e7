"""Put a session that was started by mistake into the bin."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.entries import require_open
from tarokk_club.club.session.usecases.posting import ChangeDraft, post
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Saved, SessionWrite, Submission, unit_of_work


def bin_session(*, session_id: UUID, form: Submission) -> Saved:
    """Take the session out of all lists and sums; nothing of it is lost.

    Raises RefusedError (it is there already) and what the unit of work raises.
    """
    with unit_of_work(session_id, form=form, right=Right.CORRECT, content={"do": "bin"}) as write:
        if write.saved:
            return write.saved
        require_open(write)
        return put_into_bin(write)


def put_into_bin(write: SessionWrite) -> Saved:
    """Note that the session is in the bin; in a unit of work only."""
    session = write.session
    session.binned_at = timezone.now()
    AuditLine.write(
        session.club_id, Act.BINNED, by=write.form.by, facts={"session": str(session.id)}
    )
    return post(write, ChangeDraft(action=Action.BIN, since=None, fields=("binned_at",)))
