"""Where somebody sits who looks for it by the name that stands on the page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.names.name_search import folded
from tarokk_club.club.tournaments.queries.tournaments import TournamentStanding
from tarokk_club.club.values.naming import initials

# Whoever types one letter at a large tournament is not shown all of it once more.
MOST_FOUND = 12
_BETWEEN = re.compile(r"[\s.\-]+")


@dataclass(frozen=True, slots=True)
class FoundSeat:
    """Somebody of that name. table: of the round that is played, None where there is none for
    them; place: in the order as it stands, None before their first hand.
    """

    name: str
    table: int | None
    place: int | None


def my_table(standing: TournamentStanding, wanted: str) -> tuple[FoundSeat, ...]:
    """Everybody whose name, as the standing calls them, begins so, word by word, or stands there as
    the initials of what was typed; by name.

    It looks at nothing but these names: who reads initials learns nothing more by asking.
    """
    words = _words(wanted)
    if not words:
        return ()
    # None, which no name has, where nothing was typed that has initials.
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
    """Whether each wanted word begins one of the name's, or they are its initials in one."""
    words = _words(name)
    if all(any(word.startswith(one) for word in words) for one in wanted):
        return True
    return "".join(words).startswith("".join(wanted))


def _letters(name: str) -> list[str]:
    """The initials that stand there for somebody, in any order; none where words do.

    >>> _letters("K. B. 2"), _letters("Kovács B.")
    (['b', 'k'], [])
    """
    words = [word for word in _words(name) if not word.isdecimal()]
    return sorted(words) if all(len(word) == 1 for word in words) else []


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(folded(text)) if word]
