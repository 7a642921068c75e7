"""Who changed what, when and why, and what it moved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.core.game import AnyGame
from scoring.core.problem import RefusedError
from scoring.core.replay import apply
from scoring.core.table import Table
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Change, Entry, Session
from tarokk_club.club.models.hands import read_stored_event
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.session.queries.booked import Booked, booked
from tarokk_club.club.session.queries.rows import SheetRow, Why, sheet_row_of, why_of


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of the history.

    number: the entry's present number as a hand; effect: by player, + receives.
    """

    seq: int
    action: str
    label: str
    entry_id: UUID | None
    number: int | None
    at: datetime
    author: str
    reason: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    note_before: str
    note_after: str
    effect: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class History:
    """All lines, newest first, and the names of the players in them; game: that was played; own:
    what the figures of the club itself are called, by key, as lines of the history keep no names.
    """

    lines: tuple[HistoryLine, ...]
    names: Mapping[str, str]
    game: AnyGame
    own: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Version:
    """What an entry said from one change on; why: what that would pay at the table as it is now."""

    line: HistoryLine
    why: tuple[Why, ...]


@dataclass(frozen=True, slots=True)
class HandPage:
    """One entry: as it stands (None when deleted), and every version, newest first."""

    entry: Entry
    row: SheetRow | None
    versions: tuple[Version, ...]
    names: Mapping[str, str]


def session_history(session: Session) -> History:
    """The history of a session, in three queries."""
    numbers = dict(session.bookings.values_list("entry_id", "number"))
    lines = [history_line(change, numbers) for change in _changes(session)]
    return history_of(session, lines)


def history_of(session: Session, lines: Iterable[HistoryLine]) -> History:
    """These lines of a session, with the names that they need, in one query."""
    own = {one["key"]: one["name"] for one in session.rules.get("own_figures") or ()}
    return History(tuple(lines), names_in(session.club_id), session.played_game, own)


def hand_history(session: Session, entry: Entry) -> HandPage:
    """One entry with all its versions, in three queries."""
    book = booked(session)
    names = names_in(session.club_id)
    words = ClubWords(names)
    numbers = {row.entry_id: row.number for row in book.rows}
    standing = book.row_of(entry.id)
    table = standing.before if standing else book.table_at(entry.position)
    versions = [
        Version(history_line(change, numbers), _why(standing, change, table, words))
        for change in _changes(session)
        if change.entry_id == entry.id
    ]
    row = sheet_row_of(standing, words) if standing else None
    return HandPage(entry, row, tuple(versions), names)


def _changes(session: Session) -> list[Change]:
    return list(session.changes.select_related("author").order_by("-seq"))


def history_line(change: Change, numbers: Mapping[UUID, int | None]) -> HistoryLine:
    """A change as a line of the history."""
    return HistoryLine(
        seq=change.seq,
        action=change.action,
        label=change.label,
        entry_id=change.entry_id,
        number=numbers.get(change.entry_id) if change.entry_id else None,
        at=change.at,
        author=change.author.name_in(change.session.club_id) if change.author else "",
        reason=change.reason,
        before=change.before,
        after=change.after,
        note_before=change.note_before,
        note_after=change.note_after,
        effect=change.effect,
    )


def _why(
    standing: Booked | None, change: Change, table: Table, words: ClubWords
) -> tuple[Why, ...]:
    """What the version paid: as it is booked where it stands, else as it would at the table."""
    if change.after is None:
        return ()
    entry = standing.entry if standing else None
    if standing and entry and (change.after, change.note_after) == (entry.record, entry.note):
        return tuple(why_of(line, words) for line in standing.lines)
    game = change.session.played_game
    try:
        # An old version is shown as it was saved, whatever is refused today.
        event = read_stored_event(game, change.after, change.note_after, schema=1)
        step = apply(game, table, event)
    except RefusedError:
        return ()
    return tuple(why_of(line, words) for line in step.lines)
