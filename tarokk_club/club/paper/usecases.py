"""The use case that records a completed paper sheet."""

from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models import Entry
from tarokk_club.club.models.hands import Action
from tarokk_club.club.paper.queries.paper_reading import read_paper_sheet
from tarokk_club.club.session.queries.sessions.same_sessions import find_session_with_sheet
from tarokk_club.club.session.usecases.entries import build_entry_change, read_record
from tarokk_club.club.session.usecases.posting import add_history_lines, save_change
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)

register_refusals(
    {
        "sheet_faulty": _("Some lines need another look; nothing was saved."),
        "sheet_known": _("This sheet is already in the club. Say so if you want it twice."),
    }
)


def record_paper_sheet(
    *, session_id: UUID, form: Submission, lines: str, once: bool = False
) -> Saved:
    """Append the events of a typed paper sheet to the session, all or none.

    lines: the sheet in shorthand.
    once: whether to refuse a sheet that the club has already recorded.
    Raise RefusedError if a line is faulty or the sheet is empty.
    Raise ConflictError if `once` is set and the club has already recorded the sheet.
    Raise the errors of the unit of work.
    """
    content = {"do": "sheet", "lines": lines}

    def append_events(write: SessionWrite) -> Saved:
        reading = read_paper_sheet(write.session, lines)
        if not reading.is_valid:
            raise RefusedError([Problem("sheet_faulty", "lines")])
        if once and find_session_with_sheet(write.session, reading.raws):
            raise ConflictError([Problem("sheet_known", "")])
        entries = [
            _build_entry(write, raw, place) for place, raw in enumerate(reading.raws, start=1)
        ]
        Entry.objects.bulk_create(entries)
        write.entries.extend(entries)
        saved = save_change(write, build_entry_change(Action.IMPORT, entries[0]))
        add_history_lines(write.session, entries[1:], saved.change)
        return saved

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content),
        append_events,
    )


def _build_entry(write: SessionWrite, raw: dict[str, Any], place: int) -> Entry:
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
