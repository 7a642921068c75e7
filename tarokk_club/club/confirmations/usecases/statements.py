"""What the use cases about seals and objections share: who says it, and writing it down."""

from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Balance, Change, Kind, Statement
from tarokk_club.club.writing.errors import NotSeatedError, RefusedError, StaleError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import SessionWrite


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
