"""Set up a tournament."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.unit_of_work import Submission, add_new, club_unit_of_work
from tarokk_club.club.models import Act, Tournament
from tarokk_club.club.usecases.tournament_plans import Plan, checked, fill, keep


def make_tournament(*, club_id: UUID, form: Submission, plan: Plan) -> Tournament:
    """The new tournament, in which nobody takes part yet; the form's key becomes its id.

    Raises RefusedError and what the door raises.
    """
    plan = checked(plan)
    content = {"do": "make_tournament", **plan.content()}
    with club_unit_of_work(club_id, form=form, right=Right.CORRECT, content=content) as desk:
        if desk.repeated:
            return Tournament.objects.get(pk=form.key, club_id=club_id)
        tournament = Tournament(id=form.key, club=desk.club, made_at=timezone.now())
        fill(tournament, plan)
        add_new(tournament)
        keep(desk, tournament, Act.TOURNAMENT_MADE)
        return tournament
