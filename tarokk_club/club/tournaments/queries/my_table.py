"""The search for a player's table by the displayed name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.name_search import fold_text
from tarokk_club.club.tournaments.queries.standing import (
    TournamentStanding,
    TournamentTableRow,
)
from tarokk_club.club.values.naming import shorten_to_initials

# The most results, so that a search for a single letter does not list a whole tournament.
MOST_MATCHES = 12
_BETWEEN = re.compile(r"[\s.\-]+")


@dataclass(frozen=True, slots=True)
class SeatMatch:
    """A player found by name.

    table: number of the table in the current round, None without one.
    place: current place, None before the first hand.
    side: team and club, "" for none.
    beside: names of the other players at the table, if needed to tell several results apart.
    """

    name: str
    table: int | None
    place: int | None
    side: str = ""
    beside: tuple[str, ...] = ()


def find_seats_by_name(standing: TournamentStanding, wanted: str) -> tuple[SeatMatch, ...]:
    """Return the players whose displayed name matches the search, sorted by name.

    A name matches if each word of the search begins a word of the name, if the name begins with
    the whole search regardless of spaces, or if the name consists of the same initials. Only
    displayed names are compared, so a reader who sees initials cannot guess full names. There are
    at most MOST_MATCHES results.
    """
    words = _split_words(wanted)
    if not words:
        return ()
    # None differs from the initials of every name.
    letters = _extract_initials(shorten_to_initials(wanted)) or None
    places = {row.name: row.place for row in standing.results}
    now = standing.current_round.tables if standing.current_round else ()
    tables = {seat.name: table for table in now for seat in table.seats}
    names = {*standing.entrants, *places, *tables}
    meant = (
        name for name in names if _matches_words(words, name) or _extract_initials(name) == letters
    )
    matches = sorted(meant, key=build_sort_key)
    seats = []
    for name in matches[:MOST_MATCHES]:
        table, side = tables.get(name), standing.sides.get(name, "")
        # Full names tell players apart, initials do not.
        alike = len(matches) > 1 and not side and bool(_extract_initials(name))
        beside = _list_neighbours(table, name) if table and alike else ()
        number = table.number if table else None
        seats.append(SeatMatch(name, number, places.get(name), side, beside))
    return tuple(seats)


def _list_neighbours(table: TournamentTableRow, name: str) -> tuple[str, ...]:
    """Return the names of the other players at the table."""
    return tuple(seat.name for seat in table.seats if seat.name != name)


def _matches_words(wanted: list[str], name: str) -> bool:
    """Return whether each word of the search begins a word of the name.

    A name also matches if the search without spaces begins the name without spaces.
    """
    words = _split_words(name)
    if all(any(word.startswith(part) for word in words) for part in wanted):
        return True
    return "".join(words).startswith("".join(wanted))


def _extract_initials(name: str) -> list[str]:
    """Return the sorted initials if the name consists only of initials, otherwise an empty list.

    >>> _extract_initials("K. B. 2"), _extract_initials("Kovács B.")
    (['b', 'k'], [])
    """
    words = [word for word in _split_words(name) if not word.isdecimal()]
    return sorted(words) if all(len(word) == 1 for word in words) else []


def _split_words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(fold_text(text)) if word]
