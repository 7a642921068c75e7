"""The history of a session: each change with its author, time, reason and effect on points."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.core.game import AnyGame
from scoring.core.problem import RefusedError
from scoring.core.replay import apply_event
from scoring.core.table import Table
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Change, Entry, Session
from tarokk_club.club.models.hands import read_stored_event
from tarokk_club.club.names.player_names import load_names, shorten_session_names
from tarokk_club.club.session.queries.replay.posted_session import PostedEntry, load_posted_session
from tarokk_club.club.session.queries.rows.entry_rows import (
    ExplainedLine,
    SheetRow,
    build_sheet_row,
    explain_line,
)


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A line of a session's history.

    number: the present number of the hand; None if the entry is not a hand or is deleted.
    effect: the change of each player's total, by player.
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
    """The history of a session.

    lines: newest first.
    names: the names of all players of the club, by id.
    game: game of the session.
    club_figures: names of the figures invented by the club, by key; the history stores only keys.
    """

    lines: tuple[HistoryLine, ...]
    names: Mapping[str, str]
    game: AnyGame
    club_figures: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an entry.

    why: its explained payments, as scored at the present table.
    """

    line: HistoryLine
    why: tuple[ExplainedLine, ...]


@dataclass(frozen=True, slots=True)
class EntryHistory:
    """An entry with all its versions, newest first.

    row: None if the entry is deleted.
    """

    entry: Entry
    row: SheetRow | None
    versions: tuple[Version, ...]
    names: Mapping[str, str]


def load_session_history(session: Session) -> History:
    """Return the history of a session, in three queries."""
    numbers = dict(session.postings.values_list("entry_id", "number"))
    lines = [build_history_line(change, numbers) for change in _list_changes(session)]
    return build_history(session, lines)


def build_history(session: Session, lines: Iterable[HistoryLine]) -> History:
    """Return the history with these lines and the names of the club's players, in one query."""
    club_figures = {
        figure["key"]: figure["name"] for figure in session.rules.get("own_figures") or ()
    }
    return History(tuple(lines), load_names(session.club_id), session.played_game, club_figures)


def load_entry_history(session: Session, entry: Entry) -> EntryHistory:
    """Return an entry with all its versions, in three queries."""
    book = load_posted_session(session)
    names = shorten_session_names(load_names(session.club_id), book.table.everyone)
    words = ClubWords(names)
    numbers = {row.entry_id: row.number for row in book.rows}
    posted = book.find_row(entry.id)
    table = posted.before if posted else book.find_table_at(entry.position)
    versions = [
        Version(build_history_line(change, numbers), _explain_version(posted, change, table, words))
        for change in _list_changes(session)
        if change.entry_id == entry.id
    ]
    row = build_sheet_row(posted, words) if posted else None
    return EntryHistory(entry, row, tuple(versions), names)


def _list_changes(session: Session) -> list[Change]:
    return list(session.changes.select_related("author").order_by("-seq"))


def build_history_line(change: Change, numbers: Mapping[UUID, int | None]) -> HistoryLine:
    """Return the line of the history for a change."""
    return HistoryLine(
        seq=change.seq,
        action=change.action,
        label=change.label,
        entry_id=change.entry_id,
        number=numbers.get(change.entry_id) if change.entry_id else None,
        at=change.at,
        author=change.author.find_name_in_club(change.session.club_id) if change.author else "",
        reason=change.reason,
        before=change.before,
        after=change.after,
        note_before=change.note_before,
        note_after=change.note_after,
        effect=change.effect,
    )


def _explain_version(
    posted: PostedEntry | None, change: Change, table: Table, words: ClubWords
) -> tuple[ExplainedLine, ...]:
    """Return the explained payments of a version; score it unless it is the posted version.

    Return () for a deletion, and for a version that cannot be scored today.

    posted: the entry with its posting; None if the entry is deleted.
    table: the table before the entry.
    """
    if change.after is None:
        return ()
    entry = posted.entry if posted else None
    if posted and entry and (change.after, change.note_after) == (entry.record, entry.note):
        return tuple(explain_line(line, words) for line in posted.lines)
    game = change.session.played_game
    try:
        # Accept an old version as it was saved, even if it would be refused today.
        event = read_stored_event(game, change.after, change.note_after, schema=1)
        step = apply_event(game, table, event)
    except RefusedError:
        return ()
    return tuple(explain_line(line, words) for line in step.lines)
