"""The plan of an evening, and the checks, locks and logs that other use cases share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from scoring.core.problem import Problem
from scoring.games import GAMES
from tarokk_club.club.models import Act, EveningTable, PlannedEvening
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.values.days import find_year_problems
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_text
from tarokk_club.club.writing.unit_of_work import ClubWrite

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
        """Return the plan as part of the content of the submission."""
        return {
            "day": self.day.isoformat(),
            "starts": self.starts.isoformat("minutes"),
            "place": self.place,
            "game": self.game,
            "note": self.note,
            "most": self.most,
        }


def normalise_evening_plan(plan: EveningPlan) -> EveningPlan:
    """Return the plan with normalised texts.

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
    """Copy the plan into the evening, and delete its draw if the game changes."""
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
    """Increment the version and set the time of the change, which also updates calendar feeds."""
    evening.version += 1
    evening.changed_at = timezone.now()
