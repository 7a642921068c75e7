"""Give and take back penalties."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Penalty, Tournament
from tarokk_club.club.session.queries.sessions.final_results import was_ever_final
from tarokk_club.club.tournaments.queries.entrants import load_entrant_and_seated_ids
from tarokk_club.club.tournaments.usecases.tournaments import (
    lock_tournament,
    save_tournament,
    write_to_tournament,
)
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

MOST_WORTH, MOST_POINTS = 999, 99_999


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyPlan:
    """The values of the form that gives a penalty.

    round: number of the round, None if the penalty is for the whole tournament.
    half_points: deducted table points, in halves.
    points: deducted points of the games.
    """

    player: UUID
    round: int | None
    half_points: int
    points: int

    def build_content(self) -> dict[str, Any]:
        """Return the plan as submitted fields, to recognise a repeated submission."""
        return {
            "player": str(self.player),
            "round": self.round,
            "half_points": self.half_points,
            "points": self.points,
        }


def give_penalty(
    *, club_id: UUID, form: Submission, tournament_id: UUID, plan: PenaltyPlan
) -> Tournament:
    """Add the penalty, with the form's key as its id, and return the tournament.

    The form's reason is displayed with the result.

    Raise RefusedError if nothing is deducted, a value is out of range, there is no reason, or the
        player has never taken part.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "give_penalty",
        "tournament": str(tournament_id),
        "reason": form.reason,
        **plan.build_content(),
    }

    def save_penalty(write: ClubWrite, tournament: Tournament) -> None:
        reason = _require_valid_penalty(tournament, plan, form.reason)
        insert_with_client_id(
            Penalty(
                id=form.key,
                tournament=tournament,
                player_id=plan.player,
                round=plan.round,
                half_points=plan.half_points,
                points=plan.points,
                reason=reason,
                made_by=form.by,
                made_at=timezone.now(),
            )
        )
        save_tournament(write, tournament, Act.PENALTY_GIVEN)

    return write_to_tournament(
        Command(form, Right.CORRECT, content),
        save_penalty,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _require_valid_penalty(tournament: Tournament, plan: PenaltyPlan, typed_reason: str) -> str:
    """Check the plan and return the normalised reason.

    Raise RefusedError with all problems of the plan and the reason.
    """
    problems: list[Problem] = []
    reason = read_text(typed_reason, problems, field="reason")
    if not reason and not problems:
        problems.append(Problem("penalty_without_reason", "reason"))
    if plan.player not in load_entrant_and_seated_ids(tournament):
        problems.append(Problem("no_such_player", "player"))
    if plan.round is not None and not 1 <= plan.round <= tournament.all_rounds:
        values = {"lowest": 1, "highest": tournament.all_rounds}
        problems.append(Problem("out_of_range", "round", values))
    if not plan.half_points and not plan.points:
        problems.append(Problem("penalty_of_nothing", "worth"))
    for field, typed, most in (
        ("worth", plan.half_points, 2 * MOST_WORTH),
        ("points", plan.points, MOST_POINTS),
    ):
        if not 0 <= typed <= most:
            highest = MOST_WORTH if field == "worth" else MOST_POINTS
            problems.append(Problem("out_of_range", field, {"lowest": 0, "highest": highest}))
    if problems:
        raise RefusedError(problems)
    return reason


def take_back_penalty(*, club_id: UUID, form: Submission, penalty_id: UUID) -> Tournament:
    """Take back the penalty and return the tournament.

    Raise ConflictError if the penalty was taken back already.
    Raise RefusedError if the form gives no reason although the result is or was final.
    Raise Penalty.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "take_back_penalty", "penalty": str(penalty_id), "reason": form.reason}

    def mark_penalty_taken_back(write: ClubWrite) -> Tournament:
        penalty = Penalty.objects.get(pk=penalty_id, tournament__club=club_id)
        tournament = lock_tournament(write, penalty.tournament_id)
        penalty.refresh_from_db()
        if penalty.back_at:
            raise ConflictError([Problem("taken_back", "")])
        problems: list[Problem] = []
        reason = read_text(form.reason, problems, field="reason")
        if not reason and not problems and was_ever_final(tournament):
            problems.append(Problem("locked_without_reason", "reason"))
        if problems:
            raise RefusedError(problems)
        penalty.back_by, penalty.back_at, penalty.back_reason = form.by, timezone.now(), reason
        penalty.save(update_fields=["back_by", "back_at", "back_reason"])
        save_tournament(write, tournament, Act.PENALTY_BACK)
        return tournament

    def lock_tournament_again(write: ClubWrite) -> Tournament:
        penalty = Penalty.objects.get(pk=penalty_id, tournament__club=club_id)
        return lock_tournament(write, penalty.tournament_id)

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        mark_penalty_taken_back,
        repeated=lock_tournament_again,
    )
