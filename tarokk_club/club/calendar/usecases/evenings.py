"""Plan, change, cancel and restore evenings, and check and lock them for other use cases."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from itertools import islice
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from scoring.core.problem import Problem
from scoring.games import GAMES
from tarokk_club.club.calendar.repeating import iter_rhythm_days, list_rhythm_days
from tarokk_club.club.models import Act, Club, EveningSeries, EveningTable, PlannedEvening, Rhythm
from tarokk_club.club.people.queries.club_days import get_today, load_season_of_day
from tarokk_club.club.values.days import find_year_problems
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.events import evening_cancelled
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_text
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

LONGEST_NOTE, MOST_SEATS = 300, 999


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPlan:
    """The values of the form that plans an evening.

    game: key of the game, "" for any game.
    most: number of seats, None for no limit.
    """

    day: date
    starts: time
    place: str = ""
    game: str = ""
    note: str = ""
    most: int | None = None

    def build_content(self) -> dict[str, Any]:
        """Return the plan as submitted fields, to recognise a repeated submission."""
        return {
            "day": self.day.isoformat(),
            "starts": self.starts.isoformat("minutes"),
            "place": self.place,
            "game": self.game,
            "note": self.note,
            "most": self.most,
        }


def require_valid_evening_plan(plan: EveningPlan) -> EveningPlan:
    """Return the plan with normalised texts, and a time without seconds.

    Raise RefusedError with all problems of the plan.
    """
    problems = find_year_problems(plan.day, "date")
    place = " ".join(read_text(plan.place, problems, field="place").split())
    note = " ".join(read_text(plan.note, problems, field="note").split())
    for field, text, highest in (("place", place, LONGEST_NAME), ("note", note, LONGEST_NOTE)):
        if len(text) > highest:
            problems.append(Problem("text_too_long", field, {"highest": highest}))
    if plan.game and plan.game not in GAMES:
        problems.append(Problem("unknown_game", "game", {"allowed": ", ".join(GAMES)}))
    if plan.most is not None and not 1 <= plan.most <= MOST_SEATS:
        values = {"lowest": 1, "highest": MOST_SEATS}
        problems.append(Problem("out_of_range", "most", values))
    if problems:
        raise RefusedError(problems)
    return replace(plan, place=place, note=note, starts=plan.starts.replace(second=0))


def fill_evening(evening: PlannedEvening, plan: EveningPlan) -> None:
    """Copy the plan into the evening without saving, and clear its draw if the game changes."""
    if evening.game != plan.game:
        evening.seating = None
    evening.date, evening.starts, evening.place = plan.day, plan.starts, plan.place
    evening.game, evening.note, evening.most = plan.game, plan.note, plan.most


def lock_evening(write: ClubWrite, evening_id: UUID) -> PlannedEvening:
    """Return the evening with its row locked until the end of the transaction.

    Raise PlannedEvening.DoesNotExist if the club has no such evening.
    """
    rows = PlannedEvening.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("club", "series").get(pk=evening_id, club=write.club)


def find_later_evenings(evening: PlannedEvening) -> QuerySet[PlannedEvening]:
    """Return the later evenings of the series that are neither cancelled nor started."""
    played = EveningTable.objects.filter(evening=OuterRef("pk"), session__binned_at=None)
    rows = PlannedEvening.objects.filter(
        ~Exists(played),
        series=evening.series_id,
        place_in_series__gt=evening.place_in_series,
        cancelled_at=None,
    )
    return rows.order_by("place_in_series")


def require_upcoming(evening: PlannedEvening) -> None:
    """Raise ConflictError if the evening is cancelled or over."""
    if evening.cancelled_at:
        raise ConflictError([Problem("evening_cancelled", "")])
    if evening.date < get_today(evening.club):
        raise ConflictError([Problem("evening_over", "")])


def require_playable(evening: PlannedEvening) -> None:
    """Raise ConflictError if the evening is cancelled or was before yesterday.

    Yesterday is allowed because many clubs play past midnight.
    """
    if evening.cancelled_at:
        raise ConflictError([Problem("evening_cancelled", "")])
    if not is_playable(evening):
        raise ConflictError([Problem("evening_over", "")])


def is_playable(evening: PlannedEvening) -> bool:
    """Return whether tables can still be drawn: until the end of the day after the evening."""
    return evening.date >= get_today(evening.club) - timedelta(days=1)


def log_evening(write: ClubWrite, evening: PlannedEvening, act: Act) -> None:
    """Log the action with the evening and its day."""
    facts = {"evening": str(evening.pk), "on": evening.date.isoformat()}
    write.log(act, facts)


def mark_as_changed(evening: PlannedEvening) -> None:
    """Increment the version and set the time of the change, which feeds contain; do not save."""
    evening.version += 1
    evening.changed_at = timezone.now()


# The longest series, so that a typing error in the year cannot create thousands of evenings.
LONGEST_SERIES = timedelta(days=2 * 366)
MOST_EVENINGS = 110


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesPlan:
    """The rhythm and the end of a series of evenings.

    rhythm: value of Rhythm.
    until: last possible day, None for the end of the season.
    """

    rhythm: str
    until: date | None

    def build_content(self) -> dict[str, Any]:
        """Return the submitted fields, to recognise a repeated submission."""
        return {"rhythm": self.rhythm, "until": self.until.isoformat() if self.until else None}


def plan_evening(
    *, club_id: UUID, form: Submission, plan: EveningPlan, repeating: SeriesPlan | None = None
) -> PlannedEvening:
    """Create an evening or a series, and return the first evening.

    form: submission whose key becomes the id of the first evening.
    repeating: the rhythm of a series, None for a single evening.
    Raise RefusedError if a value is not valid, and any error of the unit of work.
    """
    content = {"do": "plan_evening", **plan.build_content()}
    content |= repeating.build_content() if repeating else {}

    def create_evenings(write: ClubWrite) -> PlannedEvening:
        checked = require_valid_evening_plan(plan)
        if checked.day < get_today(write.club):
            raise RefusedError([Problem("day_is_past", "date")])
        evening = _create_evenings(write, checked, repeating)
        log_evening(write, evening, Act.EVENINGS_PLANNED if repeating else Act.EVENING_PLANNED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        create_evenings,
        repeated=lambda write: PlannedEvening.objects.select_related("club").get(pk=form.key),
    )


def _create_evenings(
    write: ClubWrite, plan: EveningPlan, repeating: SeriesPlan | None
) -> PlannedEvening:
    """Create the evening, or all evenings of the series, and return the first."""
    if repeating is None:
        evening = _build_evening(write, plan)
        insert_with_client_id(evening)
        return evening
    until = repeating.until or _require_end_of_season(write.club, plan.day)
    days = _list_series_days(plan, repeating.rhythm, until)
    series = EveningSeries(
        id=uuid5(write.form.key, "series"),
        club=write.club,
        rhythm=repeating.rhythm,
        starts=plan.day,
        until=until,
    )
    insert_with_client_id(series)
    first, *others = (
        _build_evening(write, replace(plan, day=day), series=series, place=place)
        for place, day in enumerate(days)
    )
    insert_with_client_id(first)
    PlannedEvening.objects.bulk_create(others)
    return first


def _build_evening(
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


def _require_end_of_season(club: Club, day: date) -> date:
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
    """Change the plan of an evening, keep its answers, and return the evening.

    onwards: whether to change the later evenings of the series as well; if the day changes, they
        continue the rhythm from the new day.
    Raise ConflictError if the evening was changed meanwhile, is cancelled or over, or has tables
        although its day changes.
    Raise RefusedError, PlannedEvening.DoesNotExist, and any error of the unit of work.
    """
    content = {"do": "change_evening", "evening": str(evening_id), "onwards": onwards}
    content |= plan.build_content()

    def save_changed_plan(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        if form.version not in (None, evening.version):
            raise ConflictError([Problem("evening_changed", "")])
        require_upcoming(evening)
        checked = require_valid_evening_plan(plan)
        if checked.day < get_today(write.club):
            raise RefusedError([Problem("day_is_past", "date")])
        moved = checked.day != evening.date
        if moved and evening.tables.filter(session__binned_at=None).exists():
            raise ConflictError([Problem("evening_is_played", "date")])
        _save_plan(evening, checked)
        if onwards and evening.series:
            _change_later_evenings(evening, evening.series, checked, moved=moved)
        log_evening(write, evening, Act.EVENINGS_CHANGED if onwards else Act.EVENING_CHANGED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        save_changed_plan,
        repeated=lambda write: lock_evening(write, evening_id),
    )


def _save_plan(evening: PlannedEvening, plan: EveningPlan) -> None:
    fill_evening(evening, plan)
    mark_as_changed(evening)
    evening.save()


def _change_later_evenings(
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

    Drawn tables are deleted, and `evening_cancelled` is sent.
    onwards: whether to cancel the later evenings of the series as well.
    Raise ConflictError if the evening is already cancelled, is over, or has tables.
    Raise PlannedEvening.DoesNotExist, and any error of the unit of work.
    """
    content = {"do": "cancel_evening", "evening": str(evening_id), "onwards": onwards}

    def cancel_evenings(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        require_upcoming(evening)
        if evening.tables.filter(session__binned_at=None).exists():
            raise ConflictError([Problem("evening_is_played", "")])
        # Evenings that are cancelled together get the same time, so they can be restored together.
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
        cancel_evenings,
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

    def restore_evenings(write: ClubWrite) -> PlannedEvening:
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
        restore_evenings,
        repeated=lambda write: lock_evening(write, evening_id),
    )
