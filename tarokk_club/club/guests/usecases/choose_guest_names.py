"""Decide what guests see of the players of a club."""

from uuid import UUID

from tarokk_club.club.models import Act, Club
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def choose_guest_names(*, club_id: UUID, form: Submission, naming: Naming) -> Club:
    """The club, all of whose pages for guests say initials or names from now on.

    Raises what the unit of work raises.
    """
    content = {"do": "choose_guest_names", "naming": naming.value}

    def change(write: ClubWrite) -> Club:
        if write.club.guest_names == naming:
            return write.club
        write.club.guest_names = naming.value
        write.club.save(update_fields=["guest_names"])
        write.log(Act.GUEST_NAMES, {"names": naming.value})
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: write.club,
    )
