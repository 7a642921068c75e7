"""Plan an evening, or evenings that repeat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import islice
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.calendar.repeating import days_until
from tarokk_club.club.calendar.usecases.evening_plans import (
    EveningPlan,
    checked_evening,
    fill_evening,
    keep_evening,
)
from tarokk_club.club.models import Act, Club, EveningSeries, PlannedEvening
from tarokk_club.club.people.queries.club_days import season_of_day, today
from tarokk_club.club.values.attendance import Rhythm
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

# Nobody plans further ahead; a slip of the finger in the year would plan thousands.
LONGEST_SERIES = timedelta(days=2 * 366)
MOST_EVENINGS = 110


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeating:
    """How an evening repeats; until: the last day on which there can be one, None: the end of the
    season.
    """

    rhythm: str
    until: date | None

    def content(self) -> dict[str, Any]:
        """As the key of the form knows it."""
        return {"rhythm": self.rhythm, "until": self.until.isoformat() if self.until else None}


def plan_evening(
    *, club_id: UUID, form: Submission, plan: EveningPlan, repeating: Repeating | None = None
) -> PlannedEvening:
    """The evening that was planned, of several the first; the form's key becomes its id.

    Raises RefusedError and what the unit of work raises.
    """
    content = {"do": "plan_evening", **plan.content()}
    content |= repeating.content() if repeating else {}

    def change(write: ClubWrite) -> PlannedEvening:
        checked = checked_evening(plan)
        if checked.day < today(write.club):
            raise RefusedError([Problem("day_is_past", "date")])
        evening = _planned(write, checked, repeating)
        keep_evening(write, evening, Act.EVENINGS_PLANNED if repeating else Act.EVENING_PLANNED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: PlannedEvening.objects.select_related("club").get(pk=form.key),
    )


def _planned(write: ClubWrite, plan: EveningPlan, repeating: Repeating | None) -> PlannedEvening:
    if repeating is None:
        evening = _row(write, plan)
        add_new(evening)
        return evening
    until = repeating.until or _end_of_season(write.club, plan.day)
    days = _days(plan, repeating.rhythm, until)
    series = EveningSeries(
        id=uuid5(write.form.key, "series"),
        club=write.club,
        rhythm=repeating.rhythm,
        starts=plan.day,
        until=until,
    )
    add_new(series)
    first, *others = (
        _row(write, replace(plan, day=day), series=series, place=place)
        for place, day in enumerate(days)
    )
    add_new(first)
    PlannedEvening.objects.bulk_create(others)
    return first


def _row(
    write: ClubWrite, plan: EveningPlan, *, series: EveningSeries | None = None, place: int = 0
) -> PlannedEvening:
    now = timezone.now()
    key = uuid5(write.form.key, str(place)) if place else write.form.key
    evening = PlannedEvening(
        id=key,
        club=write.club,
        series=series,
        place_in_series=place,
        made_at=now,
        changed_at=now,
    )
    fill_evening(evening, plan)
    return evening


def _days(plan: EveningPlan, rhythm: str, until: date) -> list[date]:
    if rhythm not in Rhythm:
        raise RefusedError([Problem("rhythm_unknown", "rhythm")])
    if until < plan.day:
        raise RefusedError([Problem("series_ends_first", "until")])
    days: list[date] = []
    if until - plan.day <= LONGEST_SERIES:
        days = list(islice(days_until(plan.day, rhythm, until), MOST_EVENINGS + 1))
    if not 1 <= len(days) <= MOST_EVENINGS:
        raise RefusedError([Problem("series_too_long", "until")])
    return days


def _end_of_season(club: Club, day: date) -> date:
    """The last day of the season of a day. Raises RefusedError where there is none."""
    season = season_of_day(club.id, day)
    if season is None or season.ends is None:
        raise RefusedError([Problem("series_without_end", "until")])
    return season.ends
