"""The records of a club in the API's schemas."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.api import record_shapes
from tarokk_club.club.statistics.queries.records import ClubRecord, ClubRecords


def records_out(found: ClubRecords) -> record_shapes.RecordsOut:
    """Return the figures and records of one game."""
    return record_shapes.RecordsOut(
        games=list(found.games),
        game=found.game,
        sessions=found.sessions,
        evenings=found.evenings,
        hands=found.hands,
        players=found.players,
        highest=_record(found.highest),
        evening=_record(found.evening),
        longest=_record(found.longest),
        series=[
            record_shapes.SeriesOfHandsOut(name=one.name, hands=one.hands) for one in found.series
        ],
    )


def _record(found: ClubRecord | None) -> record_shapes.RecordOut | None:
    if found is None:
        return None
    return record_shapes.RecordOut(
        names=list(found.names),
        number=found.number,
        date=found.day,
        session=found.place.session if found.place else found.session,
        entry=UUID(found.place.entry) if found.place else None,
    )
