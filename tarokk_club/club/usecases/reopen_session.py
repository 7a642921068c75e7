"""Open a closed session again."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.permissions import Right
from tarokk_club.club.usecases.door import Form, Saved, door
from tarokk_club.club.usecases.entries import last_live, require_open
from tarokk_club.club.usecases.errors import RefusedError
from tarokk_club.club.usecases.strike import strike


def reopen_session(*, session_id: UUID, form: Form) -> Saved:
    """Take the end back; the pots hold again what they held.

    Raises RefusedError and what the door raises.
    """
    with door(session_id, form=form, right=Right.CORRECT, content={"do": "reopen"}) as desk:
        if desk.saved:
            return desk.saved
        require_open(desk)
        entry = last_live(desk)
        if entry is None or entry.record["type"] != "end":
            raise RefusedError([Problem("session_not_closed", "")])
        return strike(desk, entry)
