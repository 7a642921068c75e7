"""Take back one's own seal or objection; both stay in the history."""

from uuid import UUID

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


def take_back_statement(*, session_id: UUID, form: Submission, statement_id: UUID) -> Statement:
    """A new fact that ends the old one.

    Raises RefusedError, NotSeatedError, Statement.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "take_back", "statement": str(statement_id)}

    def change(write: SessionWrite) -> Statement:
        user_id, player_id = seat_in(write)
        old = write.session.statements.get(pk=statement_id, kind__in=[Kind.SEAL, Kind.OBJECT])
        refuse("" if old.author_id == user_id else "not_yours")
        refuse("taken_back" if old.followers.filter(kind=Kind.TAKE_BACK).exists() else "")
        return add_statement(
            write,
            Saying(kind=Kind.TAKE_BACK, entry_id=old.entry_id, about=old, player_id=player_id),
        )

    def repeated(write: SessionWrite) -> Statement:
        seat_in(write)
        return said_before(write)

    return write_beside_session(
        session_id,
        Command(form, Right.READ, content),
        change,
        repeated=repeated,
    )
