"""The unit of work, through which every write to a session or a club goes.

It takes the lock, checks the right, the idempotency key and the version, calls the `change`
function of the use case, and stores the key. A dry run executes the same code and is rolled back.

Rows are locked with `no_key`, so that writes to a club and to its sessions do not block each
other through their foreign keys.
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
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError, StaleError
from tarokk_club.club.writing.idempotency import (
    KeyedContent,
    find_used_club_key,
    find_used_session_key,
    insert_with_client_id,
)
from tarokk_club.club.writing.permissions import (
    ARBITER,
    Right,
    is_arbiter_of,
    may,
    may_direct_table,
)
from tarokk_club.club.writing.removed_players import are_only_merges, require_no_removed_players
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.metrics import SAVES

T = TypeVar("T")


class Repeat(Enum):
    """The treatment of an event with the same content as one entered a moment ago."""

    RECORD = auto()
    ASK = auto()
    # Ask even for void hands, which all have the same content.
    ASK_ALWAYS = auto()


@dataclass(frozen=True, slots=True)
class Entered:
    """The time at which an event was entered, and the treatment of a repetition.

    at: the time of entry on the device, if it reached the site later; None for now.
    repeat: the treatment if the same content was entered within the last two minutes.
    """

    at: datetime | None = None
    repeat: Repeat = Repeat.RECORD


RECORDED = Entered()


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A submitted form with its idempotency key and its sender.

    by: None for the operator.
    version: the session's version on the page; None if the change cannot be outdated.
    dry_run: whether to roll back everything afterwards.
    """

    key: UUID
    by: User | None
    version: int | None = None
    reason: str = ""
    entered: Entered = RECORDED
    dry_run: bool = False

    @property
    def by_id(self) -> UUID | None:
        """The id of the sender's account; None for the operator."""
        return self.by.pk if self.by else None


class PlayersNamed(Enum):
    """The merged or erased players that a submission may contain."""

    PRESENT = auto()
    # Erased players if they sat in the session, so that their hands can be corrected.
    SEATED = auto()
    # Any players, as the change checks them itself.
    ANYBODY = auto()


@dataclass(frozen=True, slots=True)
class Command:
    """A submission with the right it needs and the content of the form.

    content: everything that distinguishes the form, to recognise a resubmission.
    tournament: the tournament whose arbiters also have the right; None for members only.
    """

    form: Submission
    right: Right
    content: Mapping[str, Any]
    naming: PlayersNamed = PlayersNamed.PRESENT
    tournament: UUID | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """The line of history that a submission wrote, and its effect.

    repeated: whether the submission had been saved before.
    net: the points of its entry by account, + receives.
    totals: the points of all players afterwards, by player id; None if they did not change.
    """

    change: Change
    repeated: bool = False
    net: Mapping[str, int] = field(default_factory=dict)
    totals: Mapping[str, int] | None = None

    @property
    def entry_id(self) -> UUID | None:
        """The id of the entry that was recorded or changed."""
        return self.change.entry_id


@dataclass(slots=True)
class SessionWrite:
    """A locked session with its entries during a submission.

    fingerprint: the fingerprint of the submission's content.
    loaded: the entries if they are already loaded; see `entries`.
    """

    session: Session
    form: Submission
    roles: list[str]
    fingerprint: str
    loaded: list[Entry] | None = None

    @property
    def entries(self) -> list[Entry]:
        """The entries in order, loaded when first needed; a change edits this list in place."""
        if self.loaded is None:
            self.loaded = list(self.session.entries.order_by("position"))
        return self.loaded

    def may(self, right: Right) -> bool:
        """Return whether the sender has this right too."""
        return self.form.by is None or may(self.roles, right)


@dataclass(slots=True)
class ClubWrite:
    """A locked club during a submission.

    fingerprint: the fingerprint of the submission's content.
    at: the time to store with everything that the submission writes.
    has_key: whether this write has stored the idempotency key with a line of history.
    """

    club: Club
    form: Submission
    roles: list[str]
    fingerprint: str
    at: datetime = field(default_factory=timezone.now)
    has_key: bool = False

    def log(self, act: Act, facts: Mapping[str, Any] | None = None) -> None:
        """Write a line to the audit log of the club."""
        AuditLine.write(self.club.id, act, by=self.form.by, facts=facts)


def write_to_session(
    session_id: UUID,
    command: Command,
    change: Callable[[SessionWrite], Saved],
    *,
    binned: bool = False,
) -> Saved:
    """Run `change` on the locked session and return the saved line of history.

    For a resubmission, return the line that the first submission saved.

    change: writes the postings, the history and the idempotency key.
    binned: whether the session may be in the bin.
    Raise ForbiddenError, KeyReusedError, StaleError, RefusedError or Session.DoesNotExist.
    """
    with write_lock():
        write, used = _lock_session_for_write(session_id, command)
        if used and used.change:
            return Saved(used.change, repeated=True)
        _require_not_suspended(write.session.club, command.form)
        _require_current(write.session, command.form.version)
        _require_no_removed_players(write.session, command)
        if not binned:
            _require_not_binned(write.session)
        saved = change(write)
        return _finish_write(command.form, saved)


def write_to_session_without_posting(
    session_id: UUID,
    command: Command,
    change: Callable[[SessionWrite], T],
    *,
    repeated: Callable[[SessionWrite], T],
) -> T:
    """Run `change`, which moves no points, on the locked session, and return its result.

    repeated: called for a resubmission; returns the result of the first submission.
    """
    with write_lock():
        write, used = _lock_session_for_write(session_id, command)
        if used:
            return repeated(write)
        _require_not_suspended(write.session.club, command.form)
        _require_current(write.session, command.form.version)
        _require_no_removed_players(write.session, command)
        _require_not_binned(write.session)
        result = change(write)
        store_idempotency_key(write)
        return _finish_write(command.form, result)


