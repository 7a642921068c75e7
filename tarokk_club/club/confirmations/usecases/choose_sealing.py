"""Choose whether the players of a club confirm each hand."""

from uuid import UUID

from tarokk_club.club.models import Club
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def choose_sealing(*, club_id: UUID, form: Submission, hands: bool) -> Club:
    """The club, whose hands are confirmed one by one or not; what was confirmed stays so.

    Raises what the unit of work raises.
    """
    content = {"do": "choose_sealing", "hands": hands}

    def change(write: ClubWrite) -> Club:
        write.club.seal_hands = hands
        write.club.save(update_fields=["seal_hands"])
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: write.club,
    )
