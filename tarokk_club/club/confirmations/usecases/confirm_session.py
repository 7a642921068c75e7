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
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    SessionWrite,
    Submission,
    write_beside_session,
)


def confirm_session(*, session_id: UUID, form: Submission) -> Statement:
    """The seal, with the last line of history that it covers.

    Raises RefusedError, NotSeatedError and what the unit of work raises.
    """
    content = {"do": "seal"}

    def change(write: SessionWrite) -> Statement:
        user_id, player_id = seat_in(write)
        refuse(session_refusal(signing_of(write.session), user_id, player_id))
        return add_statement(write, Saying(kind=Kind.SEAL, player_id=player_id))

    def repeated(write: SessionWrite) -> Statement:
        seat_in(write)
        return said_before(write)

    return write_beside_session(
        session_id,
        Command(form, Right.READ, content),
        change,
        repeated=repeated,
    )
