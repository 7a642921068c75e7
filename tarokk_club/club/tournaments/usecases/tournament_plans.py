"""What is told about a tournament at its making and later; called in a unit of work only."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from scoring.core.problem import Problem
from scoring.document import Head
from tarokk_club.club.base.errors import ConflictError, RefusedError
from tarokk_club.club.base.texts import read_name
from tarokk_club.club.base.unit_of_work import ClubWrite, keep_key
from tarokk_club.club.models import Act, AuditLine, Tournament
from tarokk_club.club.session.usecases.session_head import head_content
from tarokk_club.club.tournaments.draw_kinds import DrawKind
from tarokk_club.club.tournaments.table_points import Fifth, Reckoning

MOST_ROUNDS, MOST_TURNS, MOST_MINUTES = 20, 20, 600
_LIMITS = {"rounds": (1, MOST_ROUNDS), "turns": (0, MOST_TURNS), "minutes": (0, MOST_MINUTES)}


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """What a form says of a tournament. head: game, rules and stake, without players; None: as they
    are.
    """

    name: str
    day: date
    rounds: int
    turns: int
    minutes: int
    reckoning: str
    fifth: int
    head: Head | None
    xxi_table: bool = False
    draw_kind: str = DrawKind.LOT

    def content(self) -> dict[str, Any]:
        """The plan as the key of the form knows it."""
        return {
            "name": self.name,
            "day": self.day.isoformat(),
            "rounds": self.rounds,
            "turns": self.turns,
            "minutes": self.minutes,
            "reckoning": self.reckoning,
            "fifth": self.fifth,
            "xxi_table": self.xxi_table,
            "draw_kind": self.draw_kind,
            "head": head_content(self.head) if self.head else None,
        }


def checked_tournament(plan: TournamentPlan) -> TournamentPlan:
    """The plan with a tidy name. Raises RefusedError with every fault of it."""
    problems: list[Problem] = []
    name = read_name(plan.name, problems)
    for key, (lowest, highest) in _LIMITS.items():
        if not lowest <= getattr(plan, key) <= highest:
            values = {"lowest": lowest, "highest": highest}
            problems.append(Problem("out_of_range", key, values))
    if not plan.turns and not plan.minutes:
        problems.append(Problem("round_without_end", "turns"))
    if plan.reckoning not in Reckoning or plan.fifth not in Fifth:
        problems.append(Problem("counting_unknown", "reckoning"))
    if plan.draw_kind not in DrawKind:
        problems.append(Problem("draw_kind_unknown", "draw_kind"))
    if problems:
        raise RefusedError(problems)
    return replace(plan, name=name)


def fill_tournament(tournament: Tournament, plan: TournamentPlan) -> None:
    """Write the plan into the row; what is played no longer changes once a round has begun."""
    tournament.name, tournament.date, tournament.rounds = plan.name, plan.day, plan.rounds
    tournament.turns, tournament.minutes = plan.turns, plan.minutes
    tournament.reckoning, tournament.fifth = plan.reckoning, plan.fifth
    if tournament.draw_kind != plan.draw_kind:
        # Rounds that are played in between would not be those of the schedule.
        tournament.draw_kind, tournament.schedule = plan.draw_kind, None
    if plan.head and has_begun(tournament):
        raise ConflictError([Problem("tournament_has_begun", "")])
    if plan.head:
        tournament.take(plan.head)
    # Where nobody wears the hat there is no XXI to be caught.
    tournament.xxi_table = plan.xxi_table and tournament.played_game.hat


def has_begun(tournament: Tournament) -> bool:
    """Whether a round was begun that counts."""
    return tournament.tables.filter(session__binned_at=None).exists()


def locked(write: ClubWrite, tournament_id: UUID) -> Tournament:
    """The tournament, to be written to. Raises Tournament.DoesNotExist."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id, club=write.club)


def keep_plan(
    write: ClubWrite, tournament: Tournament, act: Act, *, round_number: int | None = None
) -> None:
    """Save the row, count the write, and remember the form and who did it.

    round_number: of the round that was begun or taken back, or of the draw of all of them; None
    where it is about neither.
    """
    tournament.version += 1
    tournament.save()
    keep_key(write)
    facts: dict[str, object] = {"tournament": str(tournament.id)}
    if round_number is not None:
        facts["round"] = round_number
    AuditLine.write(write.club.id, act, by=write.form.by, facts=facts)
