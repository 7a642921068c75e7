"""What both ways to answer have in common; called in a unit of work only."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import EveningAnswer, PlannedEvening, Player, User
from tarokk_club.club.values.attendance import Attendance
from tarokk_club.club.writing.errors import RefusedError

MOST_GUESTS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An answer. guests: how many come along, None: as many as were told before."""

    coming: str
    guests: int | None = None

    def content(self) -> dict[str, Any]:
        """As the key of the form knows it."""
        return {"coming": self.coming, "guests": self.guests}


def keep_answer(
    evening: PlannedEvening, player: Player, said: Said, *, by: User | None
) -> EveningAnswer:
    """The answer in the place of the one before; who only tells of other guests keeps the place in
    the row. Raises RefusedError.
    """
    if said.coming not in Attendance:
        raise RefusedError([Problem("answer_unknown", "coming")])
    if said.guests is not None and not 0 <= said.guests <= MOST_GUESTS:
        values = {"lowest": 0, "highest": MOST_GUESTS}
        raise RefusedError([Problem("out_of_range", "guests", values)])
    found = EveningAnswer.objects.filter(evening=evening, player=player).first()
    answer = found or EveningAnswer(evening=evening, player=player)
    if answer.coming != said.coming:
        answer.at = timezone.now()
    answer.coming, answer.by = said.coming, by
    if said.coming == Attendance.NO:
        answer.guests = 0
    elif said.guests is not None:
        answer.guests = said.guests
    answer.save()
    return answer
