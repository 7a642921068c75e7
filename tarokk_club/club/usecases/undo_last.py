"""Undo what was recorded last, in one tap."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.permissions import Right
from tarokk_club.club.usecases.door import Form, Saved, door
from tarokk_club.club.usecases.entries import last_live, require_open, require_own_last
from tarokk_club.club.usecases.errors import RefusedError
from tarokk_club.club.usecases.strike import strike


def undo_last(*, session_id: UUID, form: Form) -> Saved:
    """Delete the last entry of an open session; a scorer only the own one. `restore_event` brings
    it back.

    Raises RefusedError and what the door raises.
    """
    with door(session_id, form=form, right=Right.ENTER, content={"do": "undo"}) as desk:
        if desk.saved:
            return desk.saved
        require_open(desk)
        entry = last_live(desk)
        if entry is None:
            raise RefusedError([Problem("nothing_to_undo", "")])
        if entry.record["type"] == "end":
            raise RefusedError([Problem("session_closed", "")])
        require_own_last(desk, entry)
        return strike(desk, entry)
