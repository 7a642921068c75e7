"""Start, publish and take back rounds, and draw all rounds at once."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, DrawnRound, SeatChange, Tournament, TournamentTable
from tarokk_club.club.session.usecases.sessions import (
    bin_session_in_write,
    create_session,
    iter_session_writes,
    require_active_players,
)
from tarokk_club.club.tournaments.draw.round_draw import DrawnSeats
from tarokk_club.club.tournaments.draw.schedule_draw import draw_schedule
from tarokk_club.club.tournaments.draw.stored_schedule import StoredSchedule, read_stored_schedule
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
from tarokk_club.club.tournaments.queries.drawn_rounds import (
    load_changeable_draw,
    load_unpublished_draw,
)
from tarokk_club.club.tournaments.queries.next_draws import (
    Draw,
    DrawInput,
    compute_next_draw,
    find_usable_schedule,
    load_draw_input,
)
from tarokk_club.club.tournaments.usecases.tournaments import save_tournament, write_to_tournament
from tarokk_club.club.values.draws import DrawKind, Publishing
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDraw:
    """The draw that the user saw.

    number: number of earlier draws of the round.
    fingerprint: fingerprint of the round and its seats.
    day: date on which the round is played.
    """

    number: int
    fingerprint: str
    day: date

    def build_content(self) -> dict[str, Any]:
        """Return the submitted fields, to recognise a repeated submission."""
        return {"draw": self.number, "mark": self.fingerprint, "day": self.day.isoformat()}


def start_round(
    *, club_id: UUID, form: Submission, tournament_id: UUID, seen: SeenDraw
) -> Tournament:
    """Start the next round with the draw that the user saw, and return the tournament.

    If the tournament publishes its rounds separately, only store the draw.

    Raise ConflictError if the draw or the round has changed, or the round cannot be drawn yet, for
        example because another one is unpublished.
    Raise RefusedError, Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "start_round", "tournament": str(tournament_id), **seen.build_content()}

    def store_seen_draw(write: ClubWrite, tournament: Tournament) -> None:
        draw = compute_next_draw(tournament, seen.number)
        _require_startable_round(tournament, draw, seen)
        drawn = _store_draw(write, tournament, draw, seen.day)
        if tournament.publishing == Publishing.WHEN_READY:
            save_tournament(
                write, tournament, Act.ROUND_DRAWN, round_number=draw.round, seed=draw.seed
            )
        else:
            _publish_and_start_tables(write, tournament, drawn, draw.seating)

    return write_to_tournament(
        Command(form, Right.DIRECT, content, tournament=tournament_id),
        store_seen_draw,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def publish_round(
    *, club_id: UUID, form: Submission, tournament_id: UUID, fingerprint: str
) -> Tournament:
    """Publish the drawn round, start its tables, and return the tournament.

    fingerprint: fingerprint of the seats that the user saw.
    Raise ConflictError if there is no such round, or its seats or the entrants have changed.
    Raise RefusedError, Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "publish_round", "tournament": str(tournament_id), "mark": fingerprint}

    def publish_seen_round(write: ClubWrite, tournament: Tournament) -> None:
        drawn, row = load_unpublished_draw(tournament), load_changeable_draw(tournament)
        if drawn is None or row is None or row.id != drawn.pk:
            raise ConflictError([Problem("round_changed", "")])
        if row.fingerprint != fingerprint:
            raise ConflictError([Problem("seats_moved", "")])
        if row.players != set(load_draw_input(tournament).players):
            raise ConflictError([Problem("players_changed", "")])
        _publish_and_start_tables(write, tournament, drawn, row.seats)

    return write_to_tournament(
        Command(form, Right.DIRECT, content, tournament=tournament_id),
        publish_seen_round,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _store_draw(write: ClubWrite, tournament: Tournament, draw: Draw, day: date) -> DrawnRound:
    """Store the draw with the changes for fixed tables, and return the drawn round."""
    # If the tables of this round were binned one by one, its earlier draw is still active.
    outdated = tournament.drawn_rounds.filter(round__gte=draw.round, dropped_at=None)
    outdated.update(dropped_at=write.at)
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


def _publish_and_start_tables(
    write: ClubWrite, tournament: Tournament, drawn: DrawnRound, seats: DrawnSeats
) -> None:
    drawn.published_at = write.at
    drawn.save(update_fields=["published_at"])
    for number in range(1, len(seats.tables) + 1):
        start_drawn_table(write, tournament, drawn, (number, seats.tables[number - 1]))
    # A round that is started again after its tables were binned is no longer protected.
    tournament.guarded = min(tournament.guarded, drawn.round - 1)
    save_tournament(write, tournament, Act.ROUND_STARTED, round_number=drawn.round, seed=drawn.seed)


def _require_startable_round(tournament: Tournament, draw: Draw, seen: SeenDraw) -> None:
    code = ""
    if load_unpublished_draw(tournament):
        code = "round_waits"
    elif draw.fingerprint != seen.fingerprint:
        same_round = seen.fingerprint.startswith(f"{draw.round}.")
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


def start_drawn_table(
    write: ClubWrite,
    tournament: Tournament,
    drawn: DrawnRound,
    table: tuple[int, tuple[str, ...]],
) -> None:
    """Start the session of a drawn table, with a key derived from the form's key.

    table: its number, and its players in the order of the seats.
    """
    number, players = table
    # The stored title is the same in every language: the third table of round 2 is 2/3.
    title = f"{tournament.name[: LONGEST_NAME - 8]} {drawn.round}/{number}"
    header = tournament.build_head(players, title=title, day=drawn.date)
    require_active_players(write.club.id, header)
    table_form = replace(write.form, key=uuid5(write.form.key, str(number)))
    session = create_session(replace(write, form=table_form), header)
    TournamentTable.objects.create(
        tournament=tournament, session=session, round=drawn.round, number=number
    )


def draw_all_rounds(*, club_id: UUID, form: Submission, tournament_id: UUID) -> Tournament:
    """Draw a schedule of the rounds that have not begun and return the tournament.

    Raise ConflictError if the tournament has another kind of draw, a round of the schedule has
        begun, a round is unpublished, all rounds are played, there are too few entrants, or the
        tournament changed meanwhile.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "draw_all_rounds", "tournament": str(tournament_id)}
    # The draw takes seconds, so it runs before the write lock, which would hold up all tables.
    before = Tournament.objects.get(pk=tournament_id, club_id=club_id)
    now = load_draw_input(before)
    drawn = None if _find_draw_problem(before, now) else _draw_remaining_rounds(before, now)

    def save_schedule(write: ClubWrite, tournament: Tournament) -> None:
        code = _find_draw_problem(tournament, load_draw_input(tournament))
        if not code and (drawn is None or tournament.version != before.version):
            code = "draw_changed"
        if code or drawn is None:
            raise ConflictError([Problem(code, "")])
        tournament.schedule = drawn.to_json()
        save_tournament(
            write, tournament, Act.ROUNDS_DRAWN, round_number=drawn.draw + 1, seed=drawn.seed
        )

    return write_to_tournament(
        Command(form, Right.DIRECT, content, tournament=tournament_id),
        save_schedule,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _find_draw_problem(tournament: Tournament, now: DrawInput) -> str:
    """Return the code of the problem that prevents a draw of all rounds, "" if there is none."""
    if tournament.draw_kind != DrawKind.SCHEDULE:
        return "drawn_otherwise"
    if now.number > now.last:
        return "rounds_over"
    if load_unpublished_draw(tournament):
        return "round_waits"
    schedule = find_usable_schedule(tournament, now)
    if schedule and schedule.first < now.number:
        return "schedule_begun"
    return "" if len(now.players) >= now.sizes[0] else "too_few_entrants"


def _draw_remaining_rounds(tournament: Tournament, now: DrawInput) -> StoredSchedule:
    earlier = read_stored_schedule(tournament.schedule)
    draw = earlier.draw + 1 if earlier else 0
    seed = f"{tournament.id} {now.number} {draw}"
    drawn = draw_schedule(
        now.players, now.past, rounds=now.last - now.number + 1, sizes=now.sizes, seed=seed
    )
    return StoredSchedule.from_schedule(
        drawn, seed=seed, draw=draw, first=now.number, sizes=now.sizes
    )


def take_back_round(
    *, club_id: UUID, form: Submission, tournament_id: UUID, number: int
) -> Tournament:
    """Take back the last round and return the tournament.

    Its sessions, which must have no hands, are binned; its draw no longer counts.

    Raise ConflictError if the round is not the last one, or something was recorded in it.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "take_back_round", "tournament": str(tournament_id), "round": number}

    def bin_round(write: ClubWrite, tournament: Tournament) -> None:
        tables, waiting = load_counting_tables(tournament), load_unpublished_draw(tournament)
        last = max((table.round for table in tables), default=0)
        if number != (waiting.round if waiting else last):
            raise ConflictError([Problem("round_not_last", "")])
        for table_write in iter_session_writes(
            write, [table.session_id for table in tables if table.round == number]
        ):
            if table_write.session.version > 1:
                raise ConflictError([Problem("round_is_played", "")])
            bin_session_in_write(table_write)
        taken_back = tournament.drawn_rounds.filter(round__gte=number, dropped_at=None)
        taken_back.update(dropped_at=write.at)
        save_tournament(write, tournament, Act.ROUND_TAKEN_BACK, round_number=number)

    return write_to_tournament(
        Command(form, Right.DIRECT, content, tournament=tournament_id),
        bin_round,
        club_id=club_id,
        tournament_id=tournament_id,
    )
