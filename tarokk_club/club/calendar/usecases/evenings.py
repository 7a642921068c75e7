"""Plan, change, cancel and restore evenings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import islice
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.calendar.repeating import iter_rhythm_days, list_rhythm_days
from tarokk_club.club.calendar.usecases.evening_plans import (
    EveningPlan,
    fill_evening,
    find_later_evenings,
    lock_evening,
    log_evening,
    mark_as_changed,
    normalise_evening_plan,
    require_upcoming,
)
from tarokk_club.club.models import Act, Club, EveningSeries, PlannedEvening, Rhythm
from tarokk_club.club.people.queries.club_days import get_today, load_season_of_day
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.events import evening_cancelled
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

# The longest series, so that a typing error in the year cannot create thousands of evenings.
LONGEST_SERIES = timedelta(days=2 * 366)
MOST_EVENINGS = 110


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeating:
    """The rhythm and the end of a series of evenings.

    rhythm: value of Rhythm.
    until: last possible day, None for the end of the season.
    """

    rhythm: str
    until: date | None

    def build_content(self) -> dict[str, Any]:
        """Return the fields that go into the content of the submission."""
        return {"rhythm": self.rhythm, "until": self.until.isoformat() if self.until else None}


def plan_evening(
    *, club_id: UUID, form: Submission, plan: EveningPlan, repeating: Repeating | None = None
) -> PlannedEvening:
    """Create an evening or a series, and return the first evening.

    form: submission whose key becomes the id of the first evening.
    Raise RefusedError, and any error of the unit of work.
    """
    content = {"do": "plan_evening", **plan.build_content()}
    content |= repeating.build_content() if repeating else {}

    def change(write: ClubWrite) -> PlannedEvening:
        checked = normalise_evening_plan(plan)
        if checked.day < get_today(write.club):
            raise RefusedError([Problem("day_is_past", "date")])
        evening = _create_evenings(write, checked, repeating)
        log_evening(write, evening, Act.EVENINGS_PLANNED if repeating else Act.EVENING_PLANNED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: PlannedEvening.objects.select_related("club").get(pk=form.key),
    )


def _create_evenings(
    write: ClubWrite, plan: EveningPlan, repeating: Repeating | None
) -> PlannedEvening:
    """Create the evening, or all evenings of the series, and return the first."""
    if repeating is None:
        evening = _build_row(write, plan)
        add_new(evening)
        return evening
    until = repeating.until or _find_end_of_season(write.club, plan.day)
    days = _list_series_days(plan, repeating.rhythm, until)
    series = EveningSeries(
        id=uuid5(write.form.key, "series"),
        club=write.club,
        rhythm=repeating.rhythm,
        starts=plan.day,
        until=until,
    )
    add_new(series)
    first, *others = (
        _build_row(write, replace(plan, day=day), series=series, place=place)
        for place, day in enumerate(days)
    )
    add_new(first)
    PlannedEvening.objects.bulk_create(others)
    return first


def _build_row(
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


def _list_series_days(plan: EveningPlan, rhythm: str, until: date) -> list[date]:
    if rhythm not in Rhythm:
        raise RefusedError([Problem("rhythm_unknown", "rhythm")])
    if until < plan.day:
        raise RefusedError([Problem("series_ends_first", "until")])
    days: list[date] = []
    if until - plan.day <= LONGEST_SERIES:
        days = list(islice(iter_rhythm_days(plan.day, rhythm, until), MOST_EVENINGS + 1))
    if not 1 <= len(days) <= MOST_EVENINGS:
        raise RefusedError([Problem("series_too_long", "until")])
    return days


def _find_end_of_season(club: Club, day: date) -> date:
    """Return the last day of the season that contains this day.

    Raise RefusedError if there is no season on the day, or the season has no end.
    """
    season = load_season_of_day(club.id, day)
    if season is None or season.ends is None:
        raise RefusedError([Problem("series_without_end", "until")])
    return season.ends


def change_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, plan: EveningPlan, onwards: bool = False
) -> PlannedEvening:
    """Change the plan of an evening without touching its answers, and return it.

    onwards: whether to change the later evenings of the series as well; if the day changes, they
        continue the rhythm from the new day.
    Raise ConflictError if the evening was changed meanwhile, is cancelled or over, or has tables
        although its day changes.
    Raise RefusedError, PlannedEvening.DoesNotExist, and any error of the unit of work.
    """
    content = {"do": "change_evening", "evening": str(evening_id), "onwards": onwards}
    content |= plan.build_content()

    def change(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        if form.version not in (None, evening.version):
            raise ConflictError([Problem("evening_changed", "")])
        require_upcoming(evening)
        checked = normalise_evening_plan(plan)
        if checked.day < get_today(write.club):
            raise RefusedError([Problem("day_is_past", "date")])
        moved = checked.day != evening.date
        if moved and evening.tables.filter(session__binned_at=None).exists():
            raise ConflictError([Problem("evening_is_played", "date")])
        _save_plan(evening, checked)
        if onwards and evening.series:
            _change_following(evening, evening.series, checked, moved=moved)
        log_evening(write, evening, Act.EVENINGS_CHANGED if onwards else Act.EVENING_CHANGED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: lock_evening(write, evening_id),
    )


def _save_plan(evening: PlannedEvening, plan: EveningPlan) -> None:
    fill_evening(evening, plan)
    mark_as_changed(evening)
    evening.save()


def _change_following(
    evening: PlannedEvening, series: EveningSeries, plan: EveningPlan, *, moved: bool
) -> None:
    later = list(find_later_evenings(evening))
    if not later:
        return
    steps = later[-1].place_in_series - evening.place_in_series
    days = list_rhythm_days(plan.day, series.rhythm, steps + 1) if moved else []
    for one in later:
        day = days[one.place_in_series - evening.place_in_series] if moved else one.date
        _save_plan(one, replace(plan, day=day))


def cancel_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, onwards: bool = False
) -> PlannedEvening:
    """Cancel an evening, which remains in the calendar as cancelled, and return it.

    onwards: whether to cancel the later evenings of the series as well.
    Raise ConflictError if the evening is already cancelled, is over, or has tables.
    Raise PlannedEvening.DoesNotExist, and any error of the unit of work.
    """
    content = {"do": "cancel_evening", "evening": str(evening_id), "onwards": onwards}

    def change(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        require_upcoming(evening)
        if evening.tables.filter(session__binned_at=None).exists():
            raise ConflictError([Problem("evening_is_played", "")])
        # The equal time identifies evenings that were cancelled, and can be restored, together.
        now = timezone.now()
        later = list(find_later_evenings(evening)) if onwards and evening.series else []
        for one in (evening, *later):
            one.cancelled_at, one.seating = now, None
            mark_as_changed(one)
            one.save(update_fields=["cancelled_at", "seating", "version", "changed_at"])
        evening_cancelled.send(None, evenings=[evening, *later], by=form.by)
        log_evening(write, evening, Act.EVENINGS_CANCELLED if later else Act.EVENING_CANCELLED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: lock_evening(write, evening_id),
    )


def restore_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, onwards: bool = False
) -> PlannedEvening:
    """Restore a cancelled evening with its answers, and return it.

    onwards: whether to restore the evenings that were cancelled with it as well.
    Raise ConflictError if the evening is not cancelled.
    Raise PlannedEvening.DoesNotExist, and any error of the unit of work.
    """
    content = {"do": "restore_evening", "evening": str(evening_id), "onwards": onwards}

    def change(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        if evening.cancelled_at is None:
            raise ConflictError([Problem("evening_not_cancelled", "")])
        same = PlannedEvening.objects.filter(
            series=evening.series, cancelled_at=evening.cancelled_at, club=write.club
        )
        others = list(same.exclude(pk=evening.pk)) if onwards and evening.series else []
        for one in (evening, *others):
            one.cancelled_at = None
            mark_as_changed(one)
            one.save(update_fields=["cancelled_at", "version", "changed_at"])
        log_evening(write, evening, Act.EVENINGS_RESTORED if others else Act.EVENING_RESTORED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: lock_evening(write, evening_id),
    )
