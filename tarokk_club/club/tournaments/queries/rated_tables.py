"""The tables of a tournament in the form of the rating file."""

from __future__ import annotations

from tarokk_club.club.models import Tournament
from tarokk_club.club.tournaments.queries.standing import (
    TournamentSeat,
    TournamentStanding,
    TournamentTableRow,
)
from tarokk_club.club.tournaments.rating_file import RatedSeat, RatedTable, RatedTournament


def build_rated_tournament(tournament: Tournament, standing: TournamentStanding) -> RatedTournament:
    """Return the tables, ratings and clubs for the rating file, in one query."""
    entered = list(tournament.entrants.values_list("player_id", "rating", "club_name"))
    return RatedTournament(
        id=tournament.id,
        name=tournament.name,
        day=tournament.date,
        game=tournament.game,
        club=tournament.club.name,
        tables=tuple(
            _build_table(drawn_round.number, table)
            for drawn_round in reversed(standing.rounds)
            for table in drawn_round.tables
        ),
        ratings={str(player): rating for player, rating, _name in entered if rating is not None},
        club_names={str(player): name for player, _rating, name in entered if name},
    )


def _build_table(number: int, table: TournamentTableRow) -> RatedTable:
    seats = tuple(_build_seat(seat) for seat in sorted(table.seats, key=lambda seat: seat.seat))
    return RatedTable(table.session_id, number, table.number, seats)


def _build_seat(tournament_seat: TournamentSeat) -> RatedSeat:
    share = tournament_seat.share
    return RatedSeat(
        tournament_seat.player_id,
        tournament_seat.seat,
        tournament_seat.points,
        share.place if share else None,
        share.worth if share else None,
    )
