"""State that a hand or a session is right, and take a statement back."""

from dataclasses import dataclass, replace
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.confirmations.queries.confirmations import signing_of
from tarokk_club.club.confirmations.queries.who_may_confirm import hand_refusal, session_refusal
from tarokk_club.club.models import Balance, Change, Kind, Statement
from tarokk_club.club.session.usecases.entries import live_entry
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
class Saying:
    """What somebody says: kind, about which hand or earlier statement, by which player."""

    kind: Kind
    entry_id: UUID | None = None
    about: Statement | None = None
    player_id: UUID | None = None
    note: str = ""


def said_before(write: SessionWrite) -> Statement:
    """The statement of a form that is sent again."""
    return Statement.objects.get(pk=write.form.key)


def seat_in(write: SessionWrite) -> tuple[UUID, UUID]:
    """The person and the person's own player in this session. Raises NotSeatedError."""
    by = write.form.by
    mine = Balance.objects.filter(session=write.session, player__user=by)
    player_id = mine.values_list("player_id", flat=True).first() if by else None
    if by is None or player_id is None:
        raise NotSeatedError
    return by.id, player_id


def add_statement(write: SessionWrite, saying: Saying) -> Statement:
    """Write the statement down under the form's key, with the line of history it knows."""
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
    """Raise StaleError where what the person saw was changed meanwhile."""
    if version is not None and since:
        raise StaleError(write.session.version, since)


def refuse(code: str, field: str = "") -> None:
    """Raise RefusedError where there is a reason."""
    if code:
        raise RefusedError([Problem(code, field)])


def read_note(note: str) -> str:
    """The note of an objection or of its answer, which must say something."""
    problems: list[Problem] = []
    text = read_text(note, problems, field="note")
    if not text and not problems:
        problems.append(Problem("missing", "note"))
    if problems:
        raise RefusedError(problems)
    return text


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


def confirm_session(*, session_id: UUID, form: Submission) -> Statement:
    """The seal, with the last line of history that it covers.

    Raises RefusedError, NotSeatedError and what the unit of work raises.
    """
    content = {"do": "seal"}

    def change(write: SessionWrite) -> Statement:
        user_id, player_id = seat_in(write)
        refuse(session_refusal(signing_of(write.session), user_id, player_id))
        return add_statement(write, Saying(kind=Kind.SEAL, player_id=player_id))

    def repeated(write: SessionWrite) -> Statement:
        seat_in(write)
        return said_before(write)

    return write_beside_session(
        session_id,
        Command(form, Right.READ, content),
        change,
        repeated=repeated,
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
