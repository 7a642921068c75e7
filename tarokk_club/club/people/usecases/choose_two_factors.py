"""Choose whether owners and treasurers of a club show a passkey after the password."""

from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, Club
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def choose_two_factors(*, club_id: UUID, form: Submission, wanted: bool) -> Club:
    """The club that asks for it from now on, or no longer.

    Raises what the unit of work raises.
    """
    content = {"do": "choose_two_factors", "wanted": wanted}
    with club_unit_of_work(club_id, form=form, right=Right.MEMBERS, content=content) as write:
        if not write.repeated:
            write.club.two_factors = wanted
            write.club.save(update_fields=["two_factors"])
            keep_key(write)
            act = Act.TWO_FACTORS if wanted else Act.ONE_FACTOR
            AuditLine.write(club_id, act, by=form.by)
        return write.club
