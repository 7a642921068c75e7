"""Raise and answer objections."""

from dataclasses import replace
from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import load_confirmations
from tarokk_club.club.confirmations.usecases.confirmations import (
    NewConfirmation,
    insert_confirmation,
    load_saved_confirmation,
    raise_if_refused,
    read_required_note,
    require_seat,
    require_unchanged,
)
from tarokk_club.club.models import Confirmation, ConfirmationKind
from tarokk_club.club.session.usecases.entries import find_live_entry
from tarokk_club.club.writing.events import objection_raised
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    SessionWrite,
    Submission,
    write_to_session_without_posting,
)


def raise_objection(
    *, session_id: UUID, form: Submission, note: str, entry_id: UUID | None = None
) -> Confirmation:
    """Record a player's objection to a hand, or to the session if entry_id is None.

    Raise StaleError if the hand has changed since the user loaded the page.
    Raise RefusedError, NotSeatedError and the errors of the unit of work.
    """
    content = {"do": "object", "entry": str(entry_id), "note": note}
    loose = replace(form, version=None)

    def save_objection(write: SessionWrite) -> Confirmation:
        _user, player_id = require_seat(write)
        text = read_required_note(note)
        confirmations = load_confirmations(write.session)
        if entry_id:
            find_live_entry(write, entry_id)
            require_unchanged(
                write, form.version, confirmations.find_changes_after(form.version or 0, entry_id)
            )
        mine = (entry_id, player_id)
        same = [
            (objection.row.entry_id, objection.row.player_id) for objection in confirmations.open
        ]
        raise_if_refused("objected_already" if mine in same else "")
        objection = insert_confirmation(
            write,
            NewConfirmation(
                kind=ConfirmationKind.OBJECTION, entry_id=entry_id, player_id=player_id, note=text
            ),
        )
        objection_raised.send(None, objection=objection, by=form.by)
        return objection

    def load_objection(write: SessionWrite) -> Confirmation:
        require_seat(write)
        return load_saved_confirmation(write)

    return write_to_session_without_posting(
        session_id,
        Command(loose, Right.READ, content),
        save_objection,
        repeated=load_objection,
    )


def answer_objection(
    *, session_id: UUID, form: Submission, confirmation_id: UUID, note: str
) -> Confirmation:
    """Record the answer that closes an objection, from a member who may correct hands.

    Raise RefusedError, Confirmation.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "answer", "statement": str(confirmation_id), "note": note}

    def save_answer(write: SessionWrite) -> Confirmation:
        text = read_required_note(note)
        old = write.session.confirmations.get(pk=confirmation_id, kind=ConfirmationKind.OBJECTION)
        waiting = {objection.row.id for objection in load_confirmations(write.session).open}
        raise_if_refused("" if old.id in waiting else "settled_already")
        return insert_confirmation(
            write,
            NewConfirmation(
                kind=ConfirmationKind.ANSWER, entry_id=old.entry_id, about=old, note=text
            ),
        )

    return write_to_session_without_posting(
        session_id,
        Command(form, Right.CORRECT, content),
        save_answer,
        repeated=load_saved_confirmation,
    )
