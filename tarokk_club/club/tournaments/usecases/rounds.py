"""Start rounds, draw all of them, and undo one."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, DrawnRound, SeatChange, Tournament, TournamentTable
from tarokk_club.club.session.usecases.deletions import put_into_bin
from tarokk_club.club.session.usecases.sessions import check_players, create_session, lock_sessions
from tarokk_club.club.tournaments.kept_schedule import StoredSchedule, read_stored_schedule
from tarokk_club.club.tournaments.queries.drawn_rounds import changeable_draw, waiting_draw
from tarokk_club.club.tournaments.queries.draws import standing_tables
from tarokk_club.club.tournaments.queries.next_draws import (
    Draw,
    DrawInput,
    load_draw_input,
    next_draw,
    usable_schedule,
)
from tarokk_club.club.tournaments.schedule_draw import draw_schedule
from tarokk_club.club.tournaments.seat_draw import DrawnSeats
from tarokk_club.club.tournaments.usecases.tournaments import save_tournament, write_to_tournament
from tarokk_club.club.values.draws import DrawKind, Publishing
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDraw:
    """The draw that the user saw.

    number: of this draw among those of the round.
    mark: fingerprint of the round and its seats.
    """

    number: int
    mark: str
    day: date

    def content(self) -> dict[str, Any]:
        """Return the draw as part of the content for the form's key."""
        return {"draw": self.number, "mark": self.mark, "day": self.day.isoformat()}


