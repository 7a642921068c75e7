"""Confirm a hand or a session, and withdraw a statement."""

from dataclasses import dataclass, replace
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.confirmations.queries.confirmations import signing_of
from tarokk_club.club.confirmations.queries.who_may_confirm import (
    hand_confirmation_refusal,
    session_confirmation_refusal,
)
from tarokk_club.club.models import Balance, Change, Kind, Statement
from tarokk_club.club.session.usecases.entries import find_live_entry
from tarokk_club.club.writing.errors import NotSeatedError, RefusedError, StaleError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import (
    Command,
    SessionWrite,
    Submission,
    write_beside_session,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStatement:
    """A new statement: its kind, the hand or earlier statement it is about, and the player."""

    kind: Kind
    entry_id: UUID | None = None
    about: Statement | None = None
    player_id: UUID | None = None
    note: str = ""


def load_saved_statement(write: SessionWrite) -> Statement:
    """Return the statement of a form that was submitted before."""
    return Statement.objects.get(pk=write.form.key)


def seat_in(write: SessionWrite) -> tuple[UUID, UUID]:
    """Return the user and the user's own player in this session.

    Raise NotSeatedError if there is none.
    """
    by = write.form.by
    mine = Balance.objects.filter(session=write.session, player__user=by)
    player_id = mine.values_list("player_id", flat=True).first() if by else None
    if by is None or player_id is None:
        raise NotSeatedError
    return by.id, player_id


def add_statement(write: SessionWrite, saying: NewStatement) -> Statement:
    """Save the statement under the form's key, with the last line of history that the user saw."""
    session = write.session
    last = session.changes.order_by("-seq").values_list("seq", "hash")[0]
    statement = Statement(
        id=write.form.key,
        session=session,
        seq=session.statements_count + 1,
        kind=saying.kind.value,
        entry_id=saying.entry_id,
        about=saying.about,
        version=last[0],
        hash=last[1],
        author=write.form.by,
        player_id=saying.player_id,
        note=saying.note,
        at=timezone.now(),
    )
    add_new(statement)
    session.statements_count = statement.seq
    session.save(update_fields=["statements_count"])
    return statement


def require_unchanged(write: SessionWrite, version: int | None, since: tuple[Change, ...]) -> None:
    """Raise StaleError if what the user saw was changed in the meantime."""
    if version is not None and since:
        raise StaleError(write.session.version, since)


def refuse(code: str, field: str = "") -> None:
    """Raise RefusedError if there is a reason."""
    if code:
        raise RefusedError([Problem(code, field)])


def read_note(note: str) -> str:
    """Return the note of an objection or of its answer; it must not be empty."""
    problems: list[Problem] = []
    text = read_text(note, problems, field="note")
    if not text and not problems:
        problems.append(Problem("missing", "note"))
    if problems:
        raise RefusedError(problems)
    return text


def confirm_hand(*, session_id: UUID, form: Submission, entry_id: UUID) -> Statement:
    """Record the confirmation of a player who sat at the table and did not enter the hand.

    Hands entered in the meantime do not matter.

    Raise StaleError if what the user saw was changed.
    Raise RefusedError, NotSeatedError and the errors of the unit of work.
    """
    content = {"do": "seal_hand", "entry": str(entry_id)}
    loose = replace(form, version=None)

    def change(write: SessionWrite) -> Statement:
        user_id, player_id = seat_in(write)
        find_live_entry(write, entry_id)
        refuse("" if write.session.club.seal_hands else "seal_no_hands")
        signing = signing_of(write.session)
        require_unchanged(write, form.version, signing.after(form.version or 0, entry_id))
        refuse(hand_confirmation_refusal(signing, entry_id, user_id, player_id))
        return add_statement(
            write, NewStatement(kind=Kind.SEAL, entry_id=entry_id, player_id=player_id)
        )

    def repeated(write: SessionWrite) -> Statement:
        seat_in(write)
        return load_saved_statement(write)

    return write_beside_session(
        session_id,
        Command(loose, Right.READ, content),
        change,
        repeated=repeated,
    )


def confirm_session(*, session_id: UUID, form: Submission) -> Statement:
    """Record a confirmation of the session, with the last line of history that it covers.

    Raise RefusedError, NotSeatedError and the errors of the unit of work.
    """
    content = {"do": "seal"}

    def change(write: SessionWrite) -> Statement:
        user_id, player_id = seat_in(write)
        refuse(session_confirmation_refusal(signing_of(write.session), user_id, player_id))
        return add_statement(write, NewStatement(kind=Kind.SEAL, player_id=player_id))

    def repeated(write: SessionWrite) -> Statement:
        seat_in(write)
        return load_saved_statement(write)

    return write_beside_session(
        session_id,
        Command(form, Right.READ, content),
        change,
        repeated=repeated,
    )


def take_back_statement(*, session_id: UUID, form: Submission, statement_id: UUID) -> Statement:
    """Record a statement that withdraws an earlier one.

    Raise RefusedError, NotSeatedError, Statement.DoesNotExist and the errors of the unit of
        work.
    """
    content = {"do": "take_back", "statement": str(statement_id)}

    def change(write: SessionWrite) -> Statement:
        user_id, player_id = seat_in(write)
        old = write.session.statements.get(pk=statement_id, kind__in=[Kind.SEAL, Kind.OBJECT])
        refuse("" if old.author_id == user_id else "not_yours")
        refuse("taken_back" if old.followers.filter(kind=Kind.TAKE_BACK).exists() else "")
        return add_statement(
            write,
            NewStatement(
                kind=Kind.TAKE_BACK, entry_id=old.entry_id, about=old, player_id=player_id
            ),
        )

    def repeated(write: SessionWrite) -> Statement:
        seat_in(write)
        return load_saved_statement(write)

    return write_beside_session(
        session_id,
        Command(form, Right.READ, content),
        change,
        repeated=repeated,
    )
