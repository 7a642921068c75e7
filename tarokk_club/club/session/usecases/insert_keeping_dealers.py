"""Insert a forgotten hand while later hands keep the dealers with whom they were played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.deletions import build_entry_change
from tarokk_club.club.session.usecases.entries import read_record
from tarokk_club.club.session.usecases.events import enter, insert_new_entry
from tarokk_club.club.session.usecases.posting import write_postings
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    RECORDED,
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def insert_keeping_dealers(
    *,
    session_id: UUID,
    form: Submission,
    raw: Any,
    before: UUID,
    again: Mapping[str, str],
) -> Saved:
    """Insert a hand before another entry, followed by an event that makes its dealer deal again.

    raw: the hand.
    again: the dealer event, with its reason.
    Raise the errors of `record_event`.
    """
    content = {"do": "insert", "raw": raw, "before": str(before), "again": again}

    def change(write: SessionWrite) -> Saved:
        # Insert the dealer event first, as it changes nothing, so that later hands stay possible.
        behind = replace(write, form=replace(form, key=uuid5(form.key, "dealer"), entered=RECORDED))
        _record_before(behind, dict(again), before)
        return _record_before(write, raw, behind.form.key)

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content),
        change,
    )


def _record_before(write: SessionWrite, raw: Any, before: UUID) -> Saved:
    record, note = read_record(write, raw)
    entry = insert_new_entry(write, before)
    entry.record, entry.note = record, note
    enter(write, entry)
    add_new(entry)
    return write_postings(write, build_entry_change(Action.RECORD, entry))
