"""Confirm a closed session: somebody else of the table says that the sheet is right."""

from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import signing_of
from tarokk_club.club.confirmations.queries.who_may_confirm import session_refusal
from tarokk_club.club.confirmations.usecases.statements import (
    Saying,
    add_statement,
    refuse,
    said_before,
    seat_in,
)
from tarokk_club.club.models import Kind, Statement
from tarokk_club.club.session.usecases.entries import require_open
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, unit_of_work


def confirm_session(*, session_id: UUID, form: Submission) -> Statement:
    """The seal, with the last line of history that it covers.

    Raises RefusedError, NotSeatedError and what the unit of work raises.
    """
    content = {"do": "seal"}
    with unit_of_work(session_id, form=form, right=Right.READ, content=content) as write:
        user_id, player_id = seat_in(write)
        if write.repeated:
            return said_before(write)
        require_open(write)
        refuse(session_refusal(signing_of(write.session), user_id, player_id))
        return add_statement(write, Saying(kind=Kind.SEAL, player_id=player_id))
