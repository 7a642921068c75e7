"""Confirm hands and sessions, object to them, answer objections, and close tables."""

from dataclasses import dataclass, replace
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.confirmations.queries.confirmations import load_confirmations
from tarokk_club.club.confirmations.queries.who_may_confirm import (
    find_hand_confirmation_refusal,
    find_session_confirmation_refusal,
)
from tarokk_club.club.models import Balance, Change, Club, Confirmation, ConfirmationKind
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.sessions.prescribed_hands import is_played_out
from tarokk_club.club.session.usecases.entries import (
    build_entry_change,
    read_record,
    require_live_entry,
)
from tarokk_club.club.session.usecases.events import prepare_new_entry
from tarokk_club.club.session.usecases.posting import save_change
from tarokk_club.club.writing.errors import NotSeatedError, RefusedError, StaleError
from tarokk_club.club.writing.events import objection_raised
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    Saved,
    SessionWrite,
    Submission,
    store_idempotency_key,
    write_to_club,
    write_to_session,
    write_to_session_without_posting,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewConfirmation:
    """A confirmation, objection, answer or withdrawal to save.

    entry_id: the hand; None for the session.
    about: the earlier confirmation that an answer or a withdrawal refers to.
    """

    kind: ConfirmationKind
    entry_id: UUID | None = None
    about: Confirmation | None = None
    player_id: UUID | None = None
    note: str = ""


def load_saved_confirmation(write: SessionWrite) -> Confirmation:
    """Return the confirmation that an earlier submission of the form has saved."""
    return Confirmation.objects.get(pk=write.form.key)


def require_seat(write: SessionWrite) -> tuple[UUID, UUID]:
    """Return the ids of the user and of the user's player in this session.

    Raise NotSeatedError if the user has no player in it.
    """
    by = write.form.by
    mine = Balance.objects.filter(session=write.session, player__user=by)
    player_id = mine.values_list("player_id", flat=True).first() if by else None
    if by is None or player_id is None:
        raise NotSeatedError
    return by.id, player_id


def insert_confirmation(write: SessionWrite, new: NewConfirmation) -> Confirmation:
    """Save a confirmation that refers to the history's last line; the form's key becomes its id.

    Also save the session's number of confirmations.
    """
    session = write.session
    last = session.changes.order_by("-seq").values_list("seq", "hash")[0]
    confirmation = Confirmation(
        id=write.form.key,
        session=session,
        seq=session.statements_count + 1,
        kind=new.kind.value,
        entry_id=new.entry_id,
        about=new.about,
        version=last[0],
        hash=last[1],
        author=write.form.by,
        player_id=new.player_id,
        note=new.note,
        at=timezone.now(),
    )
    insert_with_client_id(confirmation)
    session.statements_count = confirmation.seq
    session.save(update_fields=["statements_count"])
    return confirmation


def require_unchanged(write: SessionWrite, version: int | None, since: tuple[Change, ...]) -> None:
    """Raise StaleError if there are changes since the version that the user saw.

    version: None if the form states none; then raise nothing.
    since: the changes after this version.
    """
    if version is not None and since:
        raise StaleError(write.session.version, since)


def raise_if_refused(code: str, field: str = "") -> None:
    """Raise RefusedError with this problem code, unless the code is ""."""
    if code:
        raise RefusedError([Problem(code, field)])


def read_required_note(note: str) -> str:
    """Return the note of an objection or an answer, normalised for storage.

    Raise RefusedError if the note is empty or invalid.
    """
    problems: list[Problem] = []
    text = read_text(note, problems, field="note")
    if not text and not problems:
        problems.append(Problem("missing", "note"))
    if problems:
        raise RefusedError(problems)
    return text


def confirm_hand(*, session_id: UUID, form: Submission, entry_id: UUID) -> Confirmation:
    """Record a player's confirmation of a hand that somebody else entered.

    Raise StaleError if the hand has changed since the user loaded the page.
    Raise RefusedError, NotSeatedError and the errors of the unit of work.
    """
    content = {"do": "seal_hand", "entry": str(entry_id)}
    loose = replace(form, version=None)

    def save_confirmation(write: SessionWrite) -> Confirmation:
        user_id, player_id = require_seat(write)
        require_live_entry(write, entry_id)
        raise_if_refused("" if write.session.club.seal_hands else "seal_no_hands")
        confirmations = load_confirmations(write.session)
        require_unchanged(
            write, form.version, confirmations.find_changes_after(form.version or 0, entry_id)
        )
        raise_if_refused(
            find_hand_confirmation_refusal(confirmations, entry_id, user_id, player_id)
        )
        return insert_confirmation(
            write,
            NewConfirmation(
                kind=ConfirmationKind.CONFIRMED, entry_id=entry_id, player_id=player_id
            ),
        )

    def load_confirmation(write: SessionWrite) -> Confirmation:
        require_seat(write)
        return load_saved_confirmation(write)

    return write_to_session_without_posting(
        session_id,
        Command(loose, Right.READ, content),
        save_confirmation,
        repeated=load_confirmation,
    )


