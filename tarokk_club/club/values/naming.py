"""Names of players on pages that anybody with a link can read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# Titles that tell a parent from a child: "id. Elemér", "ifj. Elemér".
GENERATIONS = frozenset({"id.", "ifj.", "sr.", "jr."})
# Titles that tell nobody apart.
DEGREES = frozenset({"dr.", "prof."})


class Naming(TextChoices):
    """The form in which a club shows the names of its players to guests."""

    INITIALS = "initials", _("Initials")
    FULL = "full", _("Full names")


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player with the name that members see.

    hidden: whether guests see a number instead.
    full: whether guests may see the full name, whatever the club chose.
    """

    id: str
    name: str
    hidden: bool
    full: bool = False


def public_names(players: Iterable[NamedPlayer], naming: Naming) -> dict[str, str]:
    """Return the labels that guests see, by player id; no two are the same.

    players: all of the club, oldest first, so that a new player changes no other label.

    >>> players = [NamedPlayer("1", "Anna", False), NamedPlayer("2", "Andor", False)]
    >>> public_names(players, Naming.INITIALS)
    {'1': 'A.', '2': 'A. 2'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    numbered = list(enumerate(players, start=1))
    for _number, player in numbered:
        if not player.hidden:
            whole = player.full or naming == Naming.FULL
            plain = player.name if whole else initials(player.name)
            found[player.id] = _free(plain, taken)
    for number, player in numbered:
        if player.hidden:
            found[player.id] = _free_number(number, taken)
    return found


def initials(name: str) -> str:
    """Return the first letter of every word; numbers, and what tells a parent from a child, stay
    unchanged.

    >>> initials("Nagy-Kiss Éva"), initials("Anna 2"), initials("Dr. Nagy Elemér id.")
    ('N. É.', 'A. 2', 'N. E. id.')
    """
    words = [word for word in name.split() if word.casefold() not in DEGREES] or name.split()
    return " ".join(_initial(word) for word in words)


def _initial(word: str) -> str:
    unchanged = word.isdecimal() or word.casefold() in GENERATIONS
    return word if unchanged else f"{_first(word)}."


def _first(word: str) -> str:
    return next((char for char in word if char.isalnum()), word[0]).upper()


def _free(label: str, taken: set[str]) -> str:
    """Return the label, with a number appended if it is taken, and add it to taken."""
    chosen, number = label, 2
    while chosen.casefold() in taken:
        chosen, number = f"{label} {number}", number + 1
    taken.add(chosen.casefold())
    return chosen


def _free_number(number: int, taken: set[str]) -> str:
    """Return a free label with a number only; a player who has such a name keeps it."""
    while True:
        label = gettext("Player %(number)s") % {"number": number}
        if label.casefold() not in taken:
            taken.add(label.casefold())
            return label
        number += 1
