"""The evenings of a club in the API's schemas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from tarokk_club.club.api import evening_shapes
from tarokk_club.club.calendar.evening_draw import read_evening_draw
from tarokk_club.club.calendar.queries.evenings import (
    annotate_answer_counts,
    assign_seats,
    build_evening_row,
    load_answers,
)
from tarokk_club.club.calendar.queries.seatings import load_started_tables
from tarokk_club.club.models import Attendance, Club, EveningAnswer, EveningSeries, PlannedEvening
from tarokk_club.club.people.queries.club_days import get_today


def serialize_evenings(
    club: Club, evenings: Sequence[PlannedEvening], player: UUID | None
) -> list[evening_shapes.EveningOut]:
    """Return these evenings with the numbers of answers.

    player: the user's player, whose answer is also returned separately; None if there is none.
    """
    day = get_today(club)
    among = PlannedEvening.objects.filter(pk__in=[evening.pk for evening in evenings])
    counted = annotate_answer_counts(among, player)
    rows = {evening.pk: build_evening_row(evening, day) for evening in counted}
    items = []
    for evening in evenings:
        row = rows[evening.pk]
        counts = evening_shapes.CountsOut(**asdict(row.tally))
        own = _build_own_answer(row.coming, row.guests)
        items.append(
            evening_shapes.EveningOut(**_build_planned_fields(evening), answers=counts, own=own)
        )
    return items


def _build_planned_fields(evening: PlannedEvening) -> dict[str, Any]:
    """Return the fields of an evening without its answers; its club and series must be loaded."""
    return {
        "id": evening.id,
        "date": evening.date,
        "begins": evening.begins,
        "time_zone": evening.club.time_zone,
        "place": evening.place,
        "game": evening.game,
        "note": evening.note,
        "seats": evening.most,
        "cancelled": evening.cancelled_at is not None,
        "series": _serialize_series(evening.series) if evening.series else None,
        "version": evening.version,
    }


def _build_own_answer(coming: str, guests: int) -> evening_shapes.OwnAnswerOut | None:
    return evening_shapes.OwnAnswerOut(coming=coming, guests=guests) if coming else None


def _serialize_series(series: EveningSeries) -> evening_shapes.SeriesOut:
    return evening_shapes.SeriesOut(
        id=series.id, rhythm=series.rhythm, starts=series.starts, until=series.until
    )


def serialize_evening(evening: PlannedEvening, player: UUID | None) -> evening_shapes.EveningWhole:
    """Return an evening with its answers and tables.

    player: the user's player, whose answer is also returned separately; None if there is none.
    """
    answers = load_answers(evening)
    own = next((row for row in answers if player and row.player_id == player), None)
    return evening_shapes.EveningWhole(
        **_build_planned_fields(evening),
        answers=_count_answers(answers),
        own=_build_own_answer(own.coming, own.guests) if own else None,
        who=_serialize_answers(answers, evening.most),
        **_build_table_fields(evening),
    )


def _count_answers(answers: Sequence[EveningAnswer]) -> evening_shapes.CountsOut:
    tally = Counter(answer.coming for answer in answers)
    guests = sum(answer.guests for answer in answers if answer.coming == Attendance.YES)
    yes, perhaps, no = (tally[kind] for kind in (Attendance.YES, Attendance.PERHAPS, Attendance.NO))
    return evening_shapes.CountsOut(yes=yes, perhaps=perhaps, no=no, guests=guests)


def _serialize_answers(
    answers: Sequence[EveningAnswer], most: int | None
) -> list[evening_shapes.EveningAnswerOut]:
    given = {seat.answer.pk: seat for seat in assign_seats(answers, most)}
    items = []
    for answer in answers:
        seat = given.get(answer.pk)
        items.append(
            evening_shapes.EveningAnswerOut(
                player=answer.player_id,
                name=answer.player.name,
                coming=answer.coming,
                guests=answer.guests,
                seated=bool(seat and seat.seated),
                guests_seated=seat.guests if seat else 0,
                noted_by=_find_proxy_name(answer),
            )
        )
    return items


def _find_proxy_name(answer: EveningAnswer) -> str | None:
    if answer.by is None or answer.by_id == answer.player.user_id:
        return None
    return answer.by.name


def _build_table_fields(evening: PlannedEvening) -> dict[str, Any]:
    """Return the fields for the tables, started ones first, and the players who sit out."""
    tables = [
        evening_shapes.EveningTableOut(
            number=table.number, session=table.session_id, seats=table.session.seats
        )
        for table in load_started_tables(evening)
    ]
    draw = read_evening_draw(evening.seating)
    waiting = sorted(draw.tables.items()) if draw else ()
    tables += [
        evening_shapes.EveningTableOut(number=number, session=None, seats=list(row))
        for number, row in waiting
    ]
    return {"tables": tables, "out": list(draw.out) if draw else []}
