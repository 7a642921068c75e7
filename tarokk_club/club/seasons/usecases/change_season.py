"""Change the name, dates or rules of counting of a season."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Season
from tarokk_club.club.seasons.usecases.season_dates import (
    SeasonPlan,
    checked_dates,
    fill_season,
    move_sessions,
    require_apart,
    require_not_added,
)
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def change_season(*, club_id: UUID, form: Submission, season_id: UUID, plan: SeasonPlan) -> int:
    """How many sessions fall into another season now.

    Raises RefusedError, ConflictError (closed, or the dates are another season's),
    Season.DoesNotExist and what the unit of work raises.
    """
    plan = checked_dates(plan)
    content = {"do": "change_season", "season": str(season_id), **plan.content()}

    def change(write: ClubWrite) -> int:
        season = Season.objects.get(pk=season_id, club_id=club_id)
        if season.closed_at:
            raise ConflictError([Problem("season_closed", "")])
        require_not_added(plan, season)
        fill_season(season, plan)
        require_apart(season)
        season.save()
        moved = move_sessions(club_id)
        write.log(Act.SEASON_CHANGED, {"season": str(season.id)})
        return moved

    return write_to_club(
        club_id,
        Command(form, Right.SEASONS, content),
        change,
        repeated=lambda _write: 0,
    )
