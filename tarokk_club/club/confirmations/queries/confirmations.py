"""Queries for confirmations and objections, and for changes made after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar
from uuid import UUID

from django.db.models import UUIDField

from tarokk_club.club.models import Change, Club, Confirmation, ConfirmationKind, Posting, Session
from tarokk_club.club.models.hands import Action
from tarokk_club.database.prepared import Parameter, PreparedQuery

Row = TypeVar("Row", Confirmation, Change, Posting)

# Actions that write the content of an entry.
_WRITES = (Action.RECORD, Action.IMPORT, Action.TOTALS, Action.CORRECT, Action.CLOSE)


@dataclass(frozen=True, slots=True)
class ValidConfirmation:
    """A confirmation that was not withdrawn.

    since: later changes that affect the confirmed hand or session.
    """

    row: Confirmation
    since: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection, and the withdrawal, answer or correction that closed it, if any."""

    row: Confirmation
    taken_back: Confirmation | None
    answer: Confirmation | None
    correction: Change | None

    @property
    def is_open(self) -> bool:
        """Whether the objection still needs an answer."""
        return not (self.taken_back or self.answer or self.correction)


@dataclass(frozen=True)
class SessionConfirmations:
    """The confirmations of a session, with the changes and postings needed to judge them.

    rows: confirmations, objections, withdrawals and answers, oldest first.
    postings: by entry id, in playing order.
    """

    session: Session
    rows: tuple[Confirmation, ...]
    changes: tuple[Change, ...]
    postings: Mapping[UUID, Posting]

    @cached_property
    def withdrawn_ids(self) -> frozenset[UUID]:
        """The ids of the confirmations and objections that were withdrawn."""
        return frozenset(
            row.about_id
            for row in self.rows
            if row.kind == ConfirmationKind.WITHDRAWAL and row.about_id
        )

    @cached_property
    def valid_confirmations(self) -> tuple[ValidConfirmation, ...]:
        """Each player's latest confirmation of the session and of each hand, unless withdrawn."""
        last = {
            (row.entry_id, row.player_id): row
            for row in self.rows
            if row.kind == ConfirmationKind.CONFIRMED
        }
        return tuple(
            ValidConfirmation(row, self.find_changes_since(row))
            for row in last.values()
            if row.id not in self.withdrawn_ids
        )

    @property
    def session_confirmations(self) -> tuple[ValidConfirmation, ...]:
        """The valid confirmations of the session as a whole."""
        return tuple(
            confirmation
            for confirmation in self.valid_confirmations
            if confirmation.row.entry_id is None
        )

    @property
    def confirmed_hands(self) -> frozenset[UUID]:
        """The ids of the hands that are confirmed in their current form."""
        return frozenset(
            confirmation.row.entry_id
            for confirmation in self.valid_confirmations
            if confirmation.row.entry_id and not confirmation.since
        )

    @cached_property
    def objections(self) -> tuple[Objection, ...]:
        """All objections, oldest first."""
        return tuple(
            _build_objection(row, self.rows, self.changes)
            for row in self.rows
            if row.kind == ConfirmationKind.OBJECTION
        )

    @property
    def open_objections(self) -> tuple[Objection, ...]:
        """The objections that still need an answer."""
        return tuple(objection for objection in self.objections if objection.is_open)

    @property
    def disputed_entries(self) -> frozenset[UUID]:
        """The ids of all entries with an open objection."""
        disputed = (objection.row.entry_id for objection in self.open_objections)
        return frozenset(entry_id for entry_id in disputed if entry_id)

    @cached_property
    def entry_authors(self) -> Mapping[UUID, UUID | None]:
        """The author of the current content of each entry, by entry id.

        Whoever corrected only the note is not the author.
        """
        return {
            change.entry_id: change.author_id
            for change in self.changes
            if change.entry_id
            and change.action in _WRITES
            and not _changes_only_note(change.action, change.before, change.after)
        }

    def find_changes_since(self, confirmation: Confirmation) -> tuple[Change, ...]:
        """Return the changes after a confirmation or objection that affect its hand or session."""
        return self.find_changes_after(confirmation.version, confirmation.entry_id)

    def find_changes_after(self, version: int, entry_id: UUID | None) -> tuple[Change, ...]:
        """Return the changes after a version that affect an entry.

        Changes to earlier entries or to the session's settings are included, as they may change
        the entry's points.

        entry_id: None for all changes of the session.
        """
        later = (change for change in self.changes if change.seq > version)
        if entry_id is None:
            return tuple(later)
        posting = self.postings.get(entry_id)
        place = posting.position if posting else 0
        return tuple(
            change
            for change in later
            if change.entry_id == entry_id
            or change.action == Action.SESSION
            or (change.position is not None and change.position <= place)
        )

    def list_hand_ids(self) -> list[UUID]:
        """Return the ids of the session's hands in playing order."""
        return [
            posting.entry_id for posting in self.postings.values() if posting.number is not None
        ]


