"""Make a season."""

from uuid import UUID

from tarokk_club.club.models import Act, Season
from tarokk_club.club.seasons.usecases.season_dates import (
    SeasonPlan,
    checked_dates,
    end_before,
    fill_season,
    move_sessions,
    require_apart,
    require_not_added,
)
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def make_season(*, club_id: UUID, form: Submission, plan: SeasonPlan) -> Season:
    """The new season; one that ran without a last day ends the day before it begins.

    The form's key becomes the season's id. Raises RefusedError, ConflictError (the dates are
    another season's) and what the unit of work raises.
    """
    plan = checked_dates(plan)
    require_not_added(plan)
    content = {"do": "make_season", **plan.content()}

    def change(write: ClubWrite) -> Season:
        season = Season(id=form.key, club=write.club)
        fill_season(season, plan)
        end_before(season)
        require_apart(season)
        add_new(season)
        move_sessions(club_id)
        write.log(Act.SEASON_MADE, {"season": str(season.id)})
        return season

    return write_to_club(
        club_id,
        Command(form, Right.SEASONS, content),
        change,
        repeated=lambda write: Season.objects.get(pk=form.key, club_id=club_id),
    )
