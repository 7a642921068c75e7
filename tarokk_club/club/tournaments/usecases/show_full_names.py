"""Say whose full names guests of a tournament read: those who agreed to it on entry."""

from collections.abc import Collection
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Tournament
from tarokk_club.club.tournaments.usecases.tournament_plans import keep_plan, locked
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def show_full_names(
    *, club_id: UUID, form: Submission, tournament_id: UUID, players: Collection[UUID]
) -> Tournament:
    """The tournament, with the full names of these entrants and of no others.

    Who has an account agrees alone; for them it can only be taken back here. Raises RefusedError
    (such a one, or somebody who takes no part), Tournament.DoesNotExist and what the unit of work
    raises.
    """
    chosen = set(players)
    content = {
        "do": "show_full_names",
        "tournament": str(tournament_id),
        "players": sorted(map(str, chosen)),
    }

    def change(write: ClubWrite) -> Tournament:
        tournament = locked(write, tournament_id)
        entrants = tournament.entrants.all()
        if entrants.filter(player__in=chosen).count() != len(chosen):
            raise RefusedError([Problem("no_such_player", "players")])
        told = entrants.filter(player__in=chosen, full_name=False)
        own = {form.by.pk} if form.by else set()
        if told.exclude(player__user=None).exclude(player__user__in=own).exists():
            raise RefusedError([Problem("own_choice", "players")])
        told.update(full_name=True)
        entrants.exclude(player__in=chosen).update(full_name=False)
        keep_plan(write, tournament, Act.TOURNAMENT_CHANGED)
        return tournament

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked(write, tournament_id),
    )
