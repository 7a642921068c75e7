"""A tournament's tables that should be closed, with the URLs for closing them."""

from __future__ import annotations

from collections.abc import Collection, Set
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone

from tarokk_club.club.models import Player, Tournament, User
from tarokk_club.club.tournaments.queries.standing import (
    Round,
    TableState,
    TournamentStanding,
    TournamentTableRow,
)
from tarokk_club.club.writing.permissions import Right


@dataclass(frozen=True, slots=True)
class TableToClose:
    """A table that should be closed.

    round: number of the round.
    close_href: URL where the reader can close the table, "" without the right to do so.
    """

    round: int
    table: TournamentTableRow
    close_href: str = ""


def find_tables_to_close(standing: TournamentStanding) -> tuple[TableToClose, ...]:
    """Return the open tables that are finished, whose time is up, or whose round is past."""
    return tuple(
        TableToClose(drawn_round.number, table)
        for drawn_round in reversed(standing.rounds)
        for table in sorted(drawn_round.tables, key=lambda row: row.number)
        if not table.closed and _should_close(standing, drawn_round, table)
    )


def list_open_tables(standing: TournamentStanding) -> tuple[tuple[int, TournamentTableRow], ...]:
    """Return the round number and row of every open table, in the order of the rounds."""
    return tuple(
        (drawn_round.number, table)
        for drawn_round in reversed(standing.rounds)
        for table in sorted(drawn_round.tables, key=lambda row: row.number)
        if not table.closed
    )


def find_tables_to_close_with_urls(
    tournament: Tournament, standing: TournamentStanding, user: User, rights: Set[Right]
) -> tuple[TableToClose, ...]:
    """Return the tables to close, with the URL where this reader can close each."""
    waiting = find_tables_to_close(standing)
    if not waiting:
        return ()
    players = Player.objects.filter(club=tournament.club_id, user=user)
    seats = {str(player) for player in players.values_list("pk", flat=True)}
    corrects = Right.CORRECT in rights
    return tuple(
        # Only an organiser closes a table that was reopened after the result was final.
        TableToClose(
            open_table.round,
            open_table.table,
            _build_close_href(tournament, open_table.table, seats, rights),
        )
        if corrects or open_table.round > tournament.guarded
        else open_table
        for open_table in waiting
    )


def _should_close(
    standing: TournamentStanding, drawn_round: Round, table: TournamentTableRow
) -> bool:
    return (
        table.state == TableState.DONE
        or drawn_round is not standing.current_round
        or _is_time_up(drawn_round)
    )


def _is_time_up(drawn_round: Round) -> bool:
    return drawn_round.until is not None and drawn_round.until <= timezone.now()


def _build_close_href(
    tournament: Tournament,
    table: TournamentTableRow,
    seats: Collection[str],
    rights: Set[Right],
) -> str:
    """Return the URL where this reader can close the table, "" without the right to do so.

    A table with all its hands can be closed by its players, by members who may enter hands, and by
    arbiters; any other table with hands only by an organiser or an arbiter.
    """
    may_enter = not rights.isdisjoint({Right.ENTER, Right.DIRECT})
    view = ""
    if table.deals and table.state == TableState.DONE:
        seated = any(seat.player_id in seats for seat in table.seats)
        view = "table_close" if may_enter else "seal" if seated else ""
    elif table.hands and Right.DIRECT in rights:
        view = "close"
    place = [tournament.club.slug, table.session_id]
    return reverse(f"club:{view}", args=place) if view else ""
