"""Close a table, and choose whether players confirm each hand."""

from dataclasses import replace
from uuid import UUID, uuid5

from tarokk_club.club.confirmations.queries.confirmations import load_confirmations
from tarokk_club.club.confirmations.usecases.confirmations import (
    NewConfirmation,
    insert_confirmation,
    raise_if_refused,
    require_seat,
)
from tarokk_club.club.models import Balance, Club, ConfirmationKind
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.prescribed import is_played_out
from tarokk_club.club.session.usecases.entries import build_entry_change, read_record
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
    store_idempotency_key,
    write_to_club,
    write_to_session,
)


def close_tournament_table(*, session_id: UUID, form: Submission) -> Saved:
    """Close a tournament table after its last hand, for a scorer or a player of the table.

    A player who entered at most half of the hands also confirms the session this way.

    Raise RefusedError if hands are missing or the session has ended, or NotSeatedError.
    Raise the errors of the unit of work.
    """
    content = {"do": "close_table"}

    def end_session(write: SessionWrite) -> Saved:
        if not write.may(Right.ENTER):
            require_seat(write)
        raise_if_refused("" if is_played_out(write.session) else "hands_are_missing")
        saved = _end_session(write)
        _confirm_by_second_person(write)
        return saved

    return write_to_session(
        session_id,
        Command(form, Right.READ, content),
        end_session,
    )


def _end_session(write: SessionWrite) -> Saved:
    record, note = read_record(write, {"type": "end"})
    entry = insert_new_entry(write, None)
    entry.record, entry.note = record, note
    add_new(entry)
    return write_postings(write, build_entry_change(Action.CLOSE, entry))


def _confirm_by_second_person(write: SessionWrite) -> None:
    """Confirm the session for the closing player if they entered at most half of the hands."""
    by = write.form.by
    mine = Balance.objects.filter(session=write.session, player__user=by) if by else None
    player_id = mine.values_list("player_id", flat=True).first() if mine is not None else None
    confirmations = load_confirmations(write.session)
    writers = [confirmations.authors.get(hand) for hand in confirmations.list_hand_ids()]
    if by is None or player_id is None or 2 * writers.count(by.id) > len(writers):
        return
    confirming_write = replace(write, form=replace(write.form, key=uuid5(write.form.key, "seal")))
    insert_confirmation(
        confirming_write, NewConfirmation(kind=ConfirmationKind.CONFIRMED, player_id=player_id)
    )
    store_idempotency_key(confirming_write)


def choose_hand_confirmations(*, club_id: UUID, form: Submission, hands: bool) -> Club:
    """Set whether players confirm each hand; existing confirmations stay valid.

    Raise the errors of the unit of work.
    """
    content = {"do": "choose_sealing", "hands": hands}

    def save_choice(write: ClubWrite) -> Club:
        write.club.seal_hands = hands
        write.club.save(update_fields=["seal_hands"])
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        save_choice,
        repeated=lambda write: write.club,
    )
