"""Put a session that was started by mistake into the bin."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.unit_of_work import Saved, SessionWrite, Submission, unit_of_work
from tarokk_club.club.models import Act, AuditLine
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.entries import require_open
from tarokk_club.club.session.usecases.posting import ChangeDraft, post


def bin_session(*, session_id: UUID, form: Submission) -> Saved:
    """Take the session out of all lists and sums; nothing of it is lost.

    Raises RefusedError (it is there already) and what the door raises.
    """
    with unit_of_work(session_id, form=form, right=Right.CORRECT, content={"do": "bin"}) as desk:
        if desk.saved:
            return desk.saved
        require_open(desk)
        return put_into_bin(desk)


def put_into_bin(desk: SessionWrite) -> Saved:
    """Note that the session is in the bin; behind the door only."""
    session = desk.session
    session.binned_at = timezone.now()
    AuditLine.write(
        session.club_id, Act.BINNED, by=desk.form.by, facts={"session": str(session.id)}
    )
    return post(desk, ChangeDraft(action=Action.BIN, since=None, fields=("binned_at",)))
