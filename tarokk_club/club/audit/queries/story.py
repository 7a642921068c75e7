"""The state of a session, derived from its history only."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from tarokk_club.club.models import Change
from tarokk_club.club.models.hands import Action, replace_player_in_record


@dataclass(slots=True)
class HistoryEntry:
    """The state of an entry according to the history."""

    record: dict[str, Any]
    note: str
    position: int
    deleted: bool = False


@dataclass(slots=True)
class HistoryState:
    """The state of a session according to its history: entries, fields, and effects by player."""

    entries: dict[UUID, HistoryEntry] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    table_name: str = ""
    binned: bool = False
    totals: dict[str, int] = field(default_factory=dict)
    highest: int = 0


def replay_history(changes: Iterable[Change]) -> HistoryState:
    """Return the state of the session after these changes, given in their order."""
    story = HistoryState()
    for change in changes:
        if change.entry_id:
            _apply_to_entry(story, change, change.entry_id)
        else:
            _apply_to_session(story, change)
        for player, points in change.effect.items():
            story.totals[player] = story.totals.get(player, 0) + points
    return story


def _apply_to_entry(story: HistoryState, change: Change, entry_id: UUID) -> None:
    told = story.entries.get(entry_id)
    if told is None:
        _add_entry(story, change, entry_id)
    elif change.action in (Action.DELETE, Action.REOPEN):
        told.deleted = True
    elif change.action == Action.CORRECT:
        told.record, told.note = change.after or {}, change.note_after
    else:
        told.deleted = False


def _add_entry(story: HistoryState, change: Change, entry_id: UUID) -> None:
    position = change.position or 0
    if position <= story.highest:
        for told in story.entries.values():
            told.position += told.position >= position
        story.highest += 1
    story.highest = max(story.highest, position)
    story.entries[entry_id] = HistoryEntry(change.after or {}, change.note_after, position)


def _apply_to_session(story: HistoryState, change: Change) -> None:
    if change.action in (Action.BIN, Action.UNBIN):
        story.binned = change.action == Action.BIN
        return
    facts = dict(change.after or {})
    pair = facts.pop("replaced", None)
    story.facts, story.table_name = facts, change.note_after
    for told in story.entries.values() if pair else ():
        told.record = replace_player_in_record(told.record, *pair)
