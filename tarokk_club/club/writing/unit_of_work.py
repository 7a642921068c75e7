"""The one way to the book: every write of a session or club goes through here.

Write gate and immediate transaction on SQLite, row lock on PostgreSQL; then, in this order, the
right, the form's key, the version, the change itself, the replay, the postings and the history.

Rows are locked with no_key: a stronger lock would stop every row that only refers to them, and a
change of the club and a hand of one of its sessions would wait for each other.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from tarokk_club.club.models import (
    Balance,
    Change,
    Club,
    Entry,
    Membership,
    Session,
    User,
    WriteKey,
)
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.writing.errors import ForbiddenError, StaleError
from tarokk_club.club.writing.gone_players import only_merged, require_nobody_gone
from tarokk_club.club.writing.idempotency import add_new, used_in_club, used_on_session
from tarokk_club.club.writing.permissions import Right, may
from tarokk_club.database.write_lock import write_lock


class Repeat(Enum):
    """What to do with an event whose content was entered a moment ago."""

    RECORD = auto()
    ASK = auto()
    # Void hands too, which all have the same content.
    ASK_ALWAYS = auto()


@dataclass(frozen=True, slots=True)
class Entered:
    """How an event was entered.

    at: also where it reached the site later; None for now
    repeat: what to do if the same content was entered within two minutes of it
    """

    at: datetime | None = None
    repeat: Repeat = Repeat.RECORD


RECORDED = Entered()


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What every form carries: its key, who sends it (None: the operator), the version its page
    showed, why.

    Without a version nothing is compared: for what cannot be out of date.
    """

    key: UUID
    by: User | None
    version: int | None = None
    reason: str = ""
    entered: Entered = RECORDED


@dataclass(frozen=True, slots=True)
class Saved:
    """What a form did to a session, or had done when it came before."""

    change: Change
    repeated: bool = False

    @property
    def entry_id(self) -> UUID | None:
        """The entry that was recorded or changed."""
        return self.change.entry_id


@dataclass(slots=True)
class SessionWrite:
    """An open session in a unit of work; repeated tells that this very form was taken in before,
    saved what it then did to the book.
    """

    session: Session
    form: Submission
    roles: list[str]
    mark: str
    repeated: bool = False
    saved: Saved | None = None
    entries: list[Entry] = field(default_factory=list)

    def may(self, right: Right) -> bool:
        """Whether the writer has a further right."""
        return self.form.by is None or may(self.roles, right)


@dataclass(slots=True)
class ClubWrite:
    """An open club in a unit of work; repeated tells that this very form was taken in before."""

    club: Club
    form: Submission
    roles: list[str]
    mark: str
    repeated: bool = False


@contextmanager
def unit_of_work(
    session_id: UUID,
    *,
    form: Submission,
    right: Right,
    content: Mapping[str, Any],
    corrects: bool = False,
) -> Iterator[SessionWrite]:
    """A session to write to; content: all that the form says, so that a repetition is recognised.

    corrects: what stands there is changed, so that it may name those who sat there and were erased.
    Raises ForbiddenError, KeyReusedError, StaleError, RefusedError (a player was merged or erased);
    Session.DoesNotExist for an id that is none.
    """
    mark = fingerprint({**content, "session": str(session_id)})
    with write_lock():
        session = sessions_to_write().get(pk=session_id)
        write = SessionWrite(session, form, roles_in(session.club_id, form.by, right), mark)
        used = used_on_session(form.key, mark, session, content)
        if used:
            write.repeated = True
            write.saved = Saved(used.change, repeated=True) if used.change else None
        else:
            _check_version(session, form.version)
            _require_present(session, content, corrects=corrects)
            write.entries = list(session.entries.order_by("position"))
        yield write


def sessions_to_write() -> QuerySet[Session]:
    """The sessions, each locked when it is read; its club and its tournament are only looked at."""
    locked = Session.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("club", "tournament_table__tournament")


@contextmanager
def club_unit_of_work(
    club_id: UUID,
    *,
    form: Submission,
    right: Right,
    content: Mapping[str, Any],
    about_gone: bool = False,
) -> Iterator[ClubWrite]:
    """A club to write to. Raises ForbiddenError, KeyReusedError, RefusedError (a player was merged
    or erased).

    about_gone: the write is about a player's own entry in the book, and looks itself who is gone.
    """
    mark = fingerprint({**content, "club": str(club_id)})
    with write_lock():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        roles = roles_in(club.id, form.by, right)
        used = used_in_club(form.key, mark, club, content)
        if not used and not about_gone:
            require_nobody_gone(club_id, content)
        yield ClubWrite(club, form, roles, mark, repeated=used is not None)


def roles_in(club_id: UUID, user: User | None, right: Right) -> list[str]:
    """The writer's roles, read inside the transaction: a right taken away a moment ago is gone."""
    if user is None:
        return []
    # Locked where the database knows locks: until this is written, nobody takes the right away.
    mine = Membership.objects.select_for_update(no_key=True).filter(user=user, club_id=club_id)
    found = mine.values_list("roles", flat=True)
    roles = found.first() or []
    if not may(roles, right):
        raise ForbiddenError(right)
    return roles


def keep_key(
    write: SessionWrite | ClubWrite, *, change: Change | None = None, at: datetime | None = None
) -> None:
    """Remember the form for ever; at: the moment of all that it wrote, now where it is not said."""
    session = write.session if isinstance(write, SessionWrite) else None
    club_id = write.session.club_id if isinstance(write, SessionWrite) else write.club.id
    add_new(
        WriteKey(
            key=write.form.key,
            club_id=club_id,
            session=session,
            fingerprint=write.mark,
            change=change,
            made_at=at or timezone.now(),
        )
    )


def _check_version(session: Session, version: int | None) -> None:
    if version is None or version == session.version:
        return
    since = session.changes.filter(seq__gt=version).select_related("author").order_by("seq")
    changes = list(since)
    if not only_merged(session.club_id, changes):
        raise StaleError(session.version, changes)


def _require_present(session: Session, content: Mapping[str, Any], *, corrects: bool) -> None:
    """Refuse a player who was merged away, and one who was erased and never sat here."""

    def sat() -> set[str]:
        rows = Balance.objects.filter(session=session).values_list("player_id", flat=True)
        return {str(player) for player in rows}

    require_nobody_gone(session.club_id, content, but=sat if corrects else None)
