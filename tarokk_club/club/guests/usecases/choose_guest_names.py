"""Decide what guests see of the players of a club."""

from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, Club
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def choose_guest_names(*, club_id: UUID, form: Submission, naming: Naming) -> Club:
    """The club, all of whose pages for guests say initials or names from now on.

    Raises what the unit of work raises.
    """
    content = {"do": "choose_guest_names", "naming": naming.value}
    with club_unit_of_work(club_id, form=form, right=Right.CLUB, content=content) as write:
        if write.repeated or write.club.guest_names == naming:
            return write.club
        write.club.guest_names = naming.value
        write.club.save(update_fields=["guest_names"])
        keep_key(write)
        AuditLine.write(club_id, Act.GUEST_NAMES, by=form.by, facts={"names": naming.value})
        return write.club
