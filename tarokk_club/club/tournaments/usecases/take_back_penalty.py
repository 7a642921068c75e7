"""Take back a penalty; it stays to be seen, and counts no more."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Penalty, Tournament
from tarokk_club.club.session.queries.prescribed import is_guarded
from tarokk_club.club.tournaments.usecases.tournament_plans import keep_plan, locked
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def take_back_penalty(*, club_id: UUID, form: Submission, penalty_id: UUID) -> Tournament:
    """The tournament without the penalty; where its result stands, or stood, the form says why.

    Raises ConflictError (it was taken back), RefusedError (no reason), Penalty.DoesNotExist and
    what the unit of work raises.
    """
    content = {"do": "take_back_penalty", "penalty": str(penalty_id), "reason": form.reason}

    def change(write: ClubWrite) -> Tournament:
        penalty = Penalty.objects.get(pk=penalty_id, tournament__club=club_id)
        tournament = locked(write, penalty.tournament_id)
        penalty.refresh_from_db()
        if penalty.back_at:
            raise ConflictError([Problem("taken_back", "")])
        problems: list[Problem] = []
        reason = read_text(form.reason, problems, field="reason")
        if not reason and not problems and is_guarded(tournament):
            problems.append(Problem("locked_without_reason", "reason"))
        if problems:
            raise RefusedError(problems)
        penalty.back_by, penalty.back_at, penalty.back_reason = form.by, timezone.now(), reason
        penalty.save(update_fields=["back_by", "back_at", "back_reason"])
        keep_plan(write, tournament, Act.PENALTY_BACK)
        return tournament

    def repeated(write: ClubWrite) -> Tournament:
        penalty = Penalty.objects.get(pk=penalty_id, tournament__club=club_id)
        return locked(write, penalty.tournament_id)

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=repeated,
    )
