"""Change the seats of a drawn round, and end a table with typed totals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID, uuid5

from django.utils import timezone
from django.utils.translation import gettext, override

from scoring.core.problem import Problem
from tarokk_club.club.formatting.numbers_and_dates import format_integer
from tarokk_club.club.models import Act, Balance, DrawnRound, SeatChange, Tournament
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.entries import (
    build_entry_change,
    filter_active_players,
    read_record,
)
from tarokk_club.club.session.usecases.events import prepare_new_entry
from tarokk_club.club.session.usecases.posting import save_change
from tarokk_club.club.session.usecases.sessions import bin_session_in_write, iter_session_writes
from tarokk_club.club.tournaments.draw.manual_seat_changes import (
    ManualSeatChange,
    apply_seat_change,
    find_changed_tables,
)
from tarokk_club.club.tournaments.draw.round_draw import DrawnSeats
from tarokk_club.club.tournaments.queries.drawn_rounds import (
    DrawnRow,
    load_changeable_draw,
    load_round_tables,
)
from tarokk_club.club.tournaments.queries.next_draws import FINAL
from tarokk_club.club.tournaments.usecases.rounds import start_drawn_table
from tarokk_club.club.tournaments.usecases.tournaments import save_tournament, write_to_tournament
from tarokk_club.club.values.draws import SeatChangeKind
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)

IMPOSSIBLE = {
    SeatChangeKind.SWAP: "swap_impossible",
    SeatChangeKind.TABLE: "table_impossible",
    SeatChangeKind.SUBSTITUTE: "substitute_impossible",
}


def change_round_seats(
    *,
    club_id: UUID,
    form: Submission,
    tournament_id: UUID,
    fingerprint: str,
    change: ManualSeatChange,
) -> Tournament:
    """Change the seats of the last drawn round and return the tournament.

    If the round is published, its changed tables are replaced, so they must have no hands yet. A
    player whose table is fixed also sits at it in later rounds.

    fingerprint: fingerprint of the seats that the user saw.
    Raise ConflictError if no drawn round can change, if its seats have changed meanwhile, if
        something was recorded at a changed table, or if the round was part of a final result.
    Raise RefusedError if the change is impossible.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "change_round_seats",
        "tournament": str(tournament_id),
        "mark": fingerprint,
        "change": [change.kind, change.player, change.other, change.table],
    }

    def save_seat_change(write: ClubWrite, tournament: Tournament) -> None:
        row = _require_unchanged_draw(tournament, fingerprint)
        after = compute_changed_seats(tournament, row, change)
        insert_with_client_id(
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
        _store_fixed_table(tournament, change)
        _replace_tables(write, tournament, row, after)
        save_tournament(write, tournament, Act.SEATS_CHANGED, round_number=row.round)

    command = Command(form, Right.DIRECT, content, tournament=tournament_id)
    return write_to_tournament(
        command, save_seat_change, club_id=club_id, tournament_id=tournament_id
    )


def undo_seat_change(
    *, club_id: UUID, form: Submission, tournament_id: UUID, change_id: UUID
) -> Tournament:
    """Undo the latest seat change of the last drawn round and return the tournament.

    Raise ConflictError if the change was undone or a later one exists, if a later round has begun,
        if something was recorded at a changed table, or if the round was part of a final result.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "undo_seat_change",
        "tournament": str(tournament_id),
        "change": str(change_id),
    }

    def undo_last_change(write: ClubWrite, tournament: Tournament) -> None:
        row = load_changeable_draw(tournament)
        if row is None or not row.active_changes or row.active_changes[-1].id != change_id:
            raise ConflictError([Problem("seat_change_gone", "")])
        last = row.active_changes[-1].change
        after = SeatChange.objects.filter(pk=change_id)
        after.update(undone_by=write.form.by, undone_at=timezone.now())
        if last.kind == SeatChangeKind.TABLE:
            _restore_fixed_table(tournament, UUID(last.player))
        now = load_changeable_draw(tournament)
        _replace_tables(write, tournament, row, now.seats if now else row.seats)
        save_tournament(write, tournament, Act.SEATS_UNDONE, round_number=row.round)

    command = Command(form, Right.DIRECT, content, tournament=tournament_id)
    return write_to_tournament(
        command, undo_last_change, club_id=club_id, tournament_id=tournament_id
    )


def compute_changed_seats(
    tournament: Tournament, row: DrawnRow, change: ManualSeatChange
) -> DrawnSeats:
    """Return the seats of a drawn round after the change.

    Raise RefusedError if the change is impossible.
    """
    values = {"number": change.table}
    code = ""
    if change.kind == SeatChangeKind.TABLE:
        fixed_entrants = tournament.entrants.filter(fixed_table=change.table, gone=False)
        if row.kind == FINAL:
            code = "final_tables_stay"
        elif fixed_entrants.exclude(player=UUID(change.player)).exists():
            code = "table_is_fixed"
    elif change.kind == SeatChangeKind.SUBSTITUTE and change.other not in row.seats.out:
        active = filter_active_players(tournament.club_id, [change.other] if change.other else [])
        code = "" if change.other in active else "substitute_impossible"
    after = None if code else apply_seat_change(row.seats, change)
    if after is None:
        field = "table" if change.kind == SeatChangeKind.TABLE else "player"
        code = code or IMPOSSIBLE[SeatChangeKind(change.kind)]
        raise RefusedError([Problem(code, field, values)])
    return after


def _require_unchanged_draw(tournament: Tournament, fingerprint: str) -> DrawnRow:
    """Return the last drawn round.

    Raise ConflictError if its seats can no longer change, or have changed since the user saw them.
    """
    row = load_changeable_draw(tournament)
    if row is None:
        raise ConflictError([Problem("no_drawn_round", "")])
    if row.fingerprint != fingerprint:
        raise ConflictError([Problem("seats_moved", "")])
    return row


def _store_fixed_table(tournament: Tournament, change: ManualSeatChange) -> None:
    """Store the player's table for all later rounds if the change fixes it."""
    if change.kind == SeatChangeKind.TABLE:
        tournament.entrants.filter(player=UUID(change.player)).update(fixed_table=change.table)


def _restore_fixed_table(tournament: Tournament, player: UUID) -> None:
    """Reset the player's fixed table to that of the last change that was not undone."""
    active = tournament.seat_changes.filter(
        kind=SeatChangeKind.TABLE, player=player, undone_at=None
    )
    table = active.order_by("-made_at", "-pk").values_list("table", flat=True).first()
    tournament.entrants.filter(player=player).update(fixed_table=table)


def _replace_tables(
    write: ClubWrite, tournament: Tournament, row: DrawnRow, after: DrawnSeats
) -> None:
    """If the round is published, bin and restart the tables whose seats change.

    Raise ConflictError if something was recorded at one of them, or the round was part of a
        final result.
    """
    numbers = find_changed_tables(row.seats, after)
    if row.published is None or not numbers:
        return
    drawn = DrawnRound.objects.get(pk=row.id)
    tables = load_round_tables(tournament, row.round)
    at = {tables[number].session_id: number for number in numbers if number in tables}
    for table_write in iter_session_writes(write, list(at)):
        if table_write.session.version > 1 or row.round <= tournament.guarded:
            values = {"number": at[table_write.session.pk]}
            raise ConflictError([Problem("seats_are_played", "", values)])
        bin_session_in_write(table_write)
    for number in numbers:
        start_drawn_table(write, tournament, drawn, (number, after.tables[number - 1]))


def end_table_with_totals(
    *, session_id: UUID, form: Submission, totals: Mapping[str, int], note: str = ""
) -> Saved:
    """End the table with these totals and return the saved adjustment.

    The differences from the current totals become an adjustment, which the history marks as typed.

    Raise RefusedError if the session is closed or not of a tournament, if the totals are not for
        exactly its players, or if they do not add up to 0.
    Raise the errors of the unit of work.
    """
    content = {"do": "type_totals", "totals": dict(sorted(totals.items())), "note": note}

    def record_totals(write: SessionWrite) -> Saved:
        before = _load_current_totals(write)
        _require_valid_totals(write, totals, before)
        points = {player: totals[player] - before[player] for player in before}
        with override(write.session.club.language):
            text = note.strip() or gettext("Totals typed by the organiser")
        saved = _record_event(
            write, {"type": "adjust", "points": points, "note": text}, Action.TOTALS
        )
        end_write = replace(write, form=replace(write.form, key=uuid5(write.form.key, "end")))
        _record_event(end_write, {"type": "end"}, Action.CLOSE)
        return saved

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content),
        record_totals,
    )


def _load_current_totals(write: SessionWrite) -> dict[str, int]:
    rows = Balance.objects.filter(session=write.session).order_by("pk")
    return {str(player): points for player, points in rows.values_list("player_id", "points")}


def _require_valid_totals(
    write: SessionWrite, totals: Mapping[str, int], before: Mapping[str, int]
) -> None:
    problems = []
    if not hasattr(write.session, "tournament_table"):
        problems.append(Problem("no_tournament_table", ""))
    elif write.session.closed:
        problems.append(Problem("totals_of_closed", ""))
    elif set(totals) != set(before):
        problems.append(Problem("totals_of_others", ""))
    elif total := sum(totals.values()):
        problems.append(Problem("totals_not_zero", "", {"total": format_integer(total)}))
    if problems:
        raise RefusedError(problems)


def _record_event(write: SessionWrite, raw: Mapping[str, object], action: Action) -> Saved:
    record, note = read_record(write, dict(raw))
    entry = prepare_new_entry(write, None)
    entry.record, entry.note = record, note
    insert_with_client_id(entry)
    return save_change(write, build_entry_change(action, entry))
