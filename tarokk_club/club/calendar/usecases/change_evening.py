"""Change an evening, or it and those that follow in its series."""

from __future__ import annotations

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.calendar.repeating import days_in_row
from tarokk_club.club.calendar.usecases.evening_plans import (
    EveningPlan,
    checked_evening,
    fill_evening,
    following,
    keep_evening,
    locked_evening,
    require_to_come,
    touch,
)
from tarokk_club.club.models import Act, EveningSeries, PlannedEvening
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def change_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, plan: EveningPlan, onwards: bool = False
) -> PlannedEvening:
    """The evening as it is planned now; its answers stay. onwards: those that follow in its series
    change with it; where it moves to another day, they move into the same rhythm from there.

    Raises ConflictError (it was changed meanwhile, was cancelled, is over, or has tables),
    RefusedError, PlannedEvening.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "change_evening", "evening": str(evening_id), "onwards": onwards}
    content |= plan.content()

    def change(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        if form.version not in (None, evening.version):
            raise ConflictError([Problem("evening_changed", "")])
        require_to_come(evening)
        checked = checked_evening(plan)
        if checked.day < today(write.club):
            raise RefusedError([Problem("day_is_past", "date")])
        moved = checked.day != evening.date
        if moved and evening.tables.filter(session__binned_at=None).exists():
            raise ConflictError([Problem("evening_is_played", "date")])
        _change(evening, checked)
        if onwards and evening.series:
            _change_following(evening, evening.series, checked, moved=moved)
        keep_evening(write, evening, Act.EVENINGS_CHANGED if onwards else Act.EVENING_CHANGED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked_evening(write, evening_id),
    )


def _change(evening: PlannedEvening, plan: EveningPlan) -> None:
    fill_evening(evening, plan)
    touch(evening)
    evening.save()


def _change_following(
    evening: PlannedEvening, series: EveningSeries, plan: EveningPlan, *, moved: bool
) -> None:
    later = list(following(evening))
    if not later:
        return
    steps = later[-1].place_in_series - evening.place_in_series
    days = days_in_row(plan.day, series.rhythm, steps + 1) if moved else []
    for one in later:
        day = days[one.place_in_series - evening.place_in_series] if moved else one.date
        _change(one, plan.on(day))
