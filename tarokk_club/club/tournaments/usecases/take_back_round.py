"""Take back a round of a tournament that was begun by mistake."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Tournament
from tarokk_club.club.session.usecases.bin_session import put_into_bin
from tarokk_club.club.session.usecases.many_sessions import session_writes
from tarokk_club.club.tournaments.queries.draws import standing_tables
from tarokk_club.club.tournaments.usecases.tournament_plans import keep_plan, locked
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def take_back_round(
    *, club_id: UUID, form: Submission, tournament_id: UUID, number: int
) -> Tournament:
    """The tournament without its last round, of which no hand was recorded; its sessions go into
    the bin.

    Raises ConflictError (it is not the last round, or somebody plays), Tournament.DoesNotExist and
    what the unit of work raises.
    """
    content = {"do": "take_back_round", "tournament": str(tournament_id), "round": number}

    def change(write: ClubWrite) -> Tournament:
        tournament = locked(write, tournament_id)
        standing = standing_tables(tournament)
        if number != max((table.round for table in standing), default=0):
            raise ConflictError([Problem("round_not_last", "")])
        for one in session_writes(
            write, [table.session_id for table in standing if table.round == number]
        ):
            if one.session.version > 1:
                raise ConflictError([Problem("round_is_played", "")])
            put_into_bin(one)
        keep_plan(write, tournament, Act.ROUND_TAKEN_BACK, round_number=number)
        return tournament

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked(write, tournament_id),
    )
