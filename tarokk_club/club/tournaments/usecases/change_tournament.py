"""Change the details of a tournament."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Tournament
from tarokk_club.club.session.queries.prescribed import is_guarded, result_stands
from tarokk_club.club.session.usecases.tournament_rules import guard
from tarokk_club.club.tournaments.usecases.tournament_plans import (
    TournamentPlan,
    checked_tournament,
    fill_tournament,
    keep_plan,
    locked,
)
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def change_tournament(
    *, club_id: UUID, form: Submission, tournament_id: UUID, plan: TournamentPlan
) -> Tournament:
    """The tournament under the new plan; its results follow at once.

    Raises RefusedError, ConflictError (another game, though a round was begun; another reckoning,
    though the result stands), Tournament.DoesNotExist and what the unit of work raises.
    """
    plan = checked_tournament(plan)
    content = {"do": "change_tournament", "tournament": str(tournament_id), **plan.content()}

    def change(write: ClubWrite) -> Tournament:
        tournament = locked(write, tournament_id)
        before = _counting(tournament)
        guarded = is_guarded(tournament)
        if result_stands(tournament):
            # A further round leaves what was won before as it is.
            guard(tournament)
        fill_tournament(tournament, plan)
        if guarded and _counting(tournament) != before:
            raise ConflictError([Problem("result_stands", "")])
        keep_plan(write, tournament, Act.TOURNAMENT_CHANGED)
        return tournament

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked(write, tournament_id),
    )


def _counting(tournament: Tournament) -> tuple[object, ...]:
    """What the places follow from, besides the sessions."""
    return (
        tournament.turns,
        tournament.reckoning,
        tournament.table_scale,
        tournament.tie_breaks,
        tournament.xxi_table,
        tournament.carry if tournament.final_rounds else "",
        tournament.team_best,
        tournament.club_best,
    )
