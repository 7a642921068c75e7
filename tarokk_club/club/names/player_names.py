"""The names of players by id: full names, short names and the names that guests see."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from uuid import UUID

from django.db.models import UUIDField

from tarokk_club.club.models import Club, Player
from tarokk_club.club.values.naming import GENERATIONS, Naming
from tarokk_club.database.prepared import Parameter, PreparedQuery

# A name of this many letters fits everywhere.
FITS = 8
# A longer first word is replaced by a shorter one.
LONG = 9
# The possible lengths of a title, which is left out: "Dr. Nagy Éva" becomes "Nagy".
SHORTEST_TITLE, TITLE = 3, 5
# Languages that write the family name first.
FAMILY_FIRST = frozenset({"hu"})
# Letters of two characters, which an initial keeps: "Sz. Kristóf".
_DIGRAPHS = ("cs", "dz", "gy", "ly", "ny", "sz", "ty", "zs")
# Characters that may surround a word.
_MARKS = "()[]{}\"'.,„”“»«"


class Names(dict[str, str]):
    """The names of players by id.

    short: the short names that the club chose, by id.
    family_first: whether the club writes the family name before the given name.
    """

    def __init__(
        self, names: Mapping[str, str], short: Mapping[str, str], *, family_first: bool = False
    ) -> None:
        super().__init__(names)
        self.short = short
        self.family_first = family_first

    @property
    def cache_key_values(self) -> tuple[object, ...]:
        """All names and settings, for use in cache keys."""
        return sorted(self.items()), sorted(self.short.items()), self.family_first


def shorten_names(names: Mapping[str, str], seats: Collection[str]) -> dict[str, str]:
    """Return the short names at a table by id: those that the club chose, or else generated ones.

    >>> shorten_names({"1": "Kovács Péter", "2": "Kovács Pál", "3": "Nagy Éva"}, ("1", "2", "3"))
    {'1': 'Kovács Pé.', '2': 'Kovács Pá.', '3': 'Nagy Éva'}
    """
    chosen = names.short if isinstance(names, Names) else {}
    family_first: bool = getattr(names, "family_first", False)
    rows = tuple(
        [(seat, chosen.get(seat, ""), "" if chosen.get(seat) else names[seat]) for seat in seats]
    )
    return dict(_shorten_names(rows, family_first=family_first))


@lru_cache(maxsize=500)
def _shorten_names(
    rows: tuple[tuple[str, str, str], ...], *, family_first: bool
) -> Mapping[str, str]:
    """Return the short names by id; cached, as the players of a table seldom change.

    rows: id, chosen short name and, without one, the name of each player.
    """
    in_order = _spell_family_first if family_first else _spell_given_first
    used = {short.casefold() for _seat, short, _name in rows if short}
    names = {seat: name for seat, short, name in rows if not short}
    spellings = {seat: _list_spellings(name, in_order) for seat, name in names.items()}
    return {
        seat: short or _find_free_spelling(seat, spellings, used) or names[seat]
        for seat, short, _name in rows
    }


def shorten_session_names(names: Mapping[str, str], everyone: Collection[str]) -> dict[str, str]:
    """Return the short names of a session's players, then the full names of all others, by id.

    everyone: ids of all players of the session so far, so that names stay the same when players
        come or go.
    """
    short = shorten_names(names, everyone)
    return short | {player: name for player, name in names.items() if player not in short}


def propose_short_name(player: str, names: Mapping[str, str]) -> str:
    """Return the short name generated for a player among all `names`, ignoring chosen names."""
    first = getattr(names, "family_first", False)
    return shorten_names(Names(names, {}, family_first=first), names)[player]


def _find_free_spelling(
    player: str, spellings: Mapping[str, list[str]], used: Collection[str]
) -> str:
    """Return the player's first spelling that is unused and that no other player has.

    Compare only spellings at the same step of shortening. Return "" if there is none.
    """
    for step, spelling in enumerate(spellings[player]):
        other_spellings = (
            others[min(step, len(others) - 1)]
            for other, others in spellings.items()
            if other != player
        )
        if spelling.casefold() not in {*used, *(other.casefold() for other in other_spellings)}:
            return spelling
    return ""


def _list_spellings(name: str, in_order: Callable[[str], Iterator[str]]) -> list[str]:
    """Return the spellings of a name; a pseudonym such as "Player 17" has only one."""
    words = name.split()
    return [name] if len(words) == 2 and words[1].isdecimal() else list(in_order(name))


def _spell_given_first(name: str) -> Iterator[str]:
    """Yield spellings of a name in its written order, from one word to the whole name."""
    if len(name) <= FITS:
        yield name
        return
    words = [word for word in name.split() if not _is_title(word)] or name.split()
    if len(words[0]) > LONG:
        # Prefer a short word of a long name, as players do: Erzsébet, not Horváth-Nagy.
        yield from sorted((word for word in words[1:] if _is_short_word(word)), key=len)
    yield words[0]
    bare_words = (word.strip(_MARKS) for word in words[1:])
    yield from (f"{words[0]} {bare}" for bare in bare_words if bare.isdecimal())
    spelling = words[0]
    for word in words[1:]:
        # Ignore the brackets of "(öreg)": "Kovács István ö.".
        bare = word.strip(_MARKS) or word
        yield from (f"{spelling} {bare[:end]}." for end in range(1, len(bare)))
        spelling = f"{spelling} {word}"
        yield spelling
    yield name


def _spell_family_first(name: str) -> Iterator[str]:
    """Yield spellings of a name with the family name first, from the given name to the whole name.

    >>> list(_spell_family_first("Kis Éva id."))
    ['Éva', 'id. Éva', 'K. Éva', 'Ki. Éva', 'Kis Éva', 'Kis Éva id.']
    """
    words = [word for word in name.split() if not _is_title(word)] or name.split()
    if len(words) == 1:
        yield from dict.fromkeys((words[0], name))
        return
    family, given_name, *further_words = words
    yield given_name
    yield from (f"{word} {given_name}" for word in name.split() if word.casefold() in GENERATIONS)
    for word in further_words:
        bare = word.strip(_MARKS) or word
        yield f"{given_name} {bare}" if bare.isdecimal() else f"{given_name} {bare[:1]}."
    shortest = 2 if family.casefold().startswith(_DIGRAPHS) else 1
    yield from (f"{family[:end]}. {given_name}" for end in range(shortest, len(family)))
    yield from dict.fromkeys((f"{family} {given_name}", name))


def _is_short_word(word: str) -> bool:
    """Return whether the longest part of a word between hyphens has 4 to 9 letters."""
    return FITS // 2 <= max(map(len, word.split("-"))) <= LONG


def _is_title(word: str) -> bool:
    """Return whether a word is a title such as "Dr."; a single letter with a full stop is not."""
    return word.endswith(".") and SHORTEST_TITLE <= len(word) <= TITLE


_PLAYERS = PreparedQuery(
    lambda: Player.objects.filter(club_id=Parameter("club", UUIDField())).values_list(
        "pk", "name", "short_name", "club__language"
    )
)


def load_names(club_id: UUID) -> Names:
    """Return the names of all players of the club by id, with the chosen short names."""
    rows = _PLAYERS.run(club=club_id)
    short = {str(pk): short for pk, _name, short, _language in rows if short}
    family_first = any(language in FAMILY_FIRST for *_name_and_id, language in rows[:1])
    names = {str(pk): name for pk, name, _short, _language in rows}
    return Names(names, short, family_first=family_first)


def build_names_for_guests(names: Mapping[str, str], club: Club) -> Names:
    """Return the names that guests see, ready for tables, which do not shorten initials further.

    names: the full names or initials that guests may see, by player id.
    """
    if club.guest_names == Naming.INITIALS:
        return Names(names, names)
    return Names(names, {}, family_first=club.language in FAMILY_FIRST)
