"""Say whether one comes to an evening."""

from uuid import UUID

from tarokk_club.club.calendar.usecases.answers import Said, keep_answer
from tarokk_club.club.calendar.usecases.evening_plans import locked_evening, require_to_come
from tarokk_club.club.models import PlannedEvening, Player
from tarokk_club.club.writing.errors import ForbiddenError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


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
