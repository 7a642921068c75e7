"""Short names of players, and names by id."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from uuid import UUID

from django.db.models import UUIDField

from tarokk_club.club.models import Club, Player
from tarokk_club.club.values.naming import GENERATIONS, Naming
from tarokk_club.database.prepared import Parameter, PreparedQuery

# A name of this many letters fits everywhere.
FITS = 8
# A longer first word is replaced by a shorter one.
LONG = 9
# Titles, which distinguish nobody: "Dr. Nagy Éva" is called Nagy.
SHORTEST_TITLE, TITLE = 3, 5
# Languages that write the family name first.
FAMILY_FIRST = frozenset({"hu"})
# Letters of two characters, which an initial keeps: "Sz. Kristóf".
_DIGRAPHS = ("cs", "dz", "gy", "ly", "ny", "sz", "ty", "zs")
# Characters that may surround a word.
_MARKS = "()[]{}\"'.,„”“»«"


class Names(dict[str, str]):
    """The names of players by id.

    short: short names that the club chose, by id.
    family_first: whether the club writes the family name before the given one.
    """

    def __init__(
        self, names: Mapping[str, str], short: Mapping[str, str], *, family_first: bool = False
    ) -> None:
        super().__init__(names)
        self.short = short
        self.family_first = family_first

    @property
    def facts(self) -> tuple[object, ...]:
        """Return all of it, for cache keys."""
        return sorted(self.items()), sorted(self.short.items()), self.family_first


def at_table(names: Mapping[str, str], seats: Collection[str]) -> dict[str, str]:
    """Return the short names at a table, by id: as the club chose them, else as proposed.

    >>> at_table({"1": "Kovács Péter", "2": "Kovács Pál", "3": "Nagy Éva"}, ("1", "2", "3"))
    {'1': 'Kovács Pé.', '2': 'Kovács Pá.', '3': 'Nagy Éva'}
    """
    chosen = names.short if isinstance(names, Names) else {}
    in_order = _family_first if getattr(names, "family_first", False) else _given_first
    found = {one: chosen[one] for one in seats if chosen.get(one)}
    taken = {short.casefold() for short in found.values()}
    ways = {one: _spellings(names[one], in_order) for one in seats if one not in found}
    found |= {one: _free(one, ways, taken) or names[one] for one in ways}
    return {one: found[one] for one in seats}


def session_names(names: Mapping[str, str], everyone: Collection[str]) -> dict[str, str]:
    """Return all names, where everybody who sat at a table has the short one of the session.

    everyone: ids of all who ever sat there, so that nobody is renamed when others come or go.
    """
    return {**names, **at_table(names, everyone)}


def proposal(player: str, names: Mapping[str, str]) -> str:
    """Return the short name proposed for a player among all of `names`, whatever the club chose."""
    first = getattr(names, "family_first", False)
    return at_table(Names(names, {}, family_first=first), names)[player]


def _free(player: str, ways: Mapping[str, list[str]], taken: Collection[str]) -> str:
    """Return the first spelling that is neither taken nor equally good for another player at the
    table.
    """
    for step, way in enumerate(ways[player]):
        others = (rest[min(step, len(rest) - 1)] for one, rest in ways.items() if one != player)
        if way.casefold() not in {*taken, *(other.casefold() for other in others)}:
            return way
    return ""


def _spellings(name: str, in_order: Callable[[str], Iterator[str]]) -> list[str]:
    """Return the spellings of a name; a pseudonym such as "Player 17" has only one."""
    words = name.split()
    return [name] if len(words) == 2 and words[1].isdecimal() else list(in_order(name))


def _given_first(name: str) -> Iterator[str]:
    """Yield spellings from the shortest to the whole name, adding one word after another."""
    if len(name) <= FITS:
        yield name
        return
    words = [word for word in name.split() if not _is_title(word)] or name.split()
    if len(words[0]) > LONG:
        # A short word of a long name, as players say it: Erzsébet, not Horváth-Nagy.
        yield from sorted((word for word in words[1:] if _is_short(word)), key=len)
    yield words[0]
    said = words[0]
    for word in words[1:]:
        # Of "(öreg)" the letters distinguish: "Kovács István ö.".
        bare = word.strip(_MARKS) or word
        yield from (f"{said} {bare[:end]}." for end in range(1, len(bare)))
        said = f"{said} {word}"
        yield said
    yield name


def _family_first(name: str) -> Iterator[str]:
    """Yield spellings of a name that begins with the family name, the given name before all.

    >>> list(_family_first("Kis Éva id."))
    ['Éva', 'id. Éva', 'K. Éva', 'Ki. Éva', 'Kis Éva', 'Kis Éva id.']
    """
    words = [word for word in name.split() if not _is_title(word)] or name.split()
    if len(words) == 1:
        yield from dict.fromkeys((words[0], name))
        return
    family, given, *rest = words
    yield given
    yield from (f"{word} {given}" for word in name.split() if word.casefold() in GENERATIONS)
    for word in rest:
        bare = word.strip(_MARKS) or word
        yield f"{given} {bare}" if bare.isdecimal() else f"{given} {bare[:1]}."
    shortest = 2 if family.casefold().startswith(_DIGRAPHS) else 1
    yield from (f"{family[:end]}. {given}" for end in range(shortest, len(family)))
    yield from dict.fromkeys((f"{family} {given}", name))


def _is_short(word: str) -> bool:
    """Return whether a word fits where it may be broken after a hyphen, as Kristóf-Ágoston does."""
    return FITS // 2 <= max(map(len, word.split("-"))) <= LONG


def _is_title(word: str) -> bool:
    """Return whether a word is a title; a letter and a stop is an initial instead."""
    return word.endswith(".") and SHORTEST_TITLE <= len(word) <= TITLE


_PLAYERS = PreparedQuery(
    lambda: Player.objects.filter(club_id=Parameter("club", UUIDField())).values_list(
        "pk", "name", "short_name", "club__language"
    )
)


def names_in(club_id: UUID) -> Names:
    """Return the name of every player the club ever had, by id, with the short names that were
    chosen.
    """
    rows = _PLAYERS.run(club=club_id)
    short = {str(pk): short for pk, _name, short, _language in rows if short}
    family_first = any(language in FAMILY_FIRST for *_rest, language in rows[:1])
    names = {str(pk): name for pk, name, _short, _language in rows}
    return Names(names, short, family_first=family_first)


def for_guests(names: Mapping[str, str], club: Club) -> Names:
    """Return the names that guests see: initials as they are, full names short at a table."""
    if club.guest_names == Naming.INITIALS:
        return Names(names, names)
    return Names(names, {}, family_first=club.language in FAMILY_FIRST)
