"""The rating file: every seat of every table of tournaments, with ids, as CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext as _

from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, write_csv
from tarokk_club.club.values.season_rules import round_to_hundredths
from tarokk_club.club.values.table_points import scale_to_digits


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A player at a table.

    seat: number from 1 in playing order.
    place, worth: place at the table and its table points, None before the first hand.
    """

    player_id: str
    seat: int
    points: int
    place: int | None
    worth: Fraction | None


@dataclass(frozen=True, slots=True)
class RatedTable:
    """A table of a round, its seats in playing order."""

    session_id: UUID
    round: int
    number: int
    seats: tuple[RatedSeat, ...]


@dataclass(frozen=True, slots=True)
class RatedTournament:
    """A tournament with its tables in the order of play.

    club: name of the club that holds it.
    ratings, club_names: the rating and the club that a player entered with, by id.
    """

    id: UUID
    name: str
    day: date
    game: str
    club: str
    tables: tuple[RatedTable, ...]
    ratings: Mapping[str, int]
    club_names: Mapping[str, str]


def rating_csv(
    tournaments: Sequence[RatedTournament],
    names: Mapping[str, str],
    dialect: Dialect,
    persons: Mapping[str, str] | None = None,
) -> bytes:
    """Return the file as CSV, one row for each seat.

    names: by player id.
    persons: id of the person of a player who agreed to be one person across clubs.
    """
    header = [
        *(_("Tournament"), _("Date"), _("Game"), _("Round"), _("Table"), _("Seat"), _("Player")),
        *(_("Club"), _("Rating"), _("Points"), _("Place"), _("Table points")),
        *(_("Id of the player"), _("Id of the person")),
        *(_("Id of the tournament"), _("Id of the session")),
    ]
    return write_csv(header, _rows(tournaments, names, persons or {}), dialect)


def _rows(
    tournaments: Sequence[RatedTournament], names: Mapping[str, str], persons: Mapping[str, str]
) -> Iterator[list[Cell]]:
    for one in tournaments:
        for table in one.tables:
            for seat in table.seats:
                player = seat.player_id
                worth = None if seat.worth is None else Amount(*scale_to_digits(seat.worth))
                yield [
                    *(one.name, one.day.isoformat(), one.game, table.round, table.number),
                    *(seat.seat, names[player], one.club_names.get(player, "")),
                    *(one.ratings.get(player), seat.points, seat.place, worth),
                    *(player, persons.get(player, ""), str(one.id), str(table.session_id)),
                ]


def rating_json(
    tournaments: Sequence[RatedTournament],
    names: Mapping[str, str],
    persons: Mapping[str, str] | None = None,
) -> bytes:
    """Return the file as JSON: tournaments by date, their players by first seat, their tables in
    the order of play; table points in round_to_hundredths.
    """
    out = [
        {
            "id": str(one.id),
            "name": one.name,
            "date": one.day.isoformat(),
            "game": one.game,
            "club": one.club,
            "players": [
                {
                    "id": player,
                    "person": (persons or {}).get(player),
                    "name": names[player],
                    "club": one.club_names.get(player, ""),
                    "rating": one.ratings.get(player),
                }
                for player in dict.fromkeys(
                    seat.player_id for table in one.tables for seat in table.seats
                )
            ],
            "tables": [
                {
                    "session": str(table.session_id),
                    "round": table.round,
                    "number": table.number,
                    "seats": [_seat_out(seat) for seat in table.seats],
                }
                for table in one.tables
            ],
        }
        for one in tournaments
    ]
    return f"{json.dumps({'tournaments': out}, ensure_ascii=False, indent=1)}\n".encode()


def _seat_out(seat: RatedSeat) -> dict[str, object]:
    return {
        "player": seat.player_id,
        "seat": seat.seat,
        "points": seat.points,
        "place": seat.place,
        "worth": None if seat.worth is None else round_to_hundredths(seat.worth),
    }
