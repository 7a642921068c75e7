"""Record who comes to an evening."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.calendar.usecases.evening_plans import locked_evening, require_to_come
from tarokk_club.club.calendar.usecases.evening_tables import drop_drawn
from tarokk_club.club.models import Club, EveningAnswer, PlannedEvening, Player, User
from tarokk_club.club.values.attendance import Attendance
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

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


def answer_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, player_id: UUID, said: Said
) -> PlannedEvening:
    """The evening with the answer of the person's own player.

    Raises ForbiddenError (it is somebody else), ConflictError (the evening is cancelled or over),
    RefusedError, PlannedEvening.DoesNotExist, Player.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "answer_evening", "evening": str(evening_id), "player": str(player_id)}
    content |= said.content()

    def change(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if form.by is None or player.user_id != form.by.pk:
            raise ForbiddenError(Right.CLAIM)
        require_to_come(evening)
        keep_answer(evening, player, said, by=form.by)
        return evening

    def repeated(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if form.by is None or player.user_id != form.by.pk:
            raise ForbiddenError(Right.CLAIM)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        change,
        repeated=repeated,
    )


def answer_for_player(
    *, club_id: UUID, form: Submission, evening_id: UUID, player_id: UUID, said: Said
) -> PlannedEvening:
    """The evening with the answer of a player who told somebody else; who has an account answers
    alone.

    Raises RefusedError (no such player, or one with an account), ConflictError (the evening is
    cancelled or over), PlannedEvening.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "answer_for_player", "evening": str(evening_id), "player": str(player_id)}
    content |= said.content()

    def change(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        player = Player.objects.filter(pk=player_id, club_id=club_id, archived_at=None).first()
        if player is None:
            raise RefusedError([Problem("no_such_player", "player")])
        if player.user_id is not None:
            raise RefusedError([Problem("answers_alone", "player")])
        require_to_come(evening)
        keep_answer(evening, player, said, by=form.by)
        return evening

    def repeated(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        player = Player.objects.filter(pk=player_id, club_id=club_id, archived_at=None).first()
        if player is None:
            raise RefusedError([Problem("no_such_player", "player")])
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=repeated,
    )


def forget_answers(club: Club, players: Collection[UUID]) -> None:
    """Delete the answers of these players and the draws with them; sessions stay as they are."""
    EveningAnswer.objects.filter(player__in=players).delete()
    for player in players:
        drop_drawn(club.id, str(player))
