"""A session as its history alone tells it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from tarokk_club.club.models import Change
from tarokk_club.club.models.hands import Action, replaced


@dataclass(slots=True)
class ToldEntry:
    """One entry as the history tells it."""

    record: dict[str, Any]
    note: str
    position: int
    deleted: bool = False


@dataclass(slots=True)
class Story:
    """All entries, the session's own facts, and what every change moved, added up by player."""

    entries: dict[UUID, ToldEntry] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    table_name: str = ""
    binned: bool = False
    totals: dict[str, int] = field(default_factory=dict)
    highest: int = 0


def story_of(changes: Iterable[Change]) -> Story:
    """The story that the changes, in their order, tell."""
    story = Story()
    for change in changes:
        if change.entry_id:
            _tell_entry(story, change, change.entry_id)
        else:
            _tell_session(story, change)
        for player, points in change.effect.items():
            story.totals[player] = story.totals.get(player, 0) + points
    return story


def _tell_entry(story: Story, change: Change, entry_id: UUID) -> None:
    told = story.entries.get(entry_id)
    if told is None:
        _add(story, change, entry_id)
    elif change.action in (Action.DELETE, Action.REOPEN):
        told.deleted = True
    elif change.action == Action.CORRECT:
        told.record, told.note = change.after or {}, change.note_after
    else:
        told.deleted = False


def _add(story: Story, change: Change, entry_id: UUID) -> None:
    position = change.position or 0
    if position <= story.highest:
        for told in story.entries.values():
            told.position += told.position >= position
        story.highest += 1
    story.highest = max(story.highest, position)
    story.entries[entry_id] = ToldEntry(change.after or {}, change.note_after, position)


def _tell_session(story: Story, change: Change) -> None:
    if change.action in (Action.BIN, Action.UNBIN):
        story.binned = change.action == Action.BIN
        return
    facts = dict(change.after or {})
    pair = facts.pop("replaced", None)
    story.facts, story.table_name = facts, change.note_after
    for told in story.entries.values() if pair else ():
        told.record = replaced(told.record, *pair)
