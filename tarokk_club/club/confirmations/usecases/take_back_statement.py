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
from tarokk_club.club.session.usecases.entries import require_open
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, unit_of_work


def take_back_statement(*, session_id: UUID, form: Submission, statement_id: UUID) -> Statement:
    """A new fact that ends the old one.

    Raises RefusedError, NotSeatedError, Statement.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "take_back", "statement": str(statement_id)}
    with unit_of_work(session_id, form=form, right=Right.READ, content=content) as write:
        user_id, player_id = seat_in(write)
        if write.repeated:
            return said_before(write)
        require_open(write)
        old = write.session.statements.get(pk=statement_id, kind__in=[Kind.SEAL, Kind.OBJECT])
        refuse("" if old.author_id == user_id else "not_yours")
        refuse("taken_back" if old.followers.filter(kind=Kind.TAKE_BACK).exists() else "")
        return add_statement(
            write,
            Saying(kind=Kind.TAKE_BACK, entry_id=old.entry_id, about=old, player_id=player_id),
        )
