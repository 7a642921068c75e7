"""Record a filled-in sheet of paper."""

from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Entry
from tarokk_club.club.models.hands import Action
from tarokk_club.club.paper.queries.paper_reading import read_paper
from tarokk_club.club.session.queries.same_sessions import typed_before
from tarokk_club.club.session.usecases.deletions import entry_state
from tarokk_club.club.session.usecases.entries import read_record
from tarokk_club.club.session.usecases.posting import add_history, post
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def record_sheet(*, session_id: UUID, form: Submission, lines: str, once: bool = False) -> Saved:
    """Put the events that the lines say, in shorthand, behind what the session holds: all or none.

    once: nobody has said that a sheet that stands in the club is wanted again. Raises RefusedError,
    ConflictError (it stands there) and what the unit of work raises.
    """
    content = {"do": "sheet", "lines": lines}

    def change(write: SessionWrite) -> Saved:
        reading = read_paper(write.session, lines)
        if not reading.is_good:
            raise RefusedError([Problem("sheet_faulty", "lines")])
        if once and typed_before(write.session, reading.raws):
            raise ConflictError([Problem("sheet_known", "")])
        entries = [_entry(write, raw, place) for place, raw in enumerate(reading.raws, start=1)]
        Entry.objects.bulk_create(entries)
        write.entries += entries
        saved = post(write, entry_state(Action.IMPORT, entries[0]))
        add_history(write.session, entries[1:], saved.change)
        return saved

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content),
        change,
    )


def _entry(write: SessionWrite, raw: dict[str, Any], place: int) -> Entry:
    record, note = read_record(write, raw)
    last = write.entries[-1].position if write.entries else 0
    return Entry(
        id=uuid4(),
        session=write.session,
        position=last + place,
        record=record,
        note=note,
        created_by=write.form.by,
        created_at=timezone.now(),
    )
