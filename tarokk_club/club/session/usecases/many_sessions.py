"""Several sessions of a club in one write."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID, uuid5

from tarokk_club.club.writing.unit_of_work import ClubWrite, SessionWrite, sessions_to_write


def session_writes(write: ClubWrite, session_ids: list[UUID]) -> Iterator[SessionWrite]:
    """These sessions of the club, locked one after the other in one order for all."""
    for session_id in sorted(session_ids):
        session = sessions_to_write().get(pk=session_id, club=write.club)
        form = replace(write.form, key=uuid5(write.form.key, str(session_id)), version=None)
        entries = list(session.entries.order_by("position"))
        yield SessionWrite(session, form, write.roles, write.mark, entries=entries)
