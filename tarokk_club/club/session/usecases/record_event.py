"""Record a hand or another event of a session."""

from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from tarokk_club.club.models import Entry
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.entries import live_entry, read_record
from tarokk_club.club.session.usecases.posting import post
from tarokk_club.club.session.usecases.same_hand import enter
from tarokk_club.club.session.usecases.soft_delete import entry_state
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    PlayersNamed,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def record_event(
    *,
    session_id: UUID,
    form: Submission,
    raw: Any,
    before: UUID | None = None,
) -> Saved:
    """Put the event `raw` (as in the session document, with player ids) at the end or before
    another entry.

    The form's key becomes the entry's id. Raises RefusedError, LaterEntryError, SameHandError and
    what the unit of work raises.
    """
    kind = raw.get("type") if isinstance(raw, dict) else None
    ends = kind == "end"
    right = Right.CORRECT if ends or before else Right.ENTER
    content = {"do": "record", "raw": raw, "before": str(before)}
    # Whoever was erased may still leave a table that was opened again.
    naming = PlayersNamed.SEATED if kind == "leave" else PlayersNamed.PRESENT

    def change(write: SessionWrite) -> Saved:
        record, note = read_record(write, raw)
        entry = placed(write, before)
        entry.record, entry.note = record, note
        enter(write, entry)
        add_new(entry)
        return post(write, entry_state(Action.CLOSE if ends else Action.RECORD, entry))

    return write_to_session(
        session_id,
        Command(form, right, content, naming),
        change,
    )


def placed(write: SessionWrite, before: UUID | None) -> Entry:
    """A new entry in its place; those behind it move on by one."""
    entries = write.entries
    place = len(entries) if before is None else entries.index(live_entry(write, before))
    position = entries[place].position if before else (entries[-1].position + 1 if entries else 1)
    if before:
        later = write.session.entries.filter(position__gte=position)
        later.update(position=F("position") + 1)
        for entry in entries[place:]:
            entry.position += 1
    now = timezone.now()
    made = Entry(
        id=write.form.key,
        session=write.session,
        position=position,
        created_by=write.form.by,
        created_at=now,
    )
    entries.insert(place, made)
    return made
