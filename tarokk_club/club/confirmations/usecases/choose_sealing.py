"""Choose whether the players of a club confirm each hand."""

from uuid import UUID

from tarokk_club.club.models import Club
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def choose_sealing(*, club_id: UUID, form: Submission, hands: bool) -> Club:
    """The club, whose hands are confirmed one by one or not; what was confirmed stays so.

    Raises what the unit of work raises.
    """
    content = {"do": "choose_sealing", "hands": hands}
    with club_unit_of_work(club_id, form=form, right=Right.CLUB, content=content) as write:
        if not write.repeated:
            write.club.seal_hands = hands
            write.club.save(update_fields=["seal_hands"])
            keep_key(write)
        return write.club