def start_round(
    *, club_id: UUID, form: Submission, tournament_id: UUID, seen: SeenDraw
) -> Tournament:
    """Store the draw that the user saw, publish it unless the tournament waits with that, and
    return the tournament.

    Raise ConflictError if the draw or the round has changed, nobody can sit down, or all rounds
        are played.
    Raise RefusedError, Tournament.DoesNotExist, and what the unit of work raises.
    """
    content = {"do": "start_round", "tournament": str(tournament_id), **seen.content()}

    def change(write: ClubWrite, tournament: Tournament) -> None:
        draw = next_draw(tournament, seen.number)
        _check(tournament, draw, seen)
        drawn = _store_draw(write, tournament, draw, seen.day)
        if tournament.publishing == Publishing.WHEN_READY:
            save_tournament(
                write, tournament, Act.ROUND_DRAWN, round_number=draw.round, seed=draw.seed
            )
        else:
            _publish(write, tournament, drawn, draw.seating)

    return write_to_tournament(
        Command(form, Right.DIRECT, content, tournament=tournament_id),
        change,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def publish_round(*, club_id: UUID, form: Submission, tournament_id: UUID, mark: str) -> Tournament:
    """Start the tables of the round that is drawn and waits, and return the tournament.

    mark: fingerprint of the seats that the user saw.
    Raise ConflictError if there is no such round, or its seats or the entrants have changed.
    Raise RefusedError, Tournament.DoesNotExist, and what the unit of work raises.
    """
    content = {"do": "publish_round", "tournament": str(tournament_id), "mark": mark}

    def change(write: ClubWrite, tournament: Tournament) -> None:
        drawn, row = waiting_draw(tournament), changeable_draw(tournament)
        if drawn is None or row is None or row.id != drawn.pk:
            raise ConflictError([Problem("round_changed", "")])
        if row.mark != mark:
            raise ConflictError([Problem("seats_moved", "")])
        if row.players != set(load_draw_input(tournament).players):
            raise ConflictError([Problem("players_changed", "")])
        _publish(write, tournament, drawn, row.seats)

    return write_to_tournament(
        Command(form, Right.DIRECT, content, tournament=tournament_id),
        change,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _store_draw(write: ClubWrite, tournament: Tournament, draw: Draw, day: date) -> DrawnRound:
    """Store the draw with the tables that are fixed in it."""
    # Tables that were deleted one by one make room for the same round once more.
    late = tournament.drawn_rounds.filter(round__gte=draw.round, dropped_at=None)
    late.update(dropped_at=write.at)
    drawn = DrawnRound.objects.create(
        tournament=tournament,
        round=draw.round,
        draw=draw.draw,
        kind=draw.kind,
        seed=draw.seed,
        date=day,
        tables=[list(table) for table in draw.drawn.tables],
        out=list(draw.drawn.out),
        drawn_by=write.form.by,
        drawn_at=write.at,
    )
    for fix in draw.fixes.applied:
        SeatChange.objects.create(
            drawn=drawn,
            tournament=tournament,
            kind=fix.kind,
            player=UUID(fix.player),
            table=fix.table,
            made_by=write.form.by,
            made_at=timezone.now(),
        )
    return drawn


def _publish(
    write: ClubWrite, tournament: Tournament, drawn: DrawnRound, seats: DrawnSeats
) -> None:
    drawn.published_at = write.at
    drawn.save(update_fields=["published_at"])
    for number in range(1, len(seats.tables) + 1):
        seat_table(write, tournament, drawn, (number, seats.tables[number - 1]))
    # A round that is started again, after its tables were binned, is no longer guarded.
    tournament.guarded = min(tournament.guarded, drawn.round - 1)
    save_tournament(write, tournament, Act.ROUND_STARTED, round_number=drawn.round, seed=drawn.seed)


def _check(tournament: Tournament, draw: Draw, seen: SeenDraw) -> None:
    code = ""
    if waiting_draw(tournament):
        code = "round_waits"
    elif draw.mark != seen.mark:
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


def seat_table(
    write: ClubWrite,
    tournament: Tournament,
    drawn: DrawnRound,
    table: tuple[int, tuple[str, ...]],
) -> None:
    """Start the session of a table, with a key derived from the form's key.

    table: its number, and its players in the order of the seats.
    """
    number, players = table
    # Stored, so the same in every language: the third table of the second round is 2/3.
    title = f"{tournament.name[: LONGEST_NAME - 8]} {drawn.round}/{number}"
    head = tournament.head(players, title=title, day=drawn.date)
    check_players(write.club.id, head)
    own = replace(write.form, key=uuid5(write.form.key, str(number)))
    session = create_session(replace(write, form=own), head)
    TournamentTable.objects.create(
        tournament=tournament, session=session, round=drawn.round, number=number
    )


def draw_all_rounds(*, club_id: UUID, form: Submission, tournament_id: UUID) -> Tournament:
    """Draw a schedule of the remaining rounds and return the tournament; rounds that have begun
    stay the same.

    Raise ConflictError if the tournament has another kind of draw, a round of the schedule has
        begun, all rounds are played, there are too few entrants, or the entrants changed
        meanwhile.
    Raise Tournament.DoesNotExist, and what the unit of work raises.
    """
    content = {"do": "draw_all_rounds", "tournament": str(tournament_id)}
    # Drawn before the write lock is taken, so that no hand has to wait.
    before = Tournament.objects.get(pk=tournament_id, club_id=club_id)
    now = load_draw_input(before)
    drawn = None if _draw_problem(before, now) else _drawn(before, now)

    def change(write: ClubWrite, tournament: Tournament) -> None:
        code = _draw_problem(tournament, load_draw_input(tournament))
        if not code and (drawn is None or tournament.version != before.version):
            code = "draw_changed"
        if code or drawn is None:
            raise ConflictError([Problem(code, "")])
        tournament.schedule = drawn.as_json()
        save_tournament(
            write, tournament, Act.ROUNDS_DRAWN, round_number=drawn.draw + 1, seed=drawn.seed
        )

    return write_to_tournament(
        Command(form, Right.DIRECT, content, tournament=tournament_id),
        change,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _draw_problem(tournament: Tournament, now: DrawInput) -> str:
    """Return the code of the problem that prevents a draw, or ""."""
    if tournament.draw_kind != DrawKind.SCHEDULE:
        return "drawn_otherwise"
    if now.number > now.last:
        return "rounds_over"
    if waiting_draw(tournament):
        return "round_waits"
    kept = usable_schedule(tournament, now)
    if kept and kept.first < now.number:
        return "schedule_begun"
    return "" if len(now.players) >= now.sizes[0] else "too_few_entrants"


def _drawn(tournament: Tournament, now: DrawInput) -> StoredSchedule:
    kept = read_stored_schedule(tournament.schedule)
    draw = kept.draw + 1 if kept else 0
    seed = f"{tournament.id} {now.number} {draw}"
    drawn = draw_schedule(
        now.players, now.past, rounds=now.last - now.number + 1, sizes=now.sizes, seed=seed
    )
    return StoredSchedule.of(drawn, seed=seed, draw=draw, first=now.number, sizes=now.sizes)


def take_back_round(
    *, club_id: UUID, form: Submission, tournament_id: UUID, number: int
) -> Tournament:
    """Take back the last round and return the tournament.

    Its sessions, which must be without hands, move into the bin; a draw that is not published is
    dropped.

    Raise ConflictError if it is not the last round, or play has begun.
    Raise Tournament.DoesNotExist, and what the unit of work raises.
    """
    content = {"do": "take_back_round", "tournament": str(tournament_id), "round": number}

    def change(write: ClubWrite, tournament: Tournament) -> None:
        standing, waiting = standing_tables(tournament), waiting_draw(tournament)
        last = max((table.round for table in standing), default=0)
        if number != (waiting.round if waiting else last):
            raise ConflictError([Problem("round_not_last", "")])
        for one in lock_sessions(
            write, [table.session_id for table in standing if table.round == number]
        ):
            if one.session.version > 1:
                raise ConflictError([Problem("round_is_played", "")])
            put_into_bin(one)
        dropped = tournament.drawn_rounds.filter(round__gte=number, dropped_at=None)
        dropped.update(dropped_at=write.at)
        save_tournament(write, tournament, Act.ROUND_TAKEN_BACK, round_number=number)

    return write_to_tournament(
        Command(form, Right.DIRECT, content, tournament=tournament_id),
        change,
        club_id=club_id,
        tournament_id=tournament_id,
    )
