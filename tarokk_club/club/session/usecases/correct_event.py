"""Correct a recorded hand or other event."""

from typing import Any
from uuid import UUID

from scoring.core.problem import Problem
from scoring.core.schema import RECORD_SCHEMA
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.entries import live_entry, read_record
from tarokk_club.club.session.usecases.posting import ChangeDraft, post
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    PlayersNamed,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def correct_event(*, session_id: UUID, form: Submission, entry_id: UUID, raw: Any) -> Saved:
    """Put the event `raw` in the place of what the entry says; the old version stays in the
    history.

    Raises RefusedError, LaterEntryError and what the unit of work raises.
    """
    content = {"do": "correct", "entry": str(entry_id), "raw": raw}

    def change(write: SessionWrite) -> Saved:
        entry = live_entry(write, entry_id)
        before, note_before = entry.record, entry.note
        entry.record, entry.note = read_record(write, raw)
        if (entry.record, entry.note) == (before, note_before):
            raise RefusedError([Problem("nothing_changed", "")])
        # Whoever writes it again writes it under today's schema, whatever stood there.
        entry.schema = RECORD_SCHEMA
        entry.save(update_fields=["record", "note", "schema"])
        return post(
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
        change,
    )
