"""Close a table, and choose who seals its points."""

from dataclasses import replace
from uuid import UUID, uuid5

from tarokk_club.club.confirmations.queries.confirmations import signing_of
from tarokk_club.club.confirmations.usecases.statements import (
    Saying,
    add_statement,
    refuse,
    seat_in,
)
from tarokk_club.club.models import Balance, Club, Kind
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.prescribed import is_played_out
from tarokk_club.club.session.usecases.deletions import entry_state
from tarokk_club.club.session.usecases.entries import read_record
from tarokk_club.club.session.usecases.events import placed
from tarokk_club.club.session.usecases.posting import post
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
    """The end of a table whose prescribed hands are played, said by who keeps its sheet or sat at
    it. Where that is somebody else than who wrote most of the hands, the sheet is confirmed too.

    Raises RefusedError (hands are missing, or it has ended), NotSeatedError and what the unit of
    work raises.
    """
    content = {"do": "close_table"}

    def change(write: SessionWrite) -> Saved:
        if not write.may(Right.ENTER):
            seat_in(write)
        refuse("" if is_played_out(write.session) else "hands_are_missing")
        saved = _ended(write)
        _sealed(write)
        return saved

    return write_to_session(
        session_id,
        Command(form, Right.READ, content),
        change,
    )


def _ended(write: SessionWrite) -> Saved:
    record, note = read_record(write, {"type": "end"})
    entry = placed(write, None)
    entry.record, entry.note = record, note
    add_new(entry)
    return post(write, entry_state(Action.CLOSE, entry))


def _sealed(write: SessionWrite) -> None:
    """The seal of whoever closes it, where that is a second pair of eyes."""
    by = write.form.by
    mine = Balance.objects.filter(session=write.session, player__user=by) if by else None
    player_id = mine.values_list("player_id", flat=True).first() if mine is not None else None
    signing = signing_of(write.session)
    writers = [signing.authors.get(one) for one in signing.hands()]
    if by is None or player_id is None or 2 * writers.count(by.id) > len(writers):
        return
    own = replace(write, form=replace(write.form, key=uuid5(write.form.key, "seal")))
    add_statement(own, Saying(kind=Kind.SEAL, player_id=player_id))
    store_key(own)


def choose_sealing(*, club_id: UUID, form: Submission, hands: bool) -> Club:
    """The club, whose hands are confirmed one by one or not; what was confirmed stays so.

    Raises what the unit of work raises.
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