def load_confirmations_if_needed(session: Session, seat: UUID | None) -> SessionConfirmations:
    """Return the confirmations of a session, or an empty result if its sheet does not need them.

    An empty result takes no query.

    seat: the reader's player in the session; None without one.
    """
    if session.statements_count or (seat and (session.closed or session.club.seal_hands)):
        return load_confirmations(session)
    return SessionConfirmations(session, (), (), {})


def load_confirmations(session: Session) -> SessionConfirmations:
    """Return the confirmations of a session, in three queries."""
    return load_confirmations_of_sessions([session])[0]


def load_confirmations_of_sessions(sessions: Iterable[Session]) -> list[SessionConfirmations]:
    """Return the confirmations of each session, in the order given, in three queries."""
    sessions = list(sessions)
    of_sessions = {"session__in": [session.pk for session in sessions]}
    confirmations = Confirmation.objects.filter(**of_sessions).select_related(
        "author", "player", "about"
    )
    changes = Change.objects.filter(**of_sessions).select_related("author")
    postings = Posting.objects.filter(**of_sessions)
    postings = postings.only("entry_id", "session_id", "position", "number", "kind", "net")
    confirmations_by_session = _group_by_session(confirmations.order_by("seq"), sessions)
    changes_by_session = _group_by_session(changes.order_by("seq"), sessions)
    postings_by_session = _group_by_session(postings.order_by("position"), sessions)
    return [
        SessionConfirmations(
            session,
            tuple(confirmations_by_session[session.pk]),
            tuple(changes_by_session[session.pk]),
            {posting.entry_id: posting for posting in postings_by_session[session.pk]},
        )
        for session in sessions
    ]


def _group_by_session(rows: Iterable[Row], sessions: Iterable[Session]) -> dict[UUID, list[Row]]:
    """Return the rows by session id, and set the `session` of each row to the loaded session."""
    sessions_by_id = {session.pk: session for session in sessions}
    groups: dict[UUID, list[Row]] = {key: [] for key in sessions_by_id}
    for row in rows:
        row.session = sessions_by_id[row.session_id]
        groups[row.session_id].append(row)
    return groups


def load_open_objections(club: Club) -> tuple[Confirmation, ...]:
    """Return the open objections in a club's sessions, newest first, in at most two queries.

    Sessions in the bin are left out.
    """
    waiting = Confirmation.objects.filter(pk__in=find_open_objection_ids(club))
    rows = waiting.select_related("session", "author", "player", "entry__posting")
    return tuple(rows.order_by("-at"))


def find_open_objection_ids(club: Club) -> frozenset[UUID]:
    """Return the ids of the open objections in a club's sessions, in one query.

    Sessions in the bin are left out.
    """
    objections, settled = set(), set()
    for objection_id, version, seq, action, before, after in _WAITING.run(club=club.pk):
        objections.add(objection_id)
        if seq and seq > version and _changes_content(action, before, after):
            settled.add(objection_id)
    return frozenset(objections - settled)


_WAITING = PreparedQuery(
    lambda: Confirmation.objects.filter(
        session__club=Parameter("club", UUIDField()),
        session__binned_at=None,
        kind=ConfirmationKind.OBJECTION,
        followers=None,
    ).values_list(
        "id",
        "version",
        "entry__changes__seq",
        "entry__changes__action",
        "entry__changes__before",
        "entry__changes__after",
    )
)


def _build_objection(
    objection: Confirmation, rows: Iterable[Confirmation], changes: Iterable[Change]
) -> Objection:
    followers = {follower.kind: follower for follower in rows if follower.about_id == objection.id}
    corrections = (
        change
        for change in changes
        if objection.entry_id
        and change.entry_id == objection.entry_id
        and change.seq > objection.version
        and _changes_content(change.action, change.before, change.after)
    )
    return Objection(
        objection,
        followers.get(ConfirmationKind.WITHDRAWAL),
        followers.get(ConfirmationKind.ANSWER),
        next(corrections, None),
    )


def _changes_only_note(action: str, before: object, after: object) -> bool:
    return action == Action.CORRECT and before == after


def _changes_content(action: str, before: object, after: object) -> bool:
    """Return whether a change deletes the entry or corrects more than its note."""
    return action in (Action.DELETE, Action.CORRECT) and not _changes_only_note(
        action, before, after
    )
