"""Take back that an evening was cancelled."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.calendar.usecases.evening_plans import (
    keep_evening,
    locked_evening,
    touch,
)
from tarokk_club.club.models import Act, PlannedEvening
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def restore_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, onwards: bool = False
) -> PlannedEvening:
    """The evening, which takes place after all, with its answers; onwards: with all that were
    cancelled in the same moment.

    Raises ConflictError (it is not cancelled), PlannedEvening.DoesNotExist and what the unit of
    work raises.
    """
    content = {"do": "restore_evening", "evening": str(evening_id), "onwards": onwards}

    def change(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        if evening.cancelled_at is None:
            raise ConflictError([Problem("evening_not_cancelled", "")])
        same = PlannedEvening.objects.filter(
            series=evening.series, cancelled_at=evening.cancelled_at, club=write.club
        )
        others = list(same.exclude(pk=evening.pk)) if onwards and evening.series else []
        for one in (evening, *others):
            one.cancelled_at = None
            touch(one)
            one.save(update_fields=["cancelled_at", "version", "changed_at"])
        keep_evening(write, evening, Act.EVENINGS_RESTORED if others else Act.EVENING_RESTORED)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked_evening(write, evening_id),
    )
