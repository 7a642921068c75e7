"""What somebody could do to the calendar of a club behind everybody's back."""

from collections.abc import Callable
from datetime import time

from django.utils import timezone

from support.club_factories import DAY, denes
from tarokk_club.club.models import (
    EveningAnswer,
    EveningTable,
    PlannedEvening,
    Player,
    Session,
)


def planned(session: Session) -> PlannedEvening:
    """An evening of which the session is the first table."""
    now = timezone.now()
    evening = PlannedEvening.objects.create(
        club=session.club, date=DAY, starts=time(18), made_at=now, changed_at=now
    )
    EveningTable.objects.create(evening=evening, session=session, number=1)
    return evening


def unknown_game(session: Session) -> None:
    PlannedEvening.objects.filter(pk=planned(session).pk).update(game="nincs")


def foreign_answer(session: Session) -> None:
    """Somebody of another club comes."""
    player = Player.objects.create(club=denes().clubs.get(), name="Idegen")
    EveningAnswer.objects.create(
        evening=planned(session), player=player, coming="yes", at=timezone.now()
    )


def foreign_table(session: Session) -> None:
    """The session is of another club."""
    PlannedEvening.objects.filter(pk=planned(session).pk).update(club=denes().clubs.get())


# Check -> the damage that it is there to find.
CALENDAR: dict[str, Callable[[Session], object]] = {
    "evening_readable": unknown_game,
    "answer_of_club": foreign_answer,
    "table_of_evening": foreign_table,
}
