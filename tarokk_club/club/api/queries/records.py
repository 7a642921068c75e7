"""The records of a club in the API's schemas."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.api import record_shapes
from tarokk_club.club.models import Player
from tarokk_club.club.statistics.queries.careers import Career, CareerShare
from tarokk_club.club.statistics.queries.records import ClubRecord, ClubRecords


def records_out(records: ClubRecords) -> record_shapes.RecordsOut:
    """Return the figures and records of one game."""
    return record_shapes.RecordsOut(
        games=list(records.games),
        game=records.game,
        sessions=records.sessions,
        evenings=records.evenings,
        hands=records.hands,
        players=records.players,
        highest=_record(records.highest),
        evening=_record(records.evening),
        longest=_record(records.longest),
        series=[
            record_shapes.SeriesOfHandsOut(name=one.name, hands=one.hands) for one in records.series
        ],
    )


def statistics_out(player: Player, career: Career) -> record_shapes.StatisticsOut:
    """Return the statistics of a player in one game."""
    return record_shapes.StatisticsOut(
        player=player.pk,
        name=career.name,
        game=career.game,
        results=[
            record_shapes.GameResultOut(
                game=one.game,
                evenings=one.evenings,
                hands=one.hands,
                points=one.points,
                average=one.average,
            )
            for one in career.results
        ],
        evenings=[
            record_shapes.EveningResultOut(
                date=one.day, hands=one.hands, points=one.points, total=one.total
            )
            for one in career.evenings
        ],
        roles=[_share(one) for one in career.roles],
        bids=[_share(one) for one in career.bids],
        figures=[
            record_shapes.FigureOut(
                term=one.term,
                made=one.made,
                failed=one.failed,
                silent=one.silent,
                silent_failed=one.silent_failed,
                points=one.points,
            )
            for one in career.figures
        ],
        hat_days=career.hat_days,
    )


def _share(career_share: CareerShare) -> record_shapes.ShareOfHandsOut:
    return record_shapes.ShareOfHandsOut(
        key=career_share.key,
        hands=career_share.hands,
        won=career_share.won,
        points=career_share.points,
    )


def _record(record: ClubRecord | None) -> record_shapes.RecordOut | None:
    if record is None:
        return None
    return record_shapes.RecordOut(
        names=list(record.names),
        number=record.number,
        date=record.day,
        session=record.place.session if record.place else record.session,
        entry=UUID(record.place.entry) if record.place else None,
    )
