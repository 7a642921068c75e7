"""The records of a club in the API's schemas."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.api import record_shapes
from tarokk_club.club.models import Player
from tarokk_club.club.statistics.queries.careers import Career, CareerShare
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


def statistics_out(player: Player, found: Career) -> record_shapes.StatisticsOut:
    """Return the statistics of a player in one game."""
    return record_shapes.StatisticsOut(
        player=player.pk,
        name=found.name,
        game=found.game,
        results=[
            record_shapes.GameResultOut(
                game=one.game,
                evenings=one.evenings,
                hands=one.hands,
                points=one.points,
                average=one.average,
            )
            for one in found.results
        ],
        evenings=[
            record_shapes.EveningResultOut(
                date=one.day, hands=one.hands, points=one.points, total=one.total
            )
            for one in found.evenings
        ],
        roles=[_share(one) for one in found.roles],
        bids=[_share(one) for one in found.bids],
        figures=[
            record_shapes.FigureOut(
                term=one.term,
                made=one.made,
                failed=one.failed,
                silent=one.silent,
                silent_failed=one.silent_failed,
                points=one.points,
            )
            for one in found.figures
        ],
        hat_days=found.hat_days,
    )


def _share(one: CareerShare) -> record_shapes.ShareOfHandsOut:
    return record_shapes.ShareOfHandsOut(
        key=one.key, hands=one.hands, won=one.won, points=one.points
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
