"""Find, check, soft-delete and restore entries, for the use cases that change them."""

from typing import Any
from uuid import UUID

from scoring.core.events import Join, read_event, serialize_event
from scoring.core.problem import Problem
from tarokk_club.club.models import Entry, Player
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.posting import ChangeDraft, save_change
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import Saved, SessionWrite


def require_entry(write: SessionWrite, entry_id: UUID) -> Entry:
    """Return the entry of this session with that id, deleted or not.

    Raise RefusedError if there is none.
    """
    for entry in write.entries:
        if entry.id == entry_id:
            return entry
    raise RefusedError([Problem("no_such_entry", "entry")])


def require_live_entry(write: SessionWrite, entry_id: UUID) -> Entry:
    """Return the entry of this session with that id.

    Raise RefusedError if there is none or it is deleted.
    """
    entry = require_entry(write, entry_id)
    if entry.deleted:
        raise RefusedError([Problem("entry_deleted", "entry")])
    return entry


def find_last_live_entry(write: SessionWrite) -> Entry | None:
    """Return the last entry that is not deleted; None if there is none."""
    return next((entry for entry in reversed(write.entries) if not entry.deleted), None)


def require_right_to_undo(write: SessionWrite, entry: Entry) -> None:
    """Require the right to correct, unless the user entered this entry and no live entry follows.

    Raise ForbiddenError without that right.
    """
    later = any(not other.deleted and other.position > entry.position for other in write.entries)
    is_own = write.form.by is not None and entry.created_by_id == write.form.by.id
    if not write.may(Right.CORRECT) and (later or not is_own):
        raise ForbiddenError(Right.CORRECT)


def read_record(write: SessionWrite, raw: Any) -> tuple[dict[str, Any], str]:
    """Return the canonical record of an event, and its note.

    Raise RefusedError if the event is invalid, or its joining player is not active in the club.
    """
    game = write.session.played_game
    event = read_event(game, raw)
    problems: list[Problem] = []
    note = read_text(event.note, problems, field="note")
    if isinstance(event, Join):
        problems += _find_newcomer_problems(write, event.player)
    if problems:
        raise RefusedError(problems)
    record = serialize_event(game, event)
    record.pop("note", None)
    return record, note


def _find_newcomer_problems(write: SessionWrite, player: str) -> list[Problem]:
    if player in filter_active_players(write.session.club_id, [player]):
        return []
    return [Problem("no_such_player", "player")]


def filter_active_players(club_id: UUID, ids: list[str]) -> set[str]:
    """Return those ids that belong to players of the club who are not archived."""
    wanted = [parsed for parsed in map(read_id, ids) if parsed]
    active = Player.objects.filter(club_id=club_id, pk__in=wanted, archived_at=None)
    return {str(pk) for pk in active.values_list("pk", flat=True)}


def soft_delete_entry(write: SessionWrite, entry: Entry) -> Saved:
    """Mark the entry as deleted, and write the postings and the history line.

    The entry keeps its place and can be restored. Deleting the end event reopens the session.
    """
    action = Action.REOPEN if entry.record["type"] == "end" else Action.DELETE
    _set_deleted(entry, deleted=True)
    draft = ChangeDraft(
        action=action,
        entry=entry,
        before=entry.record,
        note_before=entry.note,
        since=entry.position,
    )
    return save_change(write, draft)


def undelete_entry(write: SessionWrite, entry: Entry) -> Saved:
    """Restore a deleted entry to its old place, and write the postings and the history line."""
    action = Action.CLOSE if entry.record["type"] == "end" else Action.RESTORE
    _set_deleted(entry, deleted=False)
    return save_change(write, build_entry_change(action, entry))


def build_entry_change(action: Action, entry: Entry) -> ChangeDraft:
    """Return the draft of a history line with the new state of an entry."""
    return ChangeDraft(
        action=action,
        entry=entry,
        after=entry.record,
        note_after=entry.note,
        since=entry.position,
    )


def _set_deleted(entry: Entry, *, deleted: bool) -> None:
    entry.deleted = deleted
    entry.save(update_fields=["deleted"])