def write_to_club(
    club_id: UUID,
    command: Command,
    change: Callable[[ClubWrite], T],
    *,
    repeated: Callable[[ClubWrite], T],
) -> T:
    """Run `change` on the locked club and return its result.

    repeated: called for a resubmission; returns the result of the first submission.
    Raise ForbiddenError, KeyReusedError, or RefusedError if the club is suspended or a player was
    merged or erased.
    """
    form = command.form
    submitted = KeyedContent(command.content, {"club": str(club_id)}, form.by_id)
    with write_lock():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        roles = _require_right_for_command(club, command)
        write = ClubWrite(club, form, roles, submitted.fingerprint)
        if find_used_club_key(form.key, submitted, club):
            return repeated(write)
        _require_not_suspended(club, form)
        if command.naming is not PlayersNamed.ANYBODY:
            require_no_removed_players(club_id, command.content)
        result = change(write)
        if not write.has_key:
            store_idempotency_key(write)
        return _finish_write(form, result)


def _lock_session_for_write(
    session_id: UUID, command: Command
) -> tuple[SessionWrite, WriteKey | None]:
    form = command.form
    submitted = KeyedContent(command.content, {"session": str(session_id)}, form.by_id)
    session = select_sessions_for_update().get(pk=session_id)
    roles = require_right_at_session(session, form.by, command.right)
    write = SessionWrite(session, form, roles, submitted.fingerprint)
    return write, find_used_session_key(form.key, submitted, session)


def _finish_write(form: Submission, result: T) -> T:
    """Roll back a dry run, or else increment the save counter on commit; return the result."""
    if form.dry_run:
        transaction.set_rollback(True)
    else:
        transaction.on_commit(SAVES.inc)
    return result


def select_sessions_for_update() -> QuerySet[Session]:
    """Return all sessions as a queryset that locks their rows, but not related rows."""
    locked = Session.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("club", "tournament_table__tournament")


def require_right_in_club(club_id: UUID, user: User | None, right: Right) -> list[str]:
    """Raise ForbiddenError unless the user has the right in the club; return the user's roles.

    The membership is locked until the end of the transaction. The operator has every right.
    """
    if user is None:
        return []
    roles = _lock_roles(club_id, user)
    if not may(roles, right):
        raise ForbiddenError(right)
    return roles


def require_right_at_session(session: Session, user: User | None, right: Right) -> list[str]:
    """Raise ForbiddenError unless the user has the right at the session; return the user's roles.

    They include the arbiter's role if only that role lets the user correct the session. The
    membership is locked until the end of the transaction. The operator has every right.
    """
    if user is None:
        return []
    roles = _lock_roles(session.club_id, user)
    if not may(roles, Right.CORRECT) and may_direct_table(user.pk, session):
        roles = [*roles, ARBITER]
    if not may(roles, right):
        raise ForbiddenError(right)
    return roles


def _require_right_for_command(club: Club, command: Command) -> list[str]:
    """Raise ForbiddenError unless the sender has the command's right; return the sender's roles.

    They include the arbiter's role only if the sender's other roles lack the right.
    """
    user = command.form.by
    if user is None or command.tournament is None:
        return require_right_in_club(club.id, user, command.right)
    roles = _lock_roles(club.id, user)
    if may(roles, command.right):
        return roles
    tournament = Tournament.objects.filter(pk=command.tournament, club=club).first()
    if tournament is None or not is_arbiter_of(user.pk, tournament):
        raise ForbiddenError(command.right)
    return [*roles, ARBITER]


def _lock_roles(club_id: UUID, user: User) -> list[str]:
    access = ServiceGrant.objects if user.is_service else Membership.objects
    # Lock the row, if the database can, so that no role is revoked during the write.
    mine = access.select_for_update(no_key=True).filter(user=user, club_id=club_id)
    return mine.values_list("roles", flat=True).first() or []


def store_idempotency_key(write: SessionWrite | ClubWrite, *, change: Change | None = None) -> None:
    """Store the idempotency key of the submission."""
    session = write.session if isinstance(write, SessionWrite) else None
    club_id = write.session.club_id if isinstance(write, SessionWrite) else write.club.id
    insert_with_client_id(
        WriteKey(
            key=write.form.key,
            club_id=club_id,
            session=session,
            fingerprint=write.fingerprint,
            change=change,
            made_at=write.at if isinstance(write, ClubWrite) else timezone.now(),
        )
    )


def _require_not_binned(session: Session) -> None:
    if session.binned_at:
        raise RefusedError([Problem("session_binned", "")])


def _require_not_suspended(club: Club, form: Submission) -> None:
    """Raise RefusedError if the operator has suspended the club and a member writes."""
    if club.suspended_at and form.by is not None:
        raise RefusedError([Problem("club_suspended", "")])


def _require_current(session: Session, version: int | None) -> None:
    if version is None or version == session.version:
        return
    since = session.changes.filter(seq__gt=version).select_related("author").order_by("seq")
    changes = list(since)
    if not are_only_merges(session.club_id, changes):
        raise StaleError(session.version, changes)


def _require_no_removed_players(session: Session, command: Command) -> None:
    """Raise an error if the command contains merged or erased players that it must not contain."""

    def load_seated() -> set[str]:
        rows = Balance.objects.filter(session=session).values_list("player_id", flat=True)
        return {str(player) for player in rows}

    but = load_seated if command.naming is PlayersNamed.SEATED else None
    require_no_removed_players(session.club_id, command.content, but=but)
