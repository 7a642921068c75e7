"""The unit of work: every change of a session or a club goes through a function of this module.

The order is: the write lock (on PostgreSQL the row's lock), the right, the idempotency key, the
    version, the change itself with its postings and history, and storing the key. A use case
    contains only the change. With `dry_run` the same code runs and everything is rolled back.

Rows are locked with no_key. A stronger lock would block every row that refers to them, so a
change of the club and a hand of one of its sessions would wait for each other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import (
    Act,
    AuditLine,
    Balance,
    Change,
    Club,
    Entry,
    Membership,
    ServiceGrant,
    Session,
    Tournament,
    User,
    WriteKey,
)
from tarokk_club.club.writing.arbiters import directs, directs_table
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError, StaleError
from tarokk_club.club.writing.gone_players import only_merged, require_nobody_gone
from tarokk_club.club.writing.idempotency import (
    KeyedContent,
    add_new,
    used_in_club,
    used_on_session,
)
from tarokk_club.club.writing.permissions import ARBITER, Right, may
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.metrics import SAVES

T = TypeVar("T")


class Repeat(Enum):
    """How to treat an event whose content was entered a moment ago."""

    RECORD = auto()
    ASK = auto()
    # Also for void hands, which all have the same content.
    ASK_ALWAYS = auto()


@dataclass(frozen=True, slots=True)
class Entered:
    """When an event was entered, and how to treat a repetition.

    at: time of entry, also if it reached the site later; None for now.
    repeat: how to treat the same content entered within two minutes.
    """

    at: datetime | None = None
    repeat: Repeat = Repeat.RECORD


RECORDED = Entered()


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A submitted form: its idempotency key and its sender.

    by: None for the operator.
    version: of the session on the page; None if the change cannot be out of date.
    dry_run: run everything, then roll it back.
    """

    key: UUID
    by: User | None
    version: int | None = None
    reason: str = ""
    entered: Entered = RECORDED
    dry_run: bool = False

    @property
    def by_id(self) -> UUID | None:
        """Return the id of the sender's account, None for the operator."""
        return self.by.pk if self.by else None


class PlayersNamed(Enum):
    """Whether a submission may name merged or erased players."""

    PRESENT = auto()
    # Erased players only if they sat at the table, so that their hands can be corrected.
    SEATED = auto()
    # The change concerns the player's own record, and checks it itself.
    ANYBODY = auto()


@dataclass(frozen=True, slots=True)
class Command:
    """A submission, the right it needs, and the whole content of the form.

    content: identifies a repetition of the same key.
    tournament: the tournament whose arbiters may do this too, None for the roles of the club only.
    """

    form: Submission
    right: Right
    content: Mapping[str, Any]
    naming: PlayersNamed = PlayersNamed.PRESENT
    tournament: UUID | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """The history row that a submission wrote.

    repeated: whether an earlier arrival of the same submission wrote it.
    net: points that its entry moves, by account.
    totals: points of all players afterwards, by player id; None if the totals were not touched.
    """

    change: Change
    repeated: bool = False
    net: Mapping[str, int] = field(default_factory=dict)
    totals: Mapping[str, int] | None = None

    @property
    def entry_id(self) -> UUID | None:
        """Return the entry that was recorded or changed."""
        return self.change.entry_id


@dataclass(slots=True)
class SessionWrite:
    """A locked session with its entries, while a submission changes it.

    mark: fingerprint of the submission's content.
    """

    session: Session
    form: Submission
    roles: list[str]
    mark: str
    entries: list[Entry] = field(default_factory=list)

    def may(self, right: Right) -> bool:
        """Return whether the sender also has this right."""
        return self.form.by is None or may(self.roles, right)


@dataclass(slots=True)
class ClubWrite:
    """A locked club, while a submission changes it.

    mark: fingerprint of the submission's content.
    at: time of everything that the submission writes.
    has_key: whether the idempotency key is already stored with a history row.
    """

    club: Club
    form: Submission
    roles: list[str]
    mark: str
    at: datetime = field(default_factory=timezone.now)
    has_key: bool = False

    def log(self, act: Act, facts: Mapping[str, Any] | None = None) -> None:
        """Write a line to the log of the club."""
        AuditLine.write(self.club.id, act, by=self.form.by, facts=facts)


def write_to_session(
    session_id: UUID,
    command: Command,
    change: Callable[[SessionWrite], Saved],
    *,
    binned: bool = False,
) -> Saved:
    """Run `change` on the locked session and return what it saved, now or when the submission first
    arrived.

    change: ends with `post`, which writes postings and history.
    binned: whether a session in the bin may be changed.
    Raise ForbiddenError, KeyReusedError, StaleError, RefusedError or Session.DoesNotExist.
    """
    with write_lock():
        write, used = _open_session(session_id, command)
        if used and used.change:
            return Saved(used.change, repeated=True)
        _require_not_suspended(write.session.club, command.form)
        _check_version(write.session, command.form.version)
        _require_present(write.session, command)
        if not binned:
            _require_not_binned(write.session)
        write.entries = list(write.session.entries.order_by("position"))
        saved = change(write)
        return _finish(command.form, saved)


