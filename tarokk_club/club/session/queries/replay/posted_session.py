"""A session read from its stored postings, without a replay.

This module only combines stored rows; the audit verifies that they match the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import IntegerField, Q, QuerySet, UUIDField

from scoring.core.doubled_rounds import Doubling
from scoring.core.events import Event
from scoring.core.game import AnyGame
from scoring.core.posting import Line
from scoring.core.problem import Problem
from scoring.core.table import Notice, Table
from tarokk_club.club.models import Entry, Posting, Session
from tarokk_club.club.models.hands import EXPLAINED_BY_NOTE, NO_NOTE, NOTED
from tarokk_club.club.models.ledger import serialize_line
from tarokk_club.club.session.queries.replay.session_replay import (
    build_posting,
    build_replay_items,
    replay_session,
)
from tarokk_club.database.prepared import Parameter, PreparedQuery


def compute_seats_after(seats: Sequence[str], record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats after a record; only joining and leaving change them.

    >>> compute_seats_after(("A", "B"), {"type": "join", "player": "C", "after": "A"})
    ('A', 'C', 'B')
    """
    if record["type"] == "join":
        place = seats.index(record["after"]) + 1
        return (*seats[:place], record["player"], *seats[place:])
    if record["type"] == "leave":
        return tuple(player for player in seats if player != record["player"])
    return tuple(seats)


