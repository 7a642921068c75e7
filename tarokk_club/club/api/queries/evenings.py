"""The evenings of a club in the API's schemas, as its calendar shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from tarokk_club.club.api import evening_shapes
from tarokk_club.club.calendar.kept_seats import read_evening_draw
from tarokk_club.club.calendar.queries.evenings import (
    annotate_answer_counts,
    assign_seats,
    build_evening_row,
    load_answers,
)
from tarokk_club.club.calendar.queries.seatings import load_started_tables
from tarokk_club.club.models import Club, EveningAnswer, EveningSeries, PlannedEvening
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.values.attendance import Attendance


def serialize_evenings(
    club: Club, evenings: Sequence[PlannedEvening], player: UUID | None
) -> list[evening_shapes.EveningOut]:
    """Return these evenings with the number of answers, in one query.

    player: the player of the key's user, whose own answer is included.
    """
    day = today(club)
    among = PlannedEvening.objects.filter(pk__in=[one.pk for one in evenings])
    rows = {one.pk: build_evening_row(one, day) for one in annotate_answer_counts(among, player)}
    told = []
    for one in evenings:
        row = rows[one.pk]
        counts = evening_shapes.CountsOut(**asdict(row.tally))
        own = _own_answer(row.coming, row.guests)
        told.append(evening_shapes.EveningOut(**_facts(one), answers=counts, own=own))
    return told


def _facts(evening: PlannedEvening) -> dict[str, Any]:
    """Return the planned fields of an evening; its club and series must be loaded."""
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
        "series": _series(evening.series) if evening.series else None,
        "version": evening.version,
    }


def _own_answer(coming: str, guests: int) -> evening_shapes.OwnAnswerOut | None:
    return evening_shapes.OwnAnswerOut(coming=coming, guests=guests) if coming else None


def _series(series: EveningSeries) -> evening_shapes.SeriesOut:
    return evening_shapes.SeriesOut(
        id=series.id, rhythm=series.rhythm, starts=series.starts, until=series.until
    )


def serialize_evening(evening: PlannedEvening, player: UUID | None) -> evening_shapes.EveningWhole:
    """Return an evening as its page shows it, in two queries."""
    answers = load_answers(evening)
    own = next((one for one in answers if player and one.player_id == player), None)
    return evening_shapes.EveningWhole(
        **_facts(evening),
        answers=_counted(answers),
        own=_own_answer(own.coming, own.guests) if own else None,
        who=_who(answers, evening.most),
        **_seated(evening),
    )


def _counted(answers: Sequence[EveningAnswer]) -> evening_shapes.CountsOut:
    said = Counter(one.coming for one in answers)
    guests = sum(one.guests for one in answers if one.coming == Attendance.YES)
    yes, perhaps, no = (said[one] for one in (Attendance.YES, Attendance.PERHAPS, Attendance.NO))
    return evening_shapes.CountsOut(yes=yes, perhaps=perhaps, no=no, guests=guests)


def _who(
    answers: Sequence[EveningAnswer], most: int | None
) -> list[evening_shapes.EveningAnswerOut]:
    given = {one.answer.pk: one for one in assign_seats(answers, most)}
    told = []
    for one in answers:
        seat = given.get(one.pk)
        told.append(
            evening_shapes.EveningAnswerOut(
                player=one.player_id,
                name=one.player.name,
                coming=one.coming,
                guests=one.guests,
                seated=bool(seat and seat.seated),
                guests_seated=seat.guests if seat else 0,
                noted_by=_noted_by(one),
            )
        )
    return told


def _noted_by(answer: EveningAnswer) -> str | None:
    if answer.by is None or answer.by_id == answer.player.user_id:
        return None
    return answer.by.name


def _seated(evening: PlannedEvening) -> dict[str, Any]:
    """Return the started and the drawn tables by number, and the players who sit out."""
    tables = [
        evening_shapes.EveningTableOut(
            number=one.number, session=one.session_id, seats=one.session.seats
        )
        for one in load_started_tables(evening)
    ]
    kept = read_evening_draw(evening.seating)
    waiting = sorted(kept.tables.items()) if kept else ()
    tables += [
        evening_shapes.EveningTableOut(number=number, session=None, seats=list(row))
        for number, row in waiting
    ]
    return {"tables": tables, "out": list(kept.out) if kept else []}