def write_beside_session(
    session_id: UUID,
    command: Command,
    change: Callable[[SessionWrite], T],
    *,
    repeated: Callable[[SessionWrite], T],
) -> T:
    """Run a `change` that moves no points of the locked session, such as a confirmation.

    repeated: returns the same result for a submission that arrives again.
    """
    with write_lock():
        write, used = _open_session(session_id, command)
        if used:
            return repeated(write)
        _require_not_suspended(write.session.club, command.form)
        _check_version(write.session, command.form.version)
        _require_present(write.session, command)
        _require_not_binned(write.session)
        write.entries = list(write.session.entries.order_by("position"))
        result = change(write)
        store_key(write)
        return _finish(command.form, result)


def write_to_club(
    club_id: UUID,
    command: Command,
    change: Callable[[ClubWrite], T],
    *,
    repeated: Callable[[ClubWrite], T],
) -> T:
    """Run `change` on the locked club and return its result.

    repeated: returns the same result for a submission that arrives again.
    Raise ForbiddenError, KeyReusedError, or RefusedError if a named player was merged or erased.
    """
    form = command.form
    submitted = KeyedContent(command.content, {"club": str(club_id)}, form.by_id)
    with write_lock():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        roles = _roles_for(club, command)
        write = ClubWrite(club, form, roles, submitted.mark)
        if used_in_club(form.key, submitted, club):
            return repeated(write)
        _require_not_suspended(club, form)
        if command.naming is not PlayersNamed.ANYBODY:
            require_nobody_gone(club_id, command.content)
        result = change(write)
        if not write.has_key:
            store_key(write)
        return _finish(form, result)


def _open_session(session_id: UUID, command: Command) -> tuple[SessionWrite, WriteKey | None]:
    form = command.form
    submitted = KeyedContent(command.content, {"session": str(session_id)}, form.by_id)
    session = sessions_to_write().get(pk=session_id)
    roles = roles_at(session, form.by, command.right)
    write = SessionWrite(session, form, roles, submitted.mark)
    return write, used_on_session(form.key, submitted, session)


def _finish(form: Submission, result: T) -> T:
    """Roll back a dry run; count what is saved."""
    if form.dry_run:
        transaction.set_rollback(True)
    else:
        transaction.on_commit(SAVES.inc)
    return result


def sessions_to_write() -> QuerySet[Session]:
    """Return the sessions, locking each when it is read; their clubs and tournaments are read
    without a lock.
    """
    locked = Session.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("club", "tournament_table__tournament")


def roles_in(club_id: UUID, user: User | None, right: Right) -> list[str]:
    """Return the writer's roles, read inside the transaction so that a revoked right no longer
    applies.
    """
    if user is None:
        return []
    roles = _locked_roles(club_id, user)
    if not may(roles, right):
        raise ForbiddenError(right)
    return roles


def roles_at(session: Session, user: User | None, right: Right) -> list[str]:
    """Return the writer's roles at a session; the arbiters of its tournament may write too."""
    if user is None:
        return []
    roles = _locked_roles(session.club_id, user)
    if not may(roles, Right.CORRECT) and directs_table(user.pk, session):
        roles = [*roles, ARBITER]
    if not may(roles, right):
        raise ForbiddenError(right)
    return roles


def _roles_for(club: Club, command: Command) -> list[str]:
    """Return the writer's roles in the club, or as an arbiter of the command's tournament."""
    user = command.form.by
    if user is None or command.tournament is None:
        return roles_in(club.id, user, command.right)
    roles = _locked_roles(club.id, user)
    if may(roles, command.right):
        return roles
    tournament = Tournament.objects.filter(pk=command.tournament, club=club).first()
    if tournament is None or not directs(user.pk, tournament):
        raise ForbiddenError(command.right)
    return [*roles, ARBITER]


def _locked_roles(club_id: UUID, user: User) -> list[str]:
    access = ServiceGrant.objects if user.is_service else Membership.objects
    # Locked if the database has row locks, so that the right cannot be revoked meanwhile.
    mine = access.select_for_update(no_key=True).filter(user=user, club_id=club_id)
    return mine.values_list("roles", flat=True).first() or []


def store_key(write: SessionWrite | ClubWrite, *, change: Change | None = None) -> None:
    """Store the idempotency key of the submission, which is never reused."""
    session = write.session if isinstance(write, SessionWrite) else None
    club_id = write.session.club_id if isinstance(write, SessionWrite) else write.club.id
    add_new(
        WriteKey(
            key=write.form.key,
            club_id=club_id,
            session=session,
            fingerprint=write.mark,
            change=change,
            made_at=write.at if isinstance(write, ClubWrite) else timezone.now(),
        )
    )


def _require_not_binned(session: Session) -> None:
    if session.binned_at:
        raise RefusedError([Problem("session_binned", "")])


def _require_not_suspended(club: Club, form: Submission) -> None:
    """Refuse what members write while the operator has suspended the club."""
    if club.suspended_at and form.by is not None:
        raise RefusedError([Problem("club_suspended", "")])


def _check_version(session: Session, version: int | None) -> None:
    if version is None or version == session.version:
        return
    since = session.changes.filter(seq__gt=version).select_related("author").order_by("seq")
    changes = list(since)
    if not only_merged(session.club_id, changes):
        raise StaleError(session.version, changes)


def _require_present(session: Session, command: Command) -> None:
    """Refuse players who were merged away, and erased players who never sat in the session."""

    def sat() -> set[str]:
        rows = Balance.objects.filter(session=session).values_list("player_id", flat=True)
        return {str(player) for player in rows}

    but = sat if command.naming is PlayersNamed.SEATED else None
    require_nobody_gone(session.club_id, command.content, but=but)