@dataclass(frozen=True)
class PostedEntry:
    """A live entry with its posting, and the table before and after it."""

    game: AnyGame
    entry: Entry
    posting: Posting
    before: Table
    after: Table

    @property
    def entry_id(self) -> UUID:
        """The entry's id."""
        return self.entry.id

    @property
    def number(self) -> int | None:
        """The number of the hand; None if the entry is not a hand."""
        return self.posting.number

    @property
    def note(self) -> str:
        """The note of the entry, or a dash if a required note was erased."""
        return self.entry.note or (NO_NOTE if self.kind in NOTED else "")

    @property
    def kind(self) -> str:
        """The outcome of a hand, or the type of any other event."""
        return self.posting.kind

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The scored lines, with the reason for each payment."""
        return self.posting.read_lines()

    @cached_property
    def net(self) -> Mapping[str, int]:
        """The points by account, players at the table first, in the order of their seats."""
        # Not every database preserves the order of keys in JSON.
        net: dict[str, int] = self.posting.net
        return {player: net[player] for player in self.before.seats} | net

    @property
    def event(self) -> Event:
        """The recorded event.

        Raise RefusedError if the record can no longer be read.
        """
        return self.entry.read_event(self.game)


@dataclass(frozen=True, slots=True)
class PostedSession:
    """A session with all its posted entries.

    opening: the table before the first entry.
    rows: the entries that are not deleted, in order.
    table: the table after the last entry.
    totals: points by player.
    hands: number of hands by player.
    problems: the reasons why an entry is impossible; empty if all entries are possible.
    """

    opening: Table
    rows: tuple[PostedEntry, ...]
    table: Table
    totals: Mapping[str, int]
    hands: Mapping[str, int]
    problems: tuple[Problem, ...] = ()

    def find_row(self, entry_id: UUID | None) -> PostedEntry | None:
        """Return the row of an entry, or None if the entry is deleted or unknown."""
        return next((row for row in self.rows if row.entry_id == entry_id), None)

    def find_table_at(self, position: int) -> Table:
        """Return the table before a deleted entry at this position."""
        later = (row.before for row in self.rows if row.entry.position > position)
        return next(later, self.table)


_LIVE_ENTRIES = PreparedQuery(
    lambda: (
        Entry.objects.filter(session=Parameter("session", UUIDField()), deleted=False)
        .select_related("posting")
        .order_by("position")
    )
)


def load_posted_session(session: Session, *, concealed: bool = False) -> PostedSession:
    """Return the session with its stored postings, in one query.

    If postings are missing, which the audit reports, the entries are replayed instead, up to the
    first impossible one.

    concealed: whether to leave out free text.
    Raise RefusedError if a record cannot be read during the replay.
    """
    entries = _LIVE_ENTRIES.run(session=session.pk)
    for entry in entries:
        entry.session = session
    if concealed:
        for entry in entries:
            _conceal_note(entry)
    postings_or_none = [getattr(entry, "posting", None) for entry in entries]
    postings = [
        posting for posting in postings_or_none if posting is not None and posting.after is not None
    ]
    if len(postings) < len(entries):
        return _replay_entries(session, entries)
    return build_posted_session(session, zip(entries, postings, strict=True))


@dataclass(frozen=True, slots=True)
class TableStates:
    """The states of a session's table.

    before: the table before each entry, by entry id, in order.
    now: the table after all entries.
    last: the record of the last hand; None before the first hand.
    """

    before: dict[UUID, Table]
    now: Table
    last: Mapping[str, Any] | None


class TableStep(NamedTuple):
    """The columns of an entry and its posting that determine the next table."""

    entry_id: UUID
    record: Mapping[str, Any]
    number: int | None
    kind: str
    after: Mapping[str, Any] | None
    pots: Mapping[str, int]


MOVED = ("id", "record", *(f"posting__{name}" for name in ("number", "kind", "after", "pots")))


def load_table_states(session: Session) -> TableStates:
    """Return the states of a session's table in one query, without scored lines.

    Raise RefusedError as `load_posted_session` does.
    """
    live = session.entries.filter(deleted=False).order_by("position")
    table, last, before = session.build_opening_table(), None, {}
    for moved in map(TableStep._make, live.values_list(*MOVED)):
        if moved.after is None:
            return _collect_table_states(load_posted_session(session))
        before[moved.entry_id] = table
        table = _advance_table(table, moved)
        last = moved.record if moved.number else last
    return TableStates(before, table, last)


def _query_latest_entries() -> QuerySet[Any, Any]:
    """Return a query for the MOVED columns of a session's latest live entries, in order.

    The query selects every event that is not a hand, the hands from number `count` on, and the
    entry `unless`.
    """
    number = Parameter("count", IntegerField())
    wanted = Q(posting__number=None) | Q(posting__number__gte=number)
    wanted |= Q(pk=Parameter("unless", UUIDField()))
    entries = Entry.objects.filter(wanted, session=Parameter("session", UUIDField()), deleted=False)
    rows: QuerySet[Any, Any] = entries.order_by("position").values_list(*MOVED)
    return rows


_LATEST = PreparedQuery(_query_latest_entries)


def load_current_table(
    session: Session, *, unless: UUID | None = None
) -> tuple[Table, Mapping[str, Any] | None] | None:
    """Return the table after all entries, and the record of the last hand or None.

    One query reads the last hand and the other events. If the session's hand count is wrong, all
    entries are read.

    unless: id of an entry; if it is a live entry of the session already, return None.

    Raise RefusedError as `load_posted_session` does.
    """
    count = session.hands_count
    rows = _LATEST.run(session=session.pk, count=count, unless=unless)
    steps = [TableStep._make(row) for row in rows]
    if any(moved.entry_id == unless for moved in steps):
        return None
    table, last = session.build_opening_table(), None
    for moved in steps:
        table = _advance_table(table, moved) if moved.after is not None else table
        if moved.number == count:
            table, last = replace(table, number=count + 1), moved.record
        elif moved.after is None or moved.number is not None:
            break
    else:
        if bool(count) == bool(last):
            return table, last
    tables = load_table_states(session)
    return tables.now, tables.last


def _collect_table_states(book: PostedSession) -> TableStates:
    last = next((row.entry.record for row in reversed(book.rows) if row.number), None)
    return TableStates({row.entry_id: row.before for row in book.rows}, book.table, last)


def _conceal_note(entry: Entry) -> None:
    entry.note = ""
    posting = getattr(entry, "posting", None)
    # The line of such an entry repeats its note as the reason.
    if posting is not None and posting.kind in EXPLAINED_BY_NOTE:
        blank = {"note": NO_NOTE}
        lines = [line._replace(values={**line.values, **blank}) for line in posting.read_lines()]
        posting.lines = [serialize_line(line) for line in lines]


def build_posted_session(session: Session, pairs: Iterable[tuple[Entry, Posting]]) -> PostedSession:
    """Return the session built from its live entries, in order, each with its posting."""
    game = session.played_game
    opening = table = session.build_opening_table()
    rows = []
    for entry, posting in pairs:
        moved = TableStep(
            entry.id, entry.record, posting.number, posting.kind, posting.after, posting.pots
        )
        after = _advance_table(table, moved)
        rows.append(PostedEntry(game, entry, posting, table, after))
        table = after
    return _build_session_with_totals(opening, rows, table)


def _advance_table(table: Table, moved: TableStep) -> Table:
    state, is_hand = moved.after or {}, moved.number is not None
    notice, seats = state.get("notice"), compute_seats_after(table.seats, moved.record)
    return replace(
        table,
        seats=seats,
        everyone=(*table.everyone, *(seat for seat in seats if seat not in table.everyone)),
        dealer=state["dealer"],
        # Not every database preserves the order of keys in JSON.
        pots={name: moved.pots[name] for name in table.pots},
        doubling=Doubling(
            tuple((factor, hands_left) for factor, hands_left in state.get("rounds", ()))
        ),
        number=table.number + is_hand,
        founded=table.founded or is_hand,
        mayor=state.get("mayor"),
        notice=_read_notice(notice) if notice else None,
        ended=moved.kind == "end",
        paid_by=state.get("paid_by"),
    )


def _read_notice(raw: Mapping[str, Any]) -> Notice:
    return Notice(raw["player"], raw.get("skiz"), tuple(raw.get("dealers", ())))


def _build_session_with_totals(
    opening: Table, rows: list[PostedEntry], table: Table, problems: tuple[Problem, ...] = ()
) -> PostedSession:
    totals = dict.fromkeys(table.everyone, 0)
    hands = dict.fromkeys(table.everyone, 0)
    for row in rows:
        for account, points in row.posting.net.items():
            if account in totals:
                totals[account] += points
        if row.number is not None:
            away = row.game.sits_out(row.before)
            for player in row.before.seats:
                hands[player] += player != away
    return PostedSession(opening, tuple(rows), table, totals, hands, problems)


def _replay_entries(session: Session, entries: list[Entry]) -> PostedSession:
    course = replay_session(session, build_replay_items(session, entries))
    game, entries_by_id = session.played_game, {entry.id: entry for entry in entries}
    rows = [
        PostedEntry(
            game,
            entries_by_id[done.item.entry_id],
            build_posting(session, done),
            done.step.before,
            done.step.after,
        )
        for done in course.played
    ]
    problems = course.fault.problems if course.fault else ()
    return _build_session_with_totals(course.opening, rows, course.table, problems)
