"""Choose whether owners and treasurers of a club show a passkey after the password."""

from uuid import UUID

from tarokk_club.club.models import Act, Club
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def choose_two_factors(*, club_id: UUID, form: Submission, wanted: bool) -> Club:
    """The club that asks for it from now on, or no longer.

    Raises what the unit of work raises.
    """
    content = {"do": "choose_two_factors", "wanted": wanted}

    def change(write: ClubWrite) -> Club:
        write.club.two_factors = wanted
        write.club.save(update_fields=["two_factors"])
        write.log(Act.TWO_FACTORS if wanted else Act.ONE_FACTOR)
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        change,
        repeated=lambda write: write.club,
    )
