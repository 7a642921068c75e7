"""Choose whether a club wants to see how strong its players are."""

from uuid import UUID

from tarokk_club.club.models import Club, RatingTable
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def choose_rating(*, club_id: UUID, form: Submission, rated: bool) -> Club:
    """The club, which has ratings or none; when switched off, stored ratings are thrown away.

    Raises what the unit of work raises.
    """
    content = {"do": "choose_rating", "rated": rated}

    def change(write: ClubWrite) -> Club:
        write.club.rates_players = rated
        write.club.save(update_fields=["rates_players"])
        if not rated:
            RatingTable.objects.filter(club=write.club).delete()
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: write.club,
    )
