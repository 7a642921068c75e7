"""Let guests of a tournament read one's own full name, or no longer."""

from uuid import UUID

from tarokk_club.club.models import Entrant
from tarokk_club.club.writing.errors import ForbiddenError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def show_own_name(*, club_id: UUID, form: Submission, entrant_id: int, agreed: bool) -> Entrant:
    """The entrant, who is the person's own player.

    Raises ForbiddenError (it is somebody else), Entrant.DoesNotExist and what the unit of work
    raises.
    """
    content = {"do": "show_own_name", "entrant": entrant_id, "agreed": agreed}

    def own_entrant(write: ClubWrite) -> Entrant:
        entrant = Entrant.objects.select_related("player").get(
            pk=entrant_id, tournament__club=write.club
        )
        if form.by is None or entrant.player.user_id != form.by.pk:
            raise ForbiddenError(Right.CLAIM)
        return entrant

    def change(write: ClubWrite) -> Entrant:
        entrant = own_entrant(write)
        entrant.full_name = agreed
        entrant.save(update_fields=["full_name"])
        return entrant

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        change,
        repeated=own_entrant,
    )
