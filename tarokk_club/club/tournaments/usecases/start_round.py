"""Begin a round of a tournament: a session for each of its tables."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Tournament, TournamentTable
from tarokk_club.club.session.usecases.start_session import check_players, start_at
from tarokk_club.club.tournaments.queries.next_draws import Draw, next_draw
from tarokk_club.club.tournaments.usecases.tournament_plans import keep_plan, locked
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The draw as the person saw it. number: which draw of this round; mark: of its seats."""

    number: int
    mark: str
    day: date

    def content(self) -> dict[str, Any]:
        """As the key of the form knows it."""
        return {"draw": self.number, "mark": self.mark, "day": self.day.isoformat()}


def start_round(*, club_id: UUID, form: Submission, tournament_id: UUID, seen: Seen) -> Tournament:
    """The tournament with a session for each table of the draw that was seen.

    Raises ConflictError (the draw or the round is another one now, nobody can sit down, or all
    rounds were played), RefusedError, Tournament.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "start_round", "tournament": str(tournament_id), **seen.content()}

    def change(write: ClubWrite) -> Tournament:
        tournament = locked(write, tournament_id)
        draw = next_draw(tournament, seen.number)
        _check(tournament, draw, seen)
        _seat_all(write, tournament, draw, seen.day)
        # A round that is played once more, after its tables went into the bin, is open again.
        tournament.guarded = min(tournament.guarded, draw.round - 1)
        keep_plan(write, tournament, Act.ROUND_STARTED, round_number=draw.round, seed=draw.seed)
        return tournament

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked(write, tournament_id),
    )


def _check(tournament: Tournament, draw: Draw, seen: Seen) -> None:
    code = ""
    if draw.mark != seen.mark:
        same_round = seen.mark.startswith(f"{draw.round}.")
        code = "draw_changed" if same_round else "round_changed"
    elif draw.round > tournament.all_rounds:
        code = "rounds_over"
    elif draw.early:
        code = "final_too_early"
    elif draw.missing:
        code = "rounds_not_drawn"
    elif not draw.seating.tables:
        code = "too_few_entrants"
    if code:
        raise ConflictError([Problem(code, "")])


def _seat_all(write: ClubWrite, tournament: Tournament, draw: Draw, day: date) -> None:
    """One session a table, each under a key made from the form's."""
    for number, players in enumerate(draw.seating.tables, start=1):
        # In every language the same, as it is kept: the third table of the second round is 2/3.
        title = f"{tournament.name[: LONGEST_NAME - 8]} {draw.round}/{number}"
        head = tournament.head(players, title=title, day=day)
        check_players(write.club.id, head)
        own = replace(write.form, key=uuid5(write.form.key, str(number)))
        session = start_at(replace(write, form=own), head)
        TournamentTable.objects.create(
            tournament=tournament, session=session, round=draw.round, number=number
        )
