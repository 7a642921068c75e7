"""Create, change and delete tournaments."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from scoring.document import Head
from tarokk_club.club.models import Act, Club, Tournament
from tarokk_club.club.session.queries.sessions.final_results import is_result_final, was_ever_final
from tarokk_club.club.session.usecases.posting import lock_played_rounds
from tarokk_club.club.session.usecases.sessions import build_head_content
from tarokk_club.club.tournaments.usecases.corrections import (
    compare_settings,
    read_correctable_settings,
    record_correction,
)
from tarokk_club.club.values.draws import Carry, DrawKind, Publishing
from tarokk_club.club.values.scales import USUAL_TEXT, read_place_points
from tarokk_club.club.values.table_points import Reckoning
from tarokk_club.club.values.tournament_ties import CHOICES, MOST_BREAKS, USUAL_BREAKS, TieBreak
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

MOST_ROUNDS, MOST_TURNS, MOST_MINUTES, MOST_FINAL, MOST_BEST = 20, 20, 600, 10, 99
_LIMITS = {
    "rounds": (1, MOST_ROUNDS),
    "turns": (0, MOST_TURNS),
    "minutes": (0, MOST_MINUTES),
    "final_rounds": (0, MOST_FINAL),
    "team_best": (0, MOST_BEST),
    "club_best": (0, MOST_BEST),
}
# Form field of a scale -> number of players at its table.
_SIZES = {"scale": 4, "scale_five": 5, "scale_three": 3}
# The fields of a plan that are copied unchanged to the tournament.
_COPIED_FIELDS = (
    *("rounds", "turns", "minutes", "reckoning", "scale", "scale_five", "scale_three"),
    *("final_rounds", "carry", "team_best", "club_best", "publishing"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """The values of the form that sets up a tournament.

    turns: deals of each player in a round, 0 if the clock ends it.
    minutes: length of a round, 0 if the deals end it.
    head: game, rules and stake without players, None to leave them unchanged.
    scale, scale_five, scale_three: table points of each place, as text like "10 8 6 4".
    ties: tie-breaks in order of priority, empty for the default ones.
    team_best, club_best: number of members who count, 0 for all.
    """

    name: str
    day: date
    rounds: int
    turns: int
    minutes: int
    reckoning: str
    head: Head | None
    xxi_table: bool = False
    draw_kind: str = DrawKind.LOT
    scale: str = USUAL_TEXT
    scale_five: str = ""
    scale_three: str = ""
    ties: tuple[str, ...] = ()
    final_rounds: int = 0
    carry: str = Carry.ALL
    team_best: int = 0
    club_best: int = 0
    publishing: str = Publishing.AT_ONCE

    def build_content(self) -> dict[str, Any]:
        """Return the plan as submitted fields, to recognise a repeated submission."""
        return {
            "name": self.name,
            "day": self.day.isoformat(),
            **{name: getattr(self, name) for name in _COPIED_FIELDS},
            "ties": list(self.ties),
            "xxi_table": self.xxi_table,
            "draw_kind": self.draw_kind,
            "head": build_head_content(self.head) if self.head else None,
        }


def require_valid_tournament_plan(plan: TournamentPlan) -> TournamentPlan:
    """Return the plan with normalised values.

    Raise RefusedError with all problems of the plan.
    """
    problems: list[Problem] = []
    name = read_name(plan.name, problems)
    for key, (lowest, highest) in _LIMITS.items():
        if not lowest <= getattr(plan, key) <= highest:
            values = {"lowest": lowest, "highest": highest}
            problems.append(Problem("out_of_range", key, values))
    if not plan.turns and not plan.minutes:
        problems.append(Problem("round_without_end", "turns"))
    if plan.reckoning not in Reckoning or not set(plan.ties) <= set(dict(CHOICES)):
        problems.append(Problem("counting_unknown", "reckoning"))
    if plan.carry not in Carry:
        problems.append(Problem("counting_unknown", "carry"))
    four, five, three = (_normalise_scale(plan, field, problems) for field in _SIZES)
    if plan.draw_kind not in DrawKind or plan.publishing not in Publishing:
        problems.append(Problem("draw_kind_unknown", "draw_kind"))
    if problems:
        raise RefusedError(problems)
    plan = replace(plan, name=name, ties=_select_decisive_tie_breaks(plan))
    return replace(plan, scale=four, scale_five=five, scale_three=three)


def _normalise_scale(plan: TournamentPlan, field: str, problems: list[Problem]) -> str:
    """Return the scale in its stored form, "" if an optional one is empty."""
    text: str = getattr(plan, field)
    if not text.strip() and field != "scale":
        return ""
    return read_place_points(text, _SIZES[field], problems, field=field)


def _select_decisive_tie_breaks(plan: TournamentPlan) -> tuple[str, ...]:
    """Return the tie-breaks that can have an effect, or () if the plan has the default ones."""
    if plan.ties in USUAL_BREAKS.values():
        return ()
    idle = {plan.reckoning, *(() if plan.xxi_table else (TieBreak.XXI,))}
    breaks = [tie for tie in dict.fromkeys(plan.ties) if tie not in idle][:MOST_BREAKS]
    # The lot breaks every tie, so nothing after it counts.
    return tuple(breaks[: breaks.index(TieBreak.LOT) + 1] if TieBreak.LOT in breaks else breaks)


def fill_tournament(tournament: Tournament, plan: TournamentPlan) -> None:
    """Copy the plan into the tournament without saving it.

    A change of the kind of draw clears the schedule, and a game without the hat has no XXI table.

    Raise ConflictError if the plan sets game, rules or stake after a round has begun, or moves a
        round that has begun into or out of the final.
    """
    _require_unchanged_final(tournament, plan)
    tournament.name, tournament.date, tournament.ties = plan.name, plan.day, " ".join(plan.ties)
    for name in _COPIED_FIELDS:
        setattr(tournament, name, getattr(plan, name))
    if tournament.draw_kind != plan.draw_kind:
        # An old schedule would not match the rounds that are drawn in another way.
        tournament.draw_kind, tournament.schedule = plan.draw_kind, None
    if plan.head and tournament.has_begun():
        raise ConflictError([Problem("tournament_has_begun", "")])
    if plan.head:
        tournament.set_fields_from_head(plan.head)
    # A game without the hat has no XXI to capture.
    tournament.xxi_table = plan.xxi_table and tournament.played_game.hat


def _require_unchanged_final(tournament: Tournament, plan: TournamentPlan) -> None:
    """Raise ConflictError if a round that has begun would change between qualifying and final."""
    begun = tournament.find_last_round()
    in_final_now = begun > tournament.rounds and tournament.final_rounds > 0
    in_final_then = begun > plan.rounds and plan.final_rounds > 0
    if in_final_now != in_final_then or (in_final_now and tournament.rounds != plan.rounds):
        raise ConflictError([Problem("final_is_drawn", "final_rounds")])


def lock_tournament(write: ClubWrite, tournament_id: UUID) -> Tournament:
    """Return the tournament with its row locked until the end of the transaction.

    Raise Tournament.DoesNotExist if the club has no such tournament.
    """
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id, club=write.club)


def write_to_tournament(
    command: Command,
    change: Callable[[ClubWrite, Tournament], None],
    *,
    club_id: UUID,
    tournament_id: UUID,
) -> Tournament:
    """Apply the change to the locked tournament and return the tournament.

    A repeated submission changes nothing.

    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """

    def change_locked_tournament(write: ClubWrite) -> Tournament:
        tournament = lock_tournament(write, tournament_id)
        change(write, tournament)
        return tournament

    return write_to_club(
        club_id,
        command,
        change_locked_tournament,
        repeated=lambda write: lock_tournament(write, tournament_id),
    )


def save_tournament(
    write: ClubWrite,
    tournament: Tournament,
    act: Act,
    *,
    round_number: int | None = None,
    seed: str = "",
) -> None:
    """Save the tournament with the next version number, and log the write.

    round_number: round that was started or taken back, or number of the draw of all rounds;
        None for other writes.
    seed: seed of the draw, "" for other writes.
    """
    tournament.version += 1
    tournament.save()
    facts: dict[str, object] = {"tournament": str(tournament.id)}
    if round_number is not None:
        facts["round"] = round_number
    if seed:
        facts["seed"] = seed
    write.log(act, facts)


def make_tournament(*, club_id: UUID, form: Submission, plan: TournamentPlan) -> Tournament:
    """Create a tournament without entrants, with the form's key as its id, and return it.

    Raise RefusedError, and the errors of the unit of work.
    """
    plan = require_valid_tournament_plan(plan)
    content = {"do": "make_tournament", **plan.build_content()}

    def save_new_tournament(write: ClubWrite) -> Tournament:
        tournament = Tournament(id=form.key, club=write.club, made_at=timezone.now())
        fill_tournament(tournament, plan)
        insert_with_client_id(tournament)
        save_tournament(write, tournament, Act.TOURNAMENT_MADE)
        return tournament

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        save_new_tournament,
        repeated=lambda write: Tournament.objects.get(pk=form.key, club_id=club_id),
    )


def change_tournament(
    *, club_id: UUID, form: Submission, tournament_id: UUID, plan: TournamentPlan
) -> Tournament:
    """Apply the new plan, which may change the results, and return the tournament.

    Raise RefusedError if the plan is not valid, or if it corrects a result that is or was final
        and the form gives no reason.
    Raise ConflictError if the plan sets the game after a round has begun, changes the counting
        after the result was final, or moves a round that has begun into or out of the final.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    plan = require_valid_tournament_plan(plan)
    content = {
        "do": "change_tournament",
        "tournament": str(tournament_id),
        "reason": form.reason,
        **plan.build_content(),
    }

    def save_plan(write: ClubWrite, tournament: Tournament) -> None:
        counting, before = (
            _read_counting_settings(tournament),
            read_correctable_settings(tournament),
        )
        guarded = was_ever_final(tournament)
        if is_result_final(tournament):
            # If a round is added, the result of the earlier ones must stay protected.
            lock_played_rounds(tournament)
        fill_tournament(tournament, plan)
        if guarded and _read_counting_settings(tournament) != counting:
            raise ConflictError([Problem("result_stands", "")])
        changed = compare_settings(before, read_correctable_settings(tournament))
        corrected = guarded and bool(changed)
        if corrected:
            record_correction(write, tournament, changed)
        act = Act.TOURNAMENT_CORRECTED if corrected else Act.TOURNAMENT_CHANGED
        save_tournament(write, tournament, act)

    return write_to_tournament(
        Command(form, Right.CORRECT, content),
        save_plan,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _read_counting_settings(tournament: Tournament) -> tuple[object, ...]:
    """Return all settings that decide the places, for comparison."""
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


def delete_tournament(*, club_id: UUID, form: Submission, tournament_id: UUID) -> Club:
    """Delete the tournament, whose guest links stop working, and return the club.

    Tables in the bin stay there as ordinary sessions; recorded fees and prizes stay in the kitty.

    Raise ConflictError if a round has begun.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "delete_tournament", "tournament": str(tournament_id)}

    def delete_locked_tournament(write: ClubWrite) -> Club:
        tournament = lock_tournament(write, tournament_id)
        if tournament.has_begun():
            raise ConflictError([Problem("tournament_is_played", "")])
        tournament.tables.all().delete()
        tournament.entrants.all().delete()
        tournament.penalties.all().delete()
        # This deletes only the links; the charges remain and can be taken back in the kitty.
        tournament.charges.all().delete()
        tournament.delete()
        facts = {"tournament": str(tournament_id)}
        write.log(Act.TOURNAMENT_DELETED, facts)
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        delete_locked_tournament,
        repeated=lambda write: write.club,
    )
