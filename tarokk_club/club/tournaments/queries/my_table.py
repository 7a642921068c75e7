"""Search for a player's table by the name as the page shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.names.name_search import fold_text
from tarokk_club.club.tournaments.queries.tournaments import TournamentStanding
from tarokk_club.club.values.naming import initials

# Limits the results, so that one letter does not list a whole large tournament.
MOST_FOUND = 12
_BETWEEN = re.compile(r"[\s.\-]+")


@dataclass(frozen=True, slots=True)
class FoundSeat:
    """A player found by name.

    table: number of the table in the present round, None if they have none.
    place: present place in the order, None before their first hand.
    """

    name: str
    table: int | None
    place: int | None


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
    tables = {
        seat.name: table.number
        for table in (standing.now.tables if standing.now else ())
        for seat in table.seats
    }
    names = {*standing.entrants, *places, *tables}
    meant = (name for name in names if _is_meant(words, name) or _letters(name) == letters)
    found = sorted(meant, key=collation_key)
    return tuple(FoundSeat(name, tables.get(name), places.get(name)) for name in found[:MOST_FOUND])


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
