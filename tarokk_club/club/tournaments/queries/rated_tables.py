"""The tables of a tournament as the rating file has them."""

from __future__ import annotations

from tarokk_club.club.models import Tournament
from tarokk_club.club.tournaments.queries.tournaments import (
    TournamentSeat,
    TournamentStanding,
    TournamentTableRow,
)
from tarokk_club.club.tournaments.rating_file import RatedSeat, RatedTable, RatedTournament


def rated_tournament(tournament: Tournament, standing: TournamentStanding) -> RatedTournament:
    """Return the tables in the order of play, with what the players entered with, in one query."""
    entered = list(tournament.entrants.values_list("player_id", "rating", "club_name"))
    return RatedTournament(
        id=tournament.id,
        name=tournament.name,
        day=tournament.date,
        game=tournament.game,
        club=tournament.club.name,
        tables=tuple(
            _table(one.number, table) for one in reversed(standing.rounds) for table in one.tables
        ),
        ratings={str(player): rating for player, rating, _name in entered if rating is not None},
        club_names={str(player): name for player, _rating, name in entered if name},
    )


def _table(number: int, table: TournamentTableRow) -> RatedTable:
    seats = tuple(_seat(one) for one in sorted(table.seats, key=lambda one: one.seat))
    return RatedTable(table.session_id, number, table.number, seats)


def _seat(tournament_seat: TournamentSeat) -> RatedSeat:
    share = tournament_seat.share
    return RatedSeat(
        tournament_seat.player_id,
        tournament_seat.seat,
        tournament_seat.points,
        share.place if share else None,
        share.worth if share else None,
    )
