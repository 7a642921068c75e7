"""Start rounds, draw all of them, and take one back."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Tournament, TournamentTable
from tarokk_club.club.session.usecases.deletions import put_into_bin
from tarokk_club.club.session.usecases.sessions import check_players, session_writes, start_at
from tarokk_club.club.tournaments.kept_schedule import KeptSchedule, kept_schedule
from tarokk_club.club.tournaments.queries.draws import standing_tables
from tarokk_club.club.tournaments.queries.next_draws import (
    Draw,
    ToDraw,
    next_draw,
    to_draw,
    usable_schedule,
)
from tarokk_club.club.tournaments.schedule_draw import draw_schedule
from tarokk_club.club.tournaments.usecases.tournaments import keep_plan, locked
from tarokk_club.club.values.draws import DrawKind
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
