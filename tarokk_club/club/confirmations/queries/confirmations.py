"""Valid confirmations of a session, the changes since, and open objections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar
from uuid import UUID

from django.db.models import UUIDField

from tarokk_club.club.models import Booking, Change, Club, Kind, Session, Statement
from tarokk_club.club.models.hands import Action
from tarokk_club.database.prepared import Parameter, PreparedQuery

Row = TypeVar("Row", Statement, Change, Booking)

# Actions that write an entry's present content.
_WRITES = (Action.RECORD, Action.IMPORT, Action.TOTALS, Action.CORRECT, Action.CLOSE)


@dataclass(frozen=True, slots=True)
class Seal:
    """A valid confirmation.

    since: later changes that affect what it confirmed.
    """

    statement: Statement
    since: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection and what closed it: the objector, an answer, or a change of the hand."""

    statement: Statement
    taken_back: Statement | None
    answer: Statement | None
    correction: Change | None

    @property
    def open(self) -> bool:
        """Whether it still needs an answer."""
        return not (self.taken_back or self.answer or self.correction)


@dataclass(frozen=True)
class Signing:
    """Everything that decides what is confirmed in a session and who may confirm it."""

    session: Session
    statements: tuple[Statement, ...]
    changes: tuple[Change, ...]
    bookings: Mapping[UUID, Booking]

    @cached_property
    def ended(self) -> frozenset[UUID]:
        """The ids of the statements that were withdrawn."""
        return frozenset(
            one.about_id for one in self.statements if one.kind == Kind.TAKE_BACK and one.about_id
        )

    @cached_property
    def standing(self) -> tuple[Seal, ...]:
        """The latest confirmation of each player for the session and for each hand, oldest
        first.
        """
        last = {
            (one.entry_id, one.player_id): one for one in self.statements if one.kind == Kind.SEAL
        }
        found = [one for one in last.values() if one.id not in self.ended]
        return tuple(Seal(one, self.since(one)) for one in found)

    @property
    def of_session(self) -> tuple[Seal, ...]:
        """The confirmations of the session as a whole."""
        return tuple(one for one in self.standing if one.statement.entry_id is None)

    @property
    def sealed_hands(self) -> frozenset[UUID]:
        """The hands that are confirmed in their present form."""
        return frozenset(
            one.statement.entry_id
            for one in self.standing
            if one.statement.entry_id and not one.since
        )

    @cached_property
    def objections(self) -> tuple[Objection, ...]:
        """All objections, oldest first."""
        return tuple(
            _objection(one, self.statements, self.changes)
            for one in self.statements
            if one.kind == Kind.OBJECT
        )

    @property
    def open(self) -> tuple[Objection, ...]:
        """The objections that need an answer."""
        return tuple(one for one in self.objections if one.open)

    @property
    def disputed(self) -> frozenset[UUID]:
        """The entries with an objection."""
        found = (one.statement.entry_id for one in self.open)
        return frozenset(entry_id for entry_id in found if entry_id)

    @cached_property
    def authors(self) -> Mapping[UUID, UUID | None]:
        """The author of each entry's present content."""
        return {
            change.entry_id: change.author_id
            for change in self.changes
            if change.entry_id and change.action in _WRITES
        }

    def since(self, statement: Statement) -> tuple[Change, ...]:
        """Return the changes after a statement that affect its subject."""
        return self.after(statement.version, statement.entry_id)

    def after(self, version: int, entry_id: UUID | None) -> tuple[Change, ...]:
        """Return the changes after a version that affect an entry, or the session as a whole.

        An earlier entry or the session itself may change the points of a hand.
        """
        later = (change for change in self.changes if change.seq > version)
        if entry_id is None:
            return tuple(later)
        booking = self.bookings.get(entry_id)
        place = booking.position if booking else 0
        return tuple(
            change
            for change in later
            if change.entry_id == entry_id
            or change.action == Action.SESSION
            or (change.position is not None and change.position <= place)
        )

    def hands(self) -> list[UUID]:
        """Return the hands of the session in playing order."""
        return [one.entry_id for one in self.bookings.values() if one.number is not None]


def signing_for(session: Session, seat: UUID | None) -> Signing:
    """Return what `signing_of` returns, without a query if nothing was stated and the reader cannot
    confirm anything yet.
    """
    if session.statements_count or (seat and (session.closed or session.club.seal_hands)):
        return signing_of(session)
    return Signing(session, (), (), {})


def signing_of(session: Session) -> Signing:
    """Return all confirmations and objections of a session, in three queries."""
    return signings_of([session])[0]


def signings_of(sessions: Iterable[Session]) -> list[Signing]:
    """Return the same for several sessions, in their order and with as many queries as for one."""
    sessions = list(sessions)
    asked = {"session__in": [one.pk for one in sessions]}
    statements = Statement.objects.filter(**asked).select_related("author", "player", "about")
    changes = Change.objects.filter(**asked).select_related("author")
    bookings = Booking.objects.filter(**asked)
    bookings = bookings.only("entry_id", "session_id", "position", "number", "kind", "net")
    said = _by_session(statements.order_by("seq"), sessions)
    changed = _by_session(changes.order_by("seq"), sessions)
    booked = _by_session(bookings.order_by("position"), sessions)
    return [
        Signing(
            one,
            tuple(said[one.pk]),
            tuple(changed[one.pk]),
            {booking.entry_id: booking for booking in booked[one.pk]},
        )
        for one in sessions
    ]


def _by_session(rows: Iterable[Row], sessions: Iterable[Session]) -> dict[UUID, list[Row]]:
    known = {one.pk: one for one in sessions}
    found: dict[UUID, list[Row]] = {key: [] for key in known}
    for row in rows:
        row.session = known[row.session_id]
        found[row.session_id].append(row)
    return found


def open_objections(club: Club) -> tuple[Statement, ...]:
    """Return the open objections in a club's sessions, newest first, in two queries."""
    found = Statement.objects.filter(pk__in=waiting_in(club))
    rows = found.select_related("session", "author", "player", "entry__booking")
    return tuple(rows.order_by("-at"))


def waiting_in(club: Club) -> frozenset[UUID]:
    """Return the ids of a club's open objections, in one query."""
    found, settled = set(), set()
    for statement_id, version, seq, action, before, after in _WAITING.run(club=club.pk):
        found.add(statement_id)
        if seq and seq > version and _moves(action, before, after):
            settled.add(statement_id)
    return frozenset(found - settled)


_WAITING = PreparedQuery(
    lambda: Statement.objects.filter(
        session__club=Parameter("club", UUIDField()),
        session__binned_at=None,
        kind=Kind.OBJECT,
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


def _objection(
    statement: Statement, statements: Iterable[Statement], changes: Iterable[Change]
) -> Objection:
    followers = {one.kind: one for one in statements if one.about_id == statement.id}
    corrections = (
        change
        for change in changes
        if statement.entry_id
        and change.entry_id == statement.entry_id
        and change.seq > statement.version
        and _moves(change.action, change.before, change.after)
    )
    return Objection(
        statement,
        followers.get(Kind.TAKE_BACK),
        followers.get(Kind.ANSWER),
        next(corrections, None),
    )


def _moves(action: str, before: object, after: object) -> bool:
    """Return whether a change was of the entry's content, and not only of its note."""
    return action == Action.DELETE or (action == Action.CORRECT and before != after)
