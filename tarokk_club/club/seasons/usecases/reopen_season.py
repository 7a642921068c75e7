"""Open a closed season again."""

from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, Season
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def reopen_season(*, club_id: UUID, form: Submission, season_id: UUID) -> Season:
    """The season, counting again; the table it was closed with stays in the book.

    Raises Season.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "reopen_season", "season": str(season_id)}
    with club_unit_of_work(club_id, form=form, right=Right.SEASONS, content=content) as write:
        season = Season.objects.get(pk=season_id, club_id=club_id)
        if write.repeated or season.closed_at is None:
            return season
        season.closed_at = None
        season.save(update_fields=["closed_at"])
        keep_key(write)
        AuditLine.write(club_id, Act.SEASON_REOPENED, by=form.by, facts={"season": str(season.id)})
        return season
