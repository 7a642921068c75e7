"""Close an objection with a word, where there is nothing to correct."""

from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import signing_of
from tarokk_club.club.confirmations.usecases.statements import (
    Saying,
    add_statement,
    read_note,
    refuse,
    said_before,
)
from tarokk_club.club.models import Kind, Statement
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    SessionWrite,
    Submission,
    write_beside_session,
)


def answer_objection(
    *, session_id: UUID, form: Submission, statement_id: UUID, note: str
) -> Statement:
    """The answer of whoever may correct the hand.

    Raises RefusedError, Statement.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "answer", "statement": str(statement_id), "note": note}

    def change(write: SessionWrite) -> Statement:
        text = read_note(note)
        old = write.session.statements.get(pk=statement_id, kind=Kind.OBJECT)
        waiting = {one.statement.id for one in signing_of(write.session).open}
        refuse("" if old.id in waiting else "settled_already")
        return add_statement(
            write, Saying(kind=Kind.ANSWER, entry_id=old.entry_id, about=old, note=text)
        )

    return write_beside_session(
        session_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: said_before(write),
    )
