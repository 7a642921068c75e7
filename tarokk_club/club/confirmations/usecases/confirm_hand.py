"""Confirm one hand, in a club that wants it hand by hand."""

from dataclasses import replace
from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import signing_of
from tarokk_club.club.confirmations.queries.who_may_confirm import hand_refusal
from tarokk_club.club.confirmations.usecases.statements import (
    Saying,
    add_statement,
    refuse,
    require_unchanged,
    said_before,
    seat_in,
)
from tarokk_club.club.models import Kind, Statement
from tarokk_club.club.session.usecases.entries import live_entry
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    SessionWrite,
    Submission,
    write_beside_session,
)


def confirm_hand(*, session_id: UUID, form: Submission, entry_id: UUID) -> Statement:
    """The seal of a player who sat at the table and did not enter the hand.

    A hand entered meanwhile does not matter. Raises RefusedError, StaleError when what the person
    saw was changed, NotSeatedError and what the unit of work raises.
    """
    content = {"do": "seal_hand", "entry": str(entry_id)}
    loose = replace(form, version=None)

    def change(write: SessionWrite) -> Statement:
        user_id, player_id = seat_in(write)
        live_entry(write, entry_id)
        refuse("" if write.session.club.seal_hands else "seal_no_hands")
        signing = signing_of(write.session)
        require_unchanged(write, form.version, signing.after(form.version or 0, entry_id))
        refuse(hand_refusal(signing, entry_id, user_id, player_id))
        return add_statement(write, Saying(kind=Kind.SEAL, entry_id=entry_id, player_id=player_id))

    def repeated(write: SessionWrite) -> Statement:
        seat_in(write)
        return said_before(write)

    return write_beside_session(
        session_id,
        Command(loose, Right.READ, content),
        change,
        repeated=repeated,
    )
