"""The records of a club and the statistics of a player in the API's schemas."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.api import statistics_shapes
from tarokk_club.club.models import Player
from tarokk_club.club.statistics.queries.careers import Career, CareerShare
from tarokk_club.club.statistics.queries.records import ClubRecord, ClubRecords


def serialize_records(records: ClubRecords) -> statistics_shapes.RecordsOut:
    """Return the figures and records of a club in one game."""
    return statistics_shapes.RecordsOut(
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
            statistics_shapes.SeriesOfHandsOut(name=row.name, hands=row.hands)
            for row in records.series
        ],
    )


def serialize_statistics(player: Player, career: Career) -> statistics_shapes.StatisticsOut:
    """Return the statistics of a player in one game."""
    return statistics_shapes.StatisticsOut(
        player=player.pk,
        name=career.name,
        game=career.game,
        results=[
            statistics_shapes.GameResultOut(
                game=row.game,
                evenings=row.evenings,
                hands=row.hands,
                points=row.points,
                average=row.average,
            )
            for row in career.results
        ],
        evenings=[
            statistics_shapes.EveningResultOut(
                date=row.day, hands=row.hands, points=row.points, total=row.total
            )
            for row in career.evenings
        ],
        roles=[_serialize_share(share) for share in career.roles],
        bids=[_serialize_share(share) for share in career.bids],
        figures=[
            statistics_shapes.FigureOut(
                term=row.term,
                made=row.made,
                failed=row.failed,
                silent=row.silent,
                silent_failed=row.silent_failed,
                points=row.points,
            )
            for row in career.figures
        ],
        hat_days=career.hat_days,
    )


def _serialize_share(share: CareerShare) -> statistics_shapes.ShareOfHandsOut:
    return statistics_shapes.ShareOfHandsOut(
        key=share.key,
        hands=share.hands,
        won=share.won,
        points=share.points,
    )


def _serialize_record(record: ClubRecord | None) -> statistics_shapes.RecordOut | None:
    if record is None:
        return None
    return statistics_shapes.RecordOut(
        names=list(record.names),
        number=record.number,
        date=record.day,
        session=record.hand.session if record.hand else record.session,
        entry=UUID(record.hand.entry) if record.hand else None,
    )
