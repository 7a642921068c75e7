"""Let guests of a tournament read one's own full name, or no longer."""

from uuid import UUID

from tarokk_club.club.models import Entrant
from tarokk_club.club.writing.errors import ForbiddenError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def show_own_name(*, club_id: UUID, form: Submission, entrant_id: int, agreed: bool) -> Entrant:
    """The entrant, who is the person's own player.

    Raises ForbiddenError (it is somebody else), Entrant.DoesNotExist and what the unit of work
    raises.
    """
    content = {"do": "show_own_name", "entrant": entrant_id, "agreed": agreed}
    with club_unit_of_work(club_id, form=form, right=Right.CLAIM, content=content) as write:
        entrant = Entrant.objects.select_related("player").get(
            pk=entrant_id, tournament__club_id=club_id
        )
        if form.by is None or entrant.player.user_id != form.by.pk:
            raise ForbiddenError(Right.CLAIM)
        if not write.repeated:
            entrant.full_name = agreed
            entrant.save(update_fields=["full_name"])
            keep_key(write)
        return entrant
