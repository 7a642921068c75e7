"""Say whether a player without an account comes to an evening."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.calendar.usecases.answers import Said, keep_answer
from tarokk_club.club.calendar.usecases.evening_plans import locked_evening, require_to_come
from tarokk_club.club.models import PlannedEvening, Player
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


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
