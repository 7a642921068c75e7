"""The state of a session, derived from its history only."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from tarokk_club.club.models import Change
from tarokk_club.club.models.hands import Action, replace_player_in_record


@dataclass(slots=True)
class ReplayedEntry:
    """The state of an entry according to the history."""

    record: dict[str, Any]
    note: str
    position: int
    deleted: bool = False


@dataclass(slots=True)
class ReplayedSession:
    """The state of a session according to its history: entries, fields, and effects by player."""

    entries: dict[UUID, ReplayedEntry] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    table_name: str = ""
    binned: bool = False
    totals: dict[str, int] = field(default_factory=dict)
    highest: int = 0


def replay_history(changes: Iterable[Change]) -> ReplayedSession:
    """Return the state of the session after these changes, given in their order."""
    state = ReplayedSession()
    for change in changes:
        if change.entry_id:
            _apply_to_entry(state, change, change.entry_id)
        else:
            _apply_to_session(state, change)
        for player, points in change.effect.items():
            state.totals[player] = state.totals.get(player, 0) + points
    return state


def _apply_to_entry(state: ReplayedSession, change: Change, entry_id: UUID) -> None:
    entry = state.entries.get(entry_id)
    if entry is None:
        _add_entry(state, change, entry_id)
    elif change.action in (Action.DELETE, Action.REOPEN):
        entry.deleted = True
    elif change.action == Action.CORRECT:
        entry.record, entry.note = change.after or {}, change.note_after
    else:
        entry.deleted = False


def _add_entry(state: ReplayedSession, change: Change, entry_id: UUID) -> None:
    position = change.position or 0
    if position <= state.highest:
        for entry in state.entries.values():
            entry.position += entry.position >= position
        state.highest += 1
    state.highest = max(state.highest, position)
    state.entries[entry_id] = ReplayedEntry(change.after or {}, change.note_after, position)


def _apply_to_session(state: ReplayedSession, change: Change) -> None:
    if change.action in (Action.BIN, Action.UNBIN):
        state.binned = change.action == Action.BIN
        return
    facts = dict(change.after or {})
    pair = facts.pop("replaced", None)
    state.facts, state.table_name = facts, change.note_after
    for entry in state.entries.values() if pair else ():
        entry.record = replace_player_in_record(entry.record, *pair)