def confirm_session(*, session_id: UUID, form: Submission) -> Confirmation:
    """Record a player's confirmation of the session.

    Raise RefusedError, NotSeatedError and the errors of the unit of work.
    """
    content = {"do": "seal"}

    def save_confirmation(write: SessionWrite) -> Confirmation:
        user_id, player_id = require_seat(write)
        raise_if_refused(
            find_session_confirmation_refusal(load_confirmations(write.session), user_id, player_id)
        )
        return insert_confirmation(
            write, NewConfirmation(kind=ConfirmationKind.CONFIRMED, player_id=player_id)
        )

    def load_confirmation(write: SessionWrite) -> Confirmation:
        require_seat(write)
        return load_saved_confirmation(write)

    return write_to_session_without_posting(
        session_id,
        Command(form, Right.READ, content),
        save_confirmation,
        repeated=load_confirmation,
    )


def take_back_confirmation(
    *, session_id: UUID, form: Submission, confirmation_id: UUID
) -> Confirmation:
    """Record the withdrawal of the user's own confirmation or objection.

    Raise RefusedError, NotSeatedError and Confirmation.DoesNotExist.
    Raise the errors of the unit of work.
    """
    content = {"do": "take_back", "statement": str(confirmation_id)}

    def save_withdrawal(write: SessionWrite) -> Confirmation:
        user_id, player_id = require_seat(write)
        old = write.session.confirmations.get(
            pk=confirmation_id, kind__in=[ConfirmationKind.CONFIRMED, ConfirmationKind.OBJECTION]
        )
        raise_if_refused("" if old.author_id == user_id else "not_yours")
        raise_if_refused(
            "taken_back" if old.followers.filter(kind=ConfirmationKind.WITHDRAWAL).exists() else ""
        )
        return insert_confirmation(
            write,
            NewConfirmation(
                kind=ConfirmationKind.WITHDRAWAL,
                entry_id=old.entry_id,
                about=old,
                player_id=player_id,
            ),
        )

    def load_withdrawal(write: SessionWrite) -> Confirmation:
        require_seat(write)
        return load_saved_confirmation(write)

    return write_to_session_without_posting(
        session_id,
        Command(form, Right.READ, content),
        save_withdrawal,
        repeated=load_withdrawal,
    )


def record_objection(
    *, session_id: UUID, form: Submission, note: str, entry_id: UUID | None = None
) -> Confirmation:
    """Record a player's objection to a hand, or to the session if entry_id is None.

    Send the signal `objection_raised`.

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
            require_live_entry(write, entry_id)
            require_unchanged(
                write, form.version, confirmations.find_changes_after(form.version or 0, entry_id)
            )
        mine = (entry_id, player_id)
        same = [
            (objection.row.entry_id, objection.row.player_id)
            for objection in confirmations.open_objections
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
        waiting = {
            objection.row.id for objection in load_confirmations(write.session).open_objections
        }
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


def close_tournament_table(*, session_id: UUID, form: Submission) -> Saved:
    """Close a tournament table after its last hand; scorers and players of the table may do so.

    If the closing player entered at most half of the hands, this also confirms the session.

    Raise RefusedError if hands are missing or the session has ended, or NotSeatedError.
    Raise the errors of the unit of work.
    """
    content = {"do": "close_table"}

    def end_session(write: SessionWrite) -> Saved:
        if not write.may(Right.ENTER):
            require_seat(write)
        raise_if_refused("" if is_played_out(write.session) else "hands_are_missing")
        saved = _end_session(write)
        _confirm_for_closing_player(write)
        return saved

    return write_to_session(
        session_id,
        Command(form, Right.READ, content),
        end_session,
    )


def _end_session(write: SessionWrite) -> Saved:
    record, note = read_record(write, {"type": "end"})
    entry = prepare_new_entry(write, None)
    entry.record, entry.note = record, note
    insert_with_client_id(entry)
    return save_change(write, build_entry_change(Action.CLOSE, entry))


def _confirm_for_closing_player(write: SessionWrite) -> None:
    """Confirm the session for the closing player if they entered at most half of the hands."""
    by = write.form.by
    mine = Balance.objects.filter(session=write.session, player__user=by) if by else None
    player_id = mine.values_list("player_id", flat=True).first() if mine is not None else None
    confirmations = load_confirmations(write.session)
    writers = [confirmations.entry_authors.get(hand) for hand in confirmations.list_hand_ids()]
    if by is None or player_id is None or 2 * writers.count(by.id) > len(writers):
        return
    confirming_write = replace(write, form=replace(write.form, key=uuid5(write.form.key, "seal")))
    insert_confirmation(
        confirming_write, NewConfirmation(kind=ConfirmationKind.CONFIRMED, player_id=player_id)
    )
    store_idempotency_key(confirming_write)


def set_hand_confirmations(*, club_id: UUID, form: Submission, hands: bool) -> Club:
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
