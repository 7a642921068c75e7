"""The tables of a tournament that only need closing, and who may close them."""

from __future__ import annotations

from collections.abc import Collection, Set
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone

from tarokk_club.club.models import Player, Tournament, User
from tarokk_club.club.tournaments.queries.tournaments import (
    Round,
    TableState,
    TournamentStanding,
    TournamentTableRow,
)
from tarokk_club.club.writing.permissions import Right


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that only needs closing.

    round: its number.
    close_href: URL where the reader can close it with one tap, "" if the reader may not or if
        the table has no hands.
    """

    round: int
    table: TournamentTableRow
    close_href: str = ""


def tables_to_close(standing: TournamentStanding) -> tuple[OpenTable, ...]:
    """Return the open tables whose hands are played, whose time is up or whose round is past."""
    return tuple(
        OpenTable(one.number, table)
        for one in reversed(standing.rounds)
        for table in sorted(one.tables, key=lambda row: row.number)
        if not table.closed and _waits(standing, one, table)
    )


def open_tables(standing: TournamentStanding) -> tuple[tuple[int, TournamentTableRow], ...]:
    """Return the round and row of every table that is not closed, the first round first."""
    return tuple(
        (one.number, table)
        for one in reversed(standing.rounds)
        for table in sorted(one.tables, key=lambda row: row.number)
        if not table.closed
    )


def tables_to_close_by(
    tournament: Tournament, standing: TournamentStanding, user: User, rights: Set[Right]
) -> tuple[OpenTable, ...]:
    """Return the same tables with the URL where this reader can close each of them."""
    found = tables_to_close(standing)
    if not found:
        return ()
    players = Player.objects.filter(club=tournament.club_id, user=user)
    seats = {str(player) for player in players.values_list("pk", flat=True)}
    corrects = Right.CORRECT in rights
    return tuple(
        # If the result was final before the table was reopened, only the organiser closes it.
        OpenTable(one.round, one.table, _close_href(tournament, one.table, seats, rights))
        if corrects or one.round > tournament.guarded
        else one
        for one in found
    )


def _waits(standing: TournamentStanding, drawn_round: Round, table: TournamentTableRow) -> bool:
    return (
        table.state == TableState.DONE or drawn_round is not standing.now or _is_past(drawn_round)
    )


def _is_past(drawn_round: Round) -> bool:
    return drawn_round.until is not None and drawn_round.until <= timezone.now()


def _close_href(
    tournament: Tournament,
    table: TournamentTableRow,
    seats: Collection[str],
    rights: Set[Right],
) -> str:
    """Return the URL where this reader can close the table, "" if they may not.

    If its prescribed hands are played, members who can enter hands or who sat at it may close
    it; any other table is closed by an organiser or arbiter.
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
