"""Decide what guests see of the players of a club."""

from uuid import UUID

from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.public_names import Naming
from tarokk_club.club.base.unit_of_work import Submission, club_unit_of_work, keep_key
from tarokk_club.club.models import Act, AuditLine, Club


def choose_guest_names(*, club_id: UUID, form: Submission, naming: Naming) -> Club:
    """The club, all of whose pages for guests say initials or names from now on.

    Raises what the door raises.
    """
    content = {"do": "choose_guest_names", "naming": naming.value}
    with club_unit_of_work(club_id, form=form, right=Right.CLUB, content=content) as desk:
        if desk.repeated or desk.club.guest_names == naming:
            return desk.club
        desk.club.guest_names = naming.value
        desk.club.save(update_fields=["guest_names"])
        keep_key(desk)
        AuditLine.write(club_id, Act.GUEST_NAMES, by=form.by, facts={"names": naming.value})
        return desk.club
