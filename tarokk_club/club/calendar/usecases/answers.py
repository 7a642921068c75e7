"""Save and delete the answers of players to an evening."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.calendar.usecases.evening_tables import delete_draws_of_player
from tarokk_club.club.calendar.usecases.evenings import lock_evening, require_upcoming
from tarokk_club.club.models import Attendance, Club, EveningAnswer, PlannedEvening, Player, User
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

MOST_GUESTS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningReply:
    """The submitted answer to an evening.

    coming: value of Attendance.
    guests: number of guests, None to leave the number unchanged; an answer of no sets it to 0.
    """

    coming: str
    guests: int | None = None

    def build_content(self) -> dict[str, Any]:
        """Return the submitted fields, to recognise a repeated submission."""
        return {"coming": self.coming, "guests": self.guests}


def save_evening_answer(
    evening: PlannedEvening, player: Player, reply: EveningReply, *, by: User | None
) -> EveningAnswer:
    """Save the answer of a player, in place of an earlier one, and return it.

    If only the number of guests changes, the answer keeps its position in the order of answers.

    Raise RefusedError if the answer or the number of guests is invalid.
    """
    if reply.coming not in Attendance:
        raise RefusedError([Problem("answer_unknown", "coming")])
    if reply.guests is not None and not 0 <= reply.guests <= MOST_GUESTS:
        values = {"lowest": 0, "highest": MOST_GUESTS}
        raise RefusedError([Problem("out_of_range", "guests", values)])
    previous = EveningAnswer.objects.filter(evening=evening, player=player).first()
    answer = previous or EveningAnswer(evening=evening, player=player)
    if answer.coming != reply.coming:
        answer.at = timezone.now()
    answer.coming, answer.by = reply.coming, by
    if reply.coming == Attendance.NO:
        answer.guests = 0
    elif reply.guests is not None:
        answer.guests = reply.guests
    answer.save()
    return answer


def answer_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, player_id: UUID, reply: EveningReply
) -> PlannedEvening:
    """Save the answer of the user's own player and return the evening.

    Raise ForbiddenError if the player is not the user's.
    Raise ConflictError if the evening is cancelled or over.
    Raise RefusedError, PlannedEvening.DoesNotExist, Player.DoesNotExist, and any error of the
        unit of work.
    """
    content = {"do": "answer_evening", "evening": str(evening_id), "player": str(player_id)}
    content |= reply.build_content()

    def save_own_answer(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if form.by is None or player.user_id != form.by.pk:
            raise ForbiddenError(Right.CLAIM)
        require_upcoming(evening)
        save_evening_answer(evening, player, reply, by=form.by)
        return evening

    def load_earlier_result(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if form.by is None or player.user_id != form.by.pk:
            raise ForbiddenError(Right.CLAIM)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        save_own_answer,
        repeated=load_earlier_result,
    )


def answer_for_player(
    *, club_id: UUID, form: Submission, evening_id: UUID, player_id: UUID, reply: EveningReply
) -> PlannedEvening:
    """Save the answer of a player without an account and return the evening.

    Players with an account can only answer for themselves.

    Raise RefusedError if the answer is invalid, there is no such player, or the player has an
        account.
    Raise ConflictError if the evening is cancelled or over.
    Raise PlannedEvening.DoesNotExist, and any error of the unit of work.
    """
    content = {"do": "answer_for_player", "evening": str(evening_id), "player": str(player_id)}
    content |= reply.build_content()

    def save_player_answer(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        player = Player.objects.filter(pk=player_id, club_id=club_id, archived_at=None).first()
        if player is None:
            raise RefusedError([Problem("no_such_player", "player")])
        if player.user_id is not None:
            raise RefusedError([Problem("answers_alone", "player")])
        require_upcoming(evening)
        save_evening_answer(evening, player, reply, by=form.by)
        return evening

    def load_earlier_result(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        player = Player.objects.filter(pk=player_id, club_id=club_id, archived_at=None).first()
        if player is None:
            raise RefusedError([Problem("no_such_player", "player")])
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        save_player_answer,
        repeated=load_earlier_result,
    )


def delete_answers_and_draws(club: Club, players: Collection[UUID]) -> None:
    """Delete the answers of these players, and every draw that contains one of them."""
    EveningAnswer.objects.filter(player__in=players).delete()
    for player in players:
        delete_draws_of_player(club.id, str(player))
