"""Open a closed season again."""

from uuid import UUID

from tarokk_club.club.models import Act, Season
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def reopen_season(*, club_id: UUID, form: Submission, season_id: UUID) -> Season:
    """The season, counting again; the table it was closed with stays in the book.

    Raises Season.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "reopen_season", "season": str(season_id)}

    def change(write: ClubWrite) -> Season:
        season = Season.objects.get(pk=season_id, club_id=club_id)
        if season.closed_at is None:
            return season
        season.closed_at = None
        season.save(update_fields=["closed_at"])
        write.log(Act.SEASON_REOPENED, {"season": str(season.id)})
        return season

    return write_to_club(
        club_id,
        Command(form, Right.SEASONS, content),
        change,
        repeated=lambda write: Season.objects.get(pk=season_id, club_id=club_id),
    )
