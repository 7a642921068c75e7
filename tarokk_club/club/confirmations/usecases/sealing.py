"""Close a table, and choose how hands are confirmed."""

from dataclasses import replace
from uuid import UUID, uuid5

from tarokk_club.club.confirmations.queries.confirmations import signing_of
from tarokk_club.club.confirmations.usecases.statements import (
    NewStatement,
    add_statement,
    refuse,
    seat_in,
)
from tarokk_club.club.models import Balance, Club, Kind
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.prescribed import is_played_out
from tarokk_club.club.session.usecases.deletions import build_entry_change
from tarokk_club.club.session.usecases.entries import read_record
from tarokk_club.club.session.usecases.events import insert_new_entry
from tarokk_club.club.session.usecases.posting import write_postings
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    Saved,
    SessionWrite,
    Submission,
    store_key,
    write_to_club,
    write_to_session,
)


def close_table(*, session_id: UUID, form: Submission) -> Saved:
    """Close a table whose prescribed hands are played; its scorer or one of its players may do it.

    Unless that user entered most of the hands, the sheet is confirmed too.

    Raise RefusedError if hands are missing or the session has ended, or NotSeatedError.
    Raise the errors of the unit of work.
    """
    content = {"do": "close_table"}

    def change(write: SessionWrite) -> Saved:
        if not write.may(Right.ENTER):
            seat_in(write)
        refuse("" if is_played_out(write.session) else "hands_are_missing")
        saved = _ended(write)
        _confirm_by_second_person(write)
        return saved

    return write_to_session(
        session_id,
        Command(form, Right.READ, content),
        change,
    )


def _ended(write: SessionWrite) -> Saved:
    record, note = read_record(write, {"type": "end"})
    entry = insert_new_entry(write, None)
    entry.record, entry.note = record, note
    add_new(entry)
    return write_postings(write, build_entry_change(Action.CLOSE, entry))


def _confirm_by_second_person(write: SessionWrite) -> None:
    """Add the confirmation of the user who closes the table, if somebody else entered most
    hands.
    """
    by = write.form.by
    mine = Balance.objects.filter(session=write.session, player__user=by) if by else None
    player_id = mine.values_list("player_id", flat=True).first() if mine is not None else None
    signing = signing_of(write.session)
    writers = [signing.authors.get(one) for one in signing.hands()]
    if by is None or player_id is None or 2 * writers.count(by.id) > len(writers):
        return
    own = replace(write, form=replace(write.form, key=uuid5(write.form.key, "seal")))
    add_statement(own, NewStatement(kind=Kind.SEAL, player_id=player_id))
    store_key(own)


def choose_sealing(*, club_id: UUID, form: Submission, hands: bool) -> Club:
    """Set whether hands are confirmed one by one; existing confirmations stay.

    Raise the errors of the unit of work.
    """
    content = {"do": "choose_sealing", "hands": hands}

    def change(write: ClubWrite) -> Club:
        write.club.seal_hands = hands
        write.club.save(update_fields=["seal_hands"])
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: write.club,
    )
