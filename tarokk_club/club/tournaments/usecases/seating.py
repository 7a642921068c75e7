"""Change the seats of a drawn round by hand, and undo such a change."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, DrawnRound, SeatChange, Tournament
from tarokk_club.club.session.usecases.deletions import put_into_bin
from tarokk_club.club.session.usecases.entries import filter_active_players
from tarokk_club.club.session.usecases.sessions import lock_sessions
from tarokk_club.club.tournaments.drawn_seats import HandChange, apply_change, changed_tables
from tarokk_club.club.tournaments.queries.drawn_rounds import (
    DrawnRow,
    changeable_draw,
    round_tables,
)
from tarokk_club.club.tournaments.queries.next_draws import FINAL
from tarokk_club.club.tournaments.seat_draw import DrawnSeats
from tarokk_club.club.tournaments.usecases.rounds import seat_table
from tarokk_club.club.tournaments.usecases.tournaments import save_tournament, write_to_tournament
from tarokk_club.club.values.draws import SeatChangeKind
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission

IMPOSSIBLE = {
    SeatChangeKind.SWAP: "swap_impossible",
    SeatChangeKind.TABLE: "table_impossible",
    SeatChangeKind.SUBSTITUTE: "substitute_impossible",
}


def change_round_seats(
    *, club_id: UUID, form: Submission, tournament_id: UUID, mark: str, change: HandChange
) -> Tournament:
    """Change the seats of the last drawn round and return the tournament.

    Tables of a published round that change are started again, which they can only before their
    first hand. A fixed table stays the player's in later rounds.

    mark: fingerprint of the seats that the user saw.
    Raise ConflictError if the seats have changed meanwhile or something is recorded at a table.
    Raise RefusedError if the change is impossible.
    Raise Tournament.DoesNotExist, and what the unit of work raises.
    """
    content = {
        "do": "change_round_seats",
        "tournament": str(tournament_id),
        "mark": mark,
        "change": [change.kind, change.player, change.other, change.table],
    }

    def write_change(write: ClubWrite, tournament: Tournament) -> None:
        row = _changeable(tournament, mark)
        after = drawn_seats_after(tournament, row, change)
        add_new(
            SeatChange(
                id=write.form.key,
                drawn_id=row.id,
                tournament=tournament,
                kind=change.kind,
                player=UUID(change.player),
                other=UUID(change.other) if change.other else None,
                table=change.table or None,
                made_by=write.form.by,
                made_at=write.at,
            )
        )
        _fix(tournament, change)
        _seat_again(write, tournament, row, after)
        save_tournament(write, tournament, Act.SEATS_CHANGED, round_number=row.round)

    command = Command(form, Right.DIRECT, content, tournament=tournament_id)
    return write_to_tournament(command, write_change, club_id=club_id, tournament_id=tournament_id)


def undo_seat_change(
    *, club_id: UUID, form: Submission, tournament_id: UUID, change_id: UUID
) -> Tournament:
    """Undo the last change of the seats of the last drawn round and return the tournament.

    Raise ConflictError if it is not the last one, or something is recorded at a table.
    Raise Tournament.DoesNotExist, and what the unit of work raises.
    """
    content = {
        "do": "undo_seat_change",
        "tournament": str(tournament_id),
        "change": str(change_id),
    }

    def write_undo(write: ClubWrite, tournament: Tournament) -> None:
        row = changeable_draw(tournament)
        if row is None or not row.standing or row.standing[-1].id != change_id:
            raise ConflictError([Problem("seat_change_gone", "")])
        last = row.standing[-1].change
        after = SeatChange.objects.filter(pk=change_id)
        after.update(undone_by=write.form.by, undone_at=timezone.now())
        if last.kind == SeatChangeKind.TABLE:
            tournament.entrants.filter(player=UUID(last.player)).update(fixed_table=None)
        now = changeable_draw(tournament)
        _seat_again(write, tournament, row, now.seats if now else row.seats)
        save_tournament(write, tournament, Act.SEATS_UNDONE, round_number=row.round)

    command = Command(form, Right.DIRECT, content, tournament=tournament_id)
    return write_to_tournament(command, write_undo, club_id=club_id, tournament_id=tournament_id)


def drawn_seats_after(tournament: Tournament, row: DrawnRow, change: HandChange) -> DrawnSeats:
    """Return the seats of a drawn round after the change.

    Raise RefusedError if it is impossible.
    """
    values = {"number": change.table}
    code = ""
    if change.kind == SeatChangeKind.TABLE:
        others = tournament.entrants.filter(fixed_table=change.table, gone=False)
        if row.kind == FINAL:
            code = "final_tables_stay"
        elif others.exclude(player=UUID(change.player)).exists():
            code = "table_is_fixed"
    elif change.kind == SeatChangeKind.SUBSTITUTE and change.other not in row.seats.out:
        here = filter_active_players(tournament.club_id, [change.other] if change.other else [])
        code = "" if change.other in here else "substitute_impossible"
    after = None if code else apply_change(row.seats, change)
    if after is None:
        field = "table" if change.kind == SeatChangeKind.TABLE else "player"
        code = code or IMPOSSIBLE[SeatChangeKind(change.kind)]
        raise RefusedError([Problem(code, field, values)])
    return after


def _changeable(tournament: Tournament, mark: str) -> DrawnRow:
    row = changeable_draw(tournament)
    if row is None:
        raise ConflictError([Problem("no_drawn_round", "")])
    if row.mark != mark:
        raise ConflictError([Problem("seats_moved", "")])
    return row


def _fix(tournament: Tournament, change: HandChange) -> None:
    """Let the player sit at the table in all later rounds."""
    if change.kind == SeatChangeKind.TABLE:
        tournament.entrants.filter(player=UUID(change.player)).update(fixed_table=change.table)


def _seat_again(write: ClubWrite, tournament: Tournament, row: DrawnRow, after: DrawnSeats) -> None:
    """Start the tables again whose seats change, if their round is published.

    Raise ConflictError if something is recorded at them, or the result of the round was final.
    """
    numbers = changed_tables(row.seats, after)
    if row.published is None or not numbers:
        return
    drawn = DrawnRound.objects.get(pk=row.id)
    tables = round_tables(tournament, row.round)
    at = {tables[number].session_id: number for number in numbers if number in tables}
    for one in lock_sessions(write, list(at)):
        if one.session.version > 1 or row.round <= tournament.guarded:
            values = {"number": at[one.session.pk]}
            raise ConflictError([Problem("seats_are_played", "", values)])
        put_into_bin(one)
    for number in numbers:
        seat_table(write, tournament, drawn, (number, after.tables[number - 1]))
