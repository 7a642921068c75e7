"""Choose whether a club wants to see how strong its players are."""

from uuid import UUID

from tarokk_club.club.models import Club, RatingTable
from tarokk_club.club.permissions import Right
from tarokk_club.club.usecases.door import Form, club_door, keep_key


def choose_rating(*, club_id: UUID, form: Form, rated: bool) -> Club:
    """The club, which has ratings or none; switched off, those that were kept are thrown away.

    Raises what the door raises.
    """
    content = {"do": "choose_rating", "rated": rated}
    with club_door(club_id, form=form, right=Right.CLUB, content=content) as desk:
        if not desk.repeated:
            desk.club.rates_players = rated
            desk.club.save(update_fields=["rates_players"])
            if not rated:
                RatingTable.objects.filter(club=desk.club).delete()
            keep_key(desk)
        return desk.club
