"""What is told about an evening when it is planned and later; called in a unit of work only."""

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
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.values.days import year_problems
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_text
from tarokk_club.club.writing.unit_of_work import ClubWrite

LONGEST_NOTE, MOST_SEATS = 300, 999


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPlan:
    """What a form says of an evening. game: "" where everything is played; most: how many seats
    there are, None where nobody counts.
    """

    day: date
    starts: time
    place: str = ""
    game: str = ""
    note: str = ""
    most: int | None = None

    def content(self) -> dict[str, Any]:
        """The plan as the key of the form knows it."""
        return {
            "day": self.day.isoformat(),
            "starts": self.starts.isoformat("minutes"),
            "place": self.place,
            "game": self.game,
            "note": self.note,
            "most": self.most,
        }

    def on(self, day: date) -> EveningPlan:
        """The same on another day."""
        return replace(self, day=day)


def checked_evening(plan: EveningPlan) -> EveningPlan:
    """The plan with tidy texts. Raises RefusedError with every fault of it."""
    problems = year_problems(plan.day, "date")
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
    """Write the plan into the row; a draw for another game does not fit any more."""
    if evening.game != plan.game:
        evening.seating = None
    evening.date, evening.starts, evening.place = plan.day, plan.starts, plan.place
    evening.game, evening.note, evening.most = plan.game, plan.note, plan.most


def locked_evening(write: ClubWrite, evening_id: UUID) -> PlannedEvening:
    """The evening, to be written to. Raises PlannedEvening.DoesNotExist."""
    rows = PlannedEvening.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("club", "series").get(pk=evening_id, club=write.club)


def following(evening: PlannedEvening) -> QuerySet[PlannedEvening]:
    """The later evenings of its series that were not cancelled and have no tables."""
    played = EveningTable.objects.filter(evening=OuterRef("pk"), session__binned_at=None)
    rows = PlannedEvening.objects.filter(
        ~Exists(played),
        series=evening.series_id,
        place_in_series__gt=evening.place_in_series,
        cancelled_at=None,
    )
    return rows.order_by("place_in_series")


def require_to_come(evening: PlannedEvening) -> None:
    """Refuse what an evening that was cancelled, or is over, does not take any more."""
    if evening.cancelled_at:
        raise ConflictError([Problem("evening_cancelled", "")])
    if evening.date < today(evening.club):
        raise ConflictError([Problem("evening_over", "")])


def require_playable(evening: PlannedEvening) -> None:
    """Refuse tables at an evening that was cancelled, or is long over: many play past midnight."""
    if evening.cancelled_at:
        raise ConflictError([Problem("evening_cancelled", "")])
    if not may_play(evening):
        raise ConflictError([Problem("evening_over", "")])


def may_play(evening: PlannedEvening) -> bool:
    """Whether tables are still drawn and started: until the end of the day after."""
    return evening.date >= today(evening.club) - timedelta(days=1)


def keep_evening(write: ClubWrite, evening: PlannedEvening, act: Act) -> None:
    """Remember the form, and who did what to the evening of which day."""
    note_evening(write, evening, act)


def note_evening(write: ClubWrite, evening: PlannedEvening, act: Act) -> None:
    """Write into the log who did what to the evening of which day."""
    facts = {"evening": str(evening.pk), "on": evening.date.isoformat()}
    write.log(act, facts)


def touch(evening: PlannedEvening) -> None:
    """Count a change that the calendars of members are told."""
    evening.version += 1
    evening.changed_at = timezone.now()
