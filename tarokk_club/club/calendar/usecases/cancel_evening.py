"""Cancel an evening, or it and those that follow in its series."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.calendar.usecases.evening_plans import (
    following,
    keep_evening,
    locked_evening,
    require_to_come,
    touch,
)
from tarokk_club.club.models import Act, PlannedEvening
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.events import evening_cancelled
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def cancel_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, onwards: bool = False
) -> PlannedEvening:
    """The evening, which stays in the calendar as cancelled; onwards: with those that follow.

    Raises ConflictError (it was cancelled before, is over, or has tables),
    PlannedEvening.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "cancel_evening", "evening": str(evening_id), "onwards": onwards}

    def change(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        require_to_come(evening)
        if evening.tables.filter(session__binned_at=None).exists():
            raise ConflictError([Problem("evening_is_played", "")])
        # By the moment it is known which were cancelled together, and come back together.
        now = timezone.now()
        later = list(following(evening)) if onwards and evening.series else []
        for one in (evening, *later):
            one.cancelled_at, one.seating = now, None
            touch(one)
            one.save(update_fields=["cancelled_at", "seating", "version", "changed_at"])
        evening_cancelled.send(None, evenings=[evening, *later], by=form.by)
        keep_evening(write, evening, Act.EVENINGS_CANCELLED if later else Act.EVENING_CANCELLED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked_evening(write, evening_id),
    )
