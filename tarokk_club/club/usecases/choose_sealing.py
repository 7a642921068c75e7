"""Choose whether the players of a club confirm each hand."""

from uuid import UUID

from tarokk_club.club.models import Club
from tarokk_club.club.permissions import Right
from tarokk_club.club.usecases.door import Form, club_door, keep_key


def choose_sealing(*, club_id: UUID, form: Form, hands: bool) -> Club:
    """The club, whose hands are confirmed one by one or not; what was confirmed stays so.

    Raises what the door raises.
    """
    content = {"do": "choose_sealing", "hands": hands}
    with club_door(club_id, form=form, right=Right.CLUB, content=content) as desk:
        if not desk.repeated:
            desk.club.seal_hands = hands
            desk.club.save(update_fields=["seal_hands"])
            keep_key(desk)
        return desk.club
