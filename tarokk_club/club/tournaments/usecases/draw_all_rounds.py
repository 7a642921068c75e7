"""Draw all rounds of a tournament that are left at once."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Tournament
from tarokk_club.club.tournaments.kept_schedule import KeptSchedule, kept_schedule
from tarokk_club.club.tournaments.queries.next_draws import ToDraw, to_draw, usable_schedule
from tarokk_club.club.tournaments.schedule_draw import draw_schedule
from tarokk_club.club.tournaments.usecases.tournament_plans import keep_plan, locked
from tarokk_club.club.values.draws import DrawKind
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def draw_all_rounds(*, club_id: UUID, form: Submission, tournament_id: UUID) -> Tournament:
    """The tournament with a schedule of the rounds that are left; those begun stay as they are.

    Raises ConflictError (it is drawn otherwise, a round of the schedule was begun, all rounds were
    played, too few take part, somebody came or went meanwhile), Tournament.DoesNotExist and what
    the unit of work raises.
    """
    content = {"do": "draw_all_rounds", "tournament": str(tournament_id)}
    # Drawn before the book is locked: nobody waits for it with a hand.
    before = Tournament.objects.get(pk=tournament_id, club_id=club_id)
    now = to_draw(before)
    drawn = None if _fault(before, now) else _drawn(before, now)

    def change(write: ClubWrite) -> Tournament:
        tournament = locked(write, tournament_id)
        code = _fault(tournament, to_draw(tournament))
        if not code and (drawn is None or tournament.version != before.version):
            code = "draw_changed"
        if code or drawn is None:
            raise ConflictError([Problem(code, "")])
        tournament.schedule = drawn.as_json()
        keep_plan(write, tournament, Act.ROUNDS_DRAWN, round_number=drawn.draw + 1, seed=drawn.seed)
        return tournament

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked(write, tournament_id),
    )


def _fault(tournament: Tournament, now: ToDraw) -> str:
    """Why nothing can be drawn; "" where it can."""
    if tournament.draw_kind != DrawKind.SCHEDULE:
        return "drawn_otherwise"
    if now.number > now.last:
        return "rounds_over"
    kept = usable_schedule(tournament, now)
    if kept and kept.first < now.number:
        return "schedule_begun"
    return "" if len(now.players) >= now.sizes[0] else "too_few_entrants"


def _drawn(tournament: Tournament, now: ToDraw) -> KeptSchedule:
    kept = kept_schedule(tournament.schedule)
    draw = kept.draw + 1 if kept else 0
    seed = f"{tournament.id} {now.number} {draw}"
    drawn = draw_schedule(
        now.players, now.past, rounds=now.last - now.number + 1, sizes=now.sizes, seed=seed
    )
    return KeptSchedule.of(drawn, seed=seed, draw=draw, first=now.number, sizes=now.sizes)
