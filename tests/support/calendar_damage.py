"""Damage to the calendar of a club, for the audit."""

from collections.abc import Callable
from datetime import time

from django.utils import timezone

from support.club_factories import DAY, create_denes
from tarokk_club.club.models import (
    EveningAnswer,
    EveningTable,
    PlannedEvening,
    Player,
    Session,
)


def create_evening_around(session: Session) -> PlannedEvening:
    """Create an evening whose first table is the session."""
    now = timezone.now()
    evening = PlannedEvening.objects.create(
        club=session.club, date=DAY, starts=time(18), made_at=now, changed_at=now
    )
    EveningTable.objects.create(evening=evening, session=session, number=1)
    return evening


def unknown_game(session: Session) -> None:
    PlannedEvening.objects.filter(pk=create_evening_around(session).pk).update(game="nincs")


def foreign_answer(session: Session) -> None:
    """Record an answer of a player of another club."""
    player = Player.objects.create(club=create_denes().clubs.get(), name="Idegen")
    EveningAnswer.objects.create(
        evening=create_evening_around(session), player=player, coming="yes", at=timezone.now()
    )


def foreign_table(session: Session) -> None:
    """Move the evening of the session to another club."""
    PlannedEvening.objects.filter(pk=create_evening_around(session).pk).update(
        club=create_denes().clubs.get()
    )


# Check to the damage that it must find.
CALENDAR: dict[str, Callable[[Session], object]] = {
    "evening_readable": unknown_game,
    "answer_of_club": foreign_answer,
    "table_of_evening": foreign_table,
}
