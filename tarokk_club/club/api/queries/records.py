"""The records of a club in the API's schemas."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.api import record_shapes
from tarokk_club.club.statistics.queries.records import ClubRecord, ClubRecords


def serialize_records(records: ClubRecords) -> record_shapes.RecordsOut:
    """Return the figures and records of a club in one game."""
    return record_shapes.RecordsOut(
        games=list(records.games),
        game=records.game,
        sessions=records.sessions,
        evenings=records.evenings,
        hands=records.hands,
        players=records.players,
        highest=_serialize_record(records.highest),
        evening=_serialize_record(records.evening),
        longest=_serialize_record(records.longest),
        series=[
            record_shapes.SeriesOfHandsOut(name=row.name, hands=row.hands) for row in records.series
        ],
    )


def _serialize_record(record: ClubRecord | None) -> record_shapes.RecordOut | None:
    if record is None:
        return None
    return record_shapes.RecordOut(
        names=list(record.names),
        number=record.number,
        date=record.day,
        session=record.place.session if record.place else record.session,
        entry=UUID(record.place.entry) if record.place else None,
    )
