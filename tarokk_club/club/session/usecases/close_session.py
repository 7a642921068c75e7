"""Close a session: its pots are split."""

from uuid import UUID

from tarokk_club.club.session.usecases.record_event import record_event
from tarokk_club.club.writing.unit_of_work import Saved, Submission


def close_session(*, session_id: UUID, form: Submission) -> Saved:
    """Record the end of the session.

    Raises RefusedError (it has ended) and what the unit of work raises.
    """
    return record_event(session_id=session_id, form=form, raw={"type": "end"})
