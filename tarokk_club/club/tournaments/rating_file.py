"""The rating file as CSV and JSON: every seat at every table of the tournaments, with ids."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext as _

from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, build_csv
from tarokk_club.club.values.season_ranking import round_to_hundredths
from tarokk_club.club.values.table_points import scale_to_digits


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A player at a table.

    seat: number from 1 in playing order.
    place, worth: place at the table and its table points, None before the table has a result.
    """

    player_id: str
    seat: int
    points: int
    place: int | None
    worth: Fraction | None


@dataclass(frozen=True, slots=True)
class RatedTable:
    """A table of a round, with its seats in playing order."""

    session_id: UUID
    round: int
    number: int
    seats: tuple[RatedSeat, ...]


@dataclass(frozen=True, slots=True)
class RatedTournament:
    """A tournament with its tables in the order of play.

    club: name of the club that holds it.
    ratings, club_names: rating and club of the entrants who have one, by player id.
    """

    id: UUID
    name: str
    day: date
    game: str
    club: str
    tables: tuple[RatedTable, ...]
    ratings: Mapping[str, int]
    club_names: Mapping[str, str]


def render_rating_csv(
    tournaments: Sequence[RatedTournament],
    names: Mapping[str, str],
    dialect: Dialect,
    persons: Mapping[str, str] | None = None,
) -> bytes:
    """Return the rating file as CSV, one row for each seat.

    names: name of each player, by id.
    persons: person id by player id, for users who agreed to be ranked as one person across clubs.
    """
    header = [
        *(_("Tournament"), _("Date"), _("Game"), _("Round"), _("Table"), _("Seat"), _("Player")),
        *(_("Club"), _("Rating"), _("Points"), _("Place"), _("Table points")),
        *(_("Id of the player"), _("Id of the person")),
        *(_("Id of the tournament"), _("Id of the session")),
    ]
    return build_csv(header, _iter_rows(tournaments, names, persons or {}), dialect)


def _iter_rows(
    tournaments: Sequence[RatedTournament], names: Mapping[str, str], persons: Mapping[str, str]
) -> Iterator[list[Cell]]:
    for tournament in tournaments:
        for table in tournament.tables:
            for seat in table.seats:
                player = seat.player_id
                worth = None if seat.worth is None else Amount(*scale_to_digits(seat.worth))
                yield [
                    *(
                        tournament.name,
                        tournament.day.isoformat(),
                        tournament.game,
                        table.round,
                        table.number,
                    ),
                    *(seat.seat, names[player], tournament.club_names.get(player, "")),
                    *(tournament.ratings.get(player), seat.points, seat.place, worth),
                    *(player, persons.get(player, ""), str(tournament.id), str(table.session_id)),
                ]


def render_rating_json(
    tournaments: Sequence[RatedTournament],
    names: Mapping[str, str],
    persons: Mapping[str, str] | None = None,
) -> bytes:
    """Return the rating file as JSON, with table points in hundredths.

    Tournaments keep their order, tables follow the order of play, and players the order in which
    they first appear at a table.
    """
    documents = [
        {
            "id": str(tournament.id),
            "name": tournament.name,
            "date": tournament.day.isoformat(),
            "game": tournament.game,
            "club": tournament.club,
            "players": [
                {
                    "id": player,
                    "person": (persons or {}).get(player),
                    "name": names[player],
                    "club": tournament.club_names.get(player, ""),
                    "rating": tournament.ratings.get(player),
                }
                for player in dict.fromkeys(
                    seat.player_id for table in tournament.tables for seat in table.seats
                )
            ],
            "tables": [
                {
                    "session": str(table.session_id),
                    "round": table.round,
                    "number": table.number,
                    "seats": [_serialize_seat(seat) for seat in table.seats],
                }
                for table in tournament.tables
            ],
        }
        for tournament in tournaments
    ]
    return f"{json.dumps({'tournaments': documents}, ensure_ascii=False, indent=1)}\n".encode()


def _serialize_seat(seat: RatedSeat) -> dict[str, object]:
    return {
        "player": seat.player_id,
        "seat": seat.seat,
        "points": seat.points,
        "place": seat.place,
        "worth": None if seat.worth is None else round_to_hundredths(seat.worth),
    }
