"""Choose whether a club wants to see how strong its players are."""

from uuid import UUID

from tarokk_club.club.models import Club, RatingTable
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def choose_rating(*, club_id: UUID, form: Submission, rated: bool) -> Club:
    """The club, which has ratings or none; when switched off, stored ratings are thrown away.

    Raises what the unit of work raises.
    """
    content = {"do": "choose_rating", "rated": rated}
    with club_unit_of_work(club_id, form=form, right=Right.CLUB, content=content) as write:
        if not write.repeated:
            write.club.rates_players = rated
            write.club.save(update_fields=["rates_players"])
            if not rated:
                RatingTable.objects.filter(club=write.club).delete()
            keep_key(write)
        return write.club
