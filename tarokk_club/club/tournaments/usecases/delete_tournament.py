"""Delete a tournament that was set up by mistake."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Club
from tarokk_club.club.tournaments.usecases.tournament_plans import has_begun, locked
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def delete_tournament(*, club_id: UUID, form: Submission, tournament_id: UUID) -> Club:
    """The club without the tournament, of which no round was begun; its links for guests end. A
    table of it that is in the bin stays there, as a session like any other.

    Raises ConflictError (a round was begun), Tournament.DoesNotExist and what the unit of work
    raises.
    """
    content = {"do": "delete_tournament", "tournament": str(tournament_id)}

    def change(write: ClubWrite) -> Club:
        tournament = locked(write, tournament_id)
        if has_begun(tournament):
            raise ConflictError([Problem("tournament_is_played", "")])
        tournament.tables.all().delete()
        tournament.entrants.all().delete()
        tournament.penalties.all().delete()
        # What the kitty has of it stays there, and can be taken back there.
        tournament.charges.all().delete()
        tournament.delete()
        facts = {"tournament": str(tournament_id)}
        write.log(Act.TOURNAMENT_DELETED, facts)
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: write.club,
    )
