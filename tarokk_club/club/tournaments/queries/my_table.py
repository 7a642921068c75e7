"""Search for a player's table by the name as the page shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.names.name_search import fold_text
from tarokk_club.club.tournaments.queries.tournaments import (
    TournamentStanding,
    TournamentTableRow,
)
from tarokk_club.club.values.naming import initials

# Limits the results, so that one letter does not list a whole large tournament.
MOST_FOUND = 12
_BETWEEN = re.compile(r"[\s.\-]+")


@dataclass(frozen=True, slots=True)
class FoundSeat:
    """A player found by name.

    table: number of the table in the present round, None if they have none.
    place: present place in the order, None before their first hand.
    side: team and club, "" for none.
    beside: names of the others at the table, if only these tell several found players apart.
    """

    name: str
    table: int | None
    place: int | None
    side: str = ""
    beside: tuple[str, ...] = ()


def my_table(standing: TournamentStanding, wanted: str) -> tuple[FoundSeat, ...]:
    """Return all players whose displayed name matches the search, sorted by name.

    A name matches if its words begin with the words of the search, or if it consists of the same
    initials. Only displayed names are compared, so a reader who sees initials cannot discover
    more by searching.
    """
    words = _words(wanted)
    if not words:
        return ()
    # None if the search has no initials, as it equals the initials of no name.
    letters = _letters(initials(wanted)) or None
    places = {row.name: row.place for row in standing.results}
    now = standing.now.tables if standing.now else ()
    tables = {seat.name: table for table in now for seat in table.seats}
    names = {*standing.entrants, *places, *tables}
    meant = (name for name in names if _is_meant(words, name) or _letters(name) == letters)
    found = sorted(meant, key=collation_key)
    seats = []
    for name in found[:MOST_FOUND]:
        table, side = tables.get(name), standing.sides.get(name, "")
        # Names in full tell players apart, initials do not.
        alike = len(found) > 1 and not side and bool(_letters(name))
        beside = _beside(table, name) if table and alike else ()
        number = table.number if table else None
        seats.append(FoundSeat(name, number, places.get(name), side, beside))
    return tuple(seats)


def _beside(table: TournamentTableRow, name: str) -> tuple[str, ...]:
    """Return the names of the others at the table."""
    return tuple(seat.name for seat in table.seats if seat.name != name)


def _is_meant(wanted: list[str], name: str) -> bool:
    """Return whether each word of the search begins a word of the name, or the words without spaces
    begin the name.
    """
    words = _words(name)
    if all(any(word.startswith(one) for word in words) for one in wanted):
        return True
    return "".join(words).startswith("".join(wanted))


def _letters(name: str) -> list[str]:
    """Return the sorted initials that a name consists of, an empty list if it contains words.

    >>> _letters("K. B. 2"), _letters("Kovács B.")
    (['b', 'k'], [])
    """
    words = [word for word in _words(name) if not word.isdecimal()]
    return sorted(words) if all(len(word) == 1 for word in words) else []


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(fold_text(text)) if word]
