"""Set up a tournament."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, Tournament
from tarokk_club.club.tournaments.usecases.tournament_plans import (
    TournamentPlan,
    checked_tournament,
    fill_tournament,
    keep_plan,
)
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def make_tournament(*, club_id: UUID, form: Submission, plan: TournamentPlan) -> Tournament:
    """The new tournament, in which nobody takes part yet; the form's key becomes its id.

    Raises RefusedError and what the unit of work raises.
    """
    plan = checked_tournament(plan)
    content = {"do": "make_tournament", **plan.content()}

    def change(write: ClubWrite) -> Tournament:
        tournament = Tournament(id=form.key, club=write.club, made_at=timezone.now())
        fill_tournament(tournament, plan)
        add_new(tournament)
        keep_plan(write, tournament, Act.TOURNAMENT_MADE)
        return tournament

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: Tournament.objects.get(pk=form.key, club_id=club_id),
    )
