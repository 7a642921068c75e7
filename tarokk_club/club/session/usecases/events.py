"""Record, correct, delete and restore events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db.models import DateTimeField, F, QuerySet, Sum, TextField, UUIDField
from django.utils import timezone

from scoring.core.events import find_event_kind
from scoring.core.problem import Problem
from scoring.core.reader import RECORD_SCHEMA
from tarokk_club.club.models import Club, Entry
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.entries import (
    build_entry_change,
    find_last_live_entry,
    read_record,
    require_entry,
    require_live_entry,
    require_right_to_undo,
    soft_delete_entry,
    undelete_entry,
)
from tarokk_club.club.session.usecases.posting import ChangeDraft, save_change
from tarokk_club.club.writing.errors import RefusedError, RepeatedEventError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    RECORDED,
    Command,
    PlayersNamed,
    Repeat,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)
from tarokk_club.database.prepared import Parameter, PreparedQuery

# Nobody deals, plays and enters another hand in less time.
JUST_NOW = timedelta(minutes=2)


def set_entry_time_or_refuse_repeat(write: SessionWrite, entry: Entry) -> None:
    """Set the time of entry of an unsaved entry.

    Raise RepeatedEventError if an equal live entry was entered at most JUST_NOW before or after,
    unless the form says to record both; Repeat.ASK records void hands without asking.
    """
    entered = write.form.entered
    entry.entered_at = entered.at or timezone.now()
    if entered.repeat is Repeat.RECORD:
        return
    if entered.repeat is Repeat.ASK and _is_void_hand(write, entry):
        return
    at = entry.entered_at
    recent = _RECENT.run(
        session=write.session.pk, note=entry.note, earliest=at - JUST_NOW, latest=at + JUST_NOW
    )
    for other_id, record in recent:
        if record == entry.record:
            raise RepeatedEventError(other_id)


def _query_recent_entries() -> QuerySet[Any, Any]:
    """Return a query for the ids and records of a session's live entries with the given note.

    Only entries that were entered in the given period are included.
    """
    entries = Entry.objects.filter(
        session=Parameter("session", UUIDField()),
        deleted=False,
        note=Parameter("note", TextField()),
        entered_at__gte=Parameter("earliest", DateTimeField()),
        entered_at__lte=Parameter("latest", DateTimeField()),
    )
    rows: QuerySet[Any, Any] = entries.order_by("position").values_list("id", "record")
    return rows


_RECENT = PreparedQuery(_query_recent_entries)


def _is_void_hand(write: SessionWrite, entry: Entry) -> bool:
    """Return whether the entry is a hand whose outcome does not count, such as a misdeal."""
    game = write.session.played_game
    if entry.record["type"] != "hand":
        return False
    return not game.info.endings[find_event_kind(entry.read_event(game))].counts


def record_event(
    *,
    session_id: UUID,
    form: Submission,
    raw: Any,
    before: UUID | None = None,
) -> Saved:
    """Record the event `raw` at the end or before another entry.

    The form's key becomes the entry's id.

    raw: the event as in the session document, but with player ids.
    before: the id of the entry before which to insert the event; None to append it.

    Raise RefusedError, LaterEntryError, RepeatedEventError and the errors of the unit of work.
    """
    kind = raw.get("type") if isinstance(raw, dict) else None
    ends = kind == "end"
    right = Right.CORRECT if ends or before else Right.ENTER
    content = {"do": "record", "raw": raw, "before": str(before)}
    # An erased player may still leave a table that was reopened.
    naming = PlayersNamed.SEATED if kind == "leave" else PlayersNamed.PRESENT

    def add_raw_event(write: SessionWrite) -> Saved:
        return add_event(write, raw, before=before)

    return write_to_session(
        session_id,
        Command(form, right, content, naming),
        add_raw_event,
    )


def insert_hand_keeping_dealers(
    *,
    session_id: UUID,
    form: Submission,
    raw: Any,
    before: UUID,
    dealer_event: Mapping[str, str],
) -> Saved:
    """Insert a hand before another entry without changing the dealers of later hands.

    An event after the inserted hand makes its dealer deal again.

    raw: the hand.
    dealer_event: the dealer event, with its reason.
    Raise the errors of `record_event`.
    """
    content = {"do": "insert", "raw": raw, "before": str(before), "again": dealer_event}

    def insert_dealer_event_and_hand(write: SessionWrite) -> Saved:
        # Insert the dealer event first, as it changes nothing, so that later hands stay possible.
        behind = derive_write(write, "dealer")
        add_event(behind, dict(dealer_event), before=before)
        return add_event(write, raw, before=behind.form.key)

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content),
        insert_dealer_event_and_hand,
    )


def add_event(write: SessionWrite, raw: Any, *, before: UUID | None = None) -> Saved:
    """Add the event `raw` at the end or before another entry, within a write that has begun.

    The key of the write's form becomes the entry's id.
    """
    record, note = read_record(write, raw)
    if record["type"] == "hand":
        require_hands_quota(write.session.club)
    entry = prepare_new_entry(write, before)
    entry.record, entry.note = record, note
    set_entry_time_or_refuse_repeat(write, entry)
    insert_with_client_id(entry)
    ends = record["type"] == "end"
    return save_change(write, build_entry_change(Action.CLOSE if ends else Action.RECORD, entry))


def derive_write(write: SessionWrite, part: str) -> SessionWrite:
    """Return a write for a further event of the same form, with a key derived from the form's key.

    The event gets the present time, and is recorded even if an equal one was just entered.

    part: a name for the event, different for each event of the form.
    """
    form = write.form
    return replace(write, form=replace(form, key=uuid5(form.key, part), entered=RECORDED))


def require_hands_quota(club: Club, more: int = 1) -> None:
    """Raise RefusedError if the club would have more hands than the operator allows.

    more: the number of hands to be entered.
    """
    if club.most_hands is None:
        return
    recorded = club.sessions.aggregate(hands=Sum("hands_count"))["hands"] or 0
    if recorded + more > club.most_hands:
        raise RefusedError([Problem("hands_quota", "", {"highest": club.most_hands})])


def prepare_new_entry(write: SessionWrite, before: UUID | None) -> Entry:
    """Return a new unsaved entry with its position, after moving later entries up by one.

    For an entry at the end, the other entries are not loaded.
    """
    if before is None:
        position = (_LAST_POSITION.first(session=write.session.pk) or 0) + 1
    else:
        position = _free_position(write, before)
    entry = Entry(
        id=write.form.key,
        session=write.session,
        position=position,
        created_by=write.form.by,
        created_at=timezone.now(),
    )
    if write.loaded is not None:
        write.loaded.append(entry)
        write.loaded.sort(key=lambda other: other.position)
    return entry


def _free_position(write: SessionWrite, before: UUID) -> int:
    """Move an entry and all later ones up by one; return the position that becomes free."""
    position = require_live_entry(write, before).position
    later = write.session.entries.filter(position__gte=position)
    later.update(position=F("position") + 1)
    for entry in write.entries:
        entry.position += entry.position >= position
    return position


def _query_last_position() -> QuerySet[Any, Any]:
    entries = Entry.objects.filter(session=Parameter("session", UUIDField()))
    rows: QuerySet[Any, Any] = entries.order_by("-position").values_list("position", flat=True)
    return rows[:1]


_LAST_POSITION = PreparedQuery(_query_last_position)


def correct_event(*, session_id: UUID, form: Submission, entry_id: UUID, raw: Any) -> Saved:
    """Replace the content of an entry by the event `raw`; the old version stays in the history.

    Raise RefusedError, LaterEntryError and the errors of the unit of work.
    """
    content = {"do": "correct", "entry": str(entry_id), "raw": raw}

    def replace_record(write: SessionWrite) -> Saved:
        entry = require_live_entry(write, entry_id)
        before, note_before = entry.record, entry.note
        entry.record, entry.note = read_record(write, raw)
        if (entry.record, entry.note) == (before, note_before):
            raise RefusedError([Problem("nothing_changed", "")])
        # A corrected entry is stored under the current schema.
        entry.schema = RECORD_SCHEMA
        entry.save(update_fields=["record", "note", "schema"])
        return save_change(
            write,
            ChangeDraft(
                action=Action.CORRECT,
                entry=entry,
                before=before,
                after=entry.record,
                note_before=note_before,
                note_after=entry.note,
                since=entry.position,
            ),
        )

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content, PlayersNamed.SEATED),
        replace_record,
    )


def delete_event(*, session_id: UUID, form: Submission, entry_id: UUID) -> Saved:
    """Soft-delete an entry; it stays in the history and can be restored.

    Raise RefusedError, LaterEntryError and the errors of the unit of work.
    """
    content = {"do": "delete", "entry": str(entry_id)}

    def delete_live_entry(write: SessionWrite) -> Saved:
        return soft_delete_entry(write, require_live_entry(write, entry_id))

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content),
        delete_live_entry,
    )


def restore_event(*, session_id: UUID, form: Submission, entry_id: UUID) -> Saved:
    """Restore a deleted entry to its old place; scorers may restore only their own last entry.

    Raise RefusedError, LaterEntryError and the errors of the unit of work.
    """
    content = {"do": "restore", "entry": str(entry_id)}

    def restore_entry(write: SessionWrite) -> Saved:
        entry = require_entry(write, entry_id)
        if not entry.deleted:
            raise RefusedError([Problem("entry_stands", "entry")])
        require_right_to_undo(write, entry)
        return undelete_entry(write, entry)

    return write_to_session(
        session_id,
        Command(form, Right.ENTER, content),
        restore_entry,
    )


def undo_last_entry(*, session_id: UUID, form: Submission) -> Saved:
    """Delete the last entry of an open session; scorers may delete only their own.

    Raise RefusedError and the errors of the unit of work.
    """

    def delete_last_entry(write: SessionWrite) -> Saved:
        entry = find_last_live_entry(write)
        if entry is None:
            raise RefusedError([Problem("nothing_to_undo", "")])
        if entry.record["type"] == "end":
            raise RefusedError([Problem("session_closed", "")])
        require_right_to_undo(write, entry)
        return soft_delete_entry(write, entry)

    return write_to_session(
        session_id,
        Command(form, Right.ENTER, {"do": "undo"}),
        delete_last_entry,
    )
