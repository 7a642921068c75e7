"""How players are called on pages that everybody with a link reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Naming(TextChoices):
    """What a club shows of its players to guests."""

    INITIALS = "initials", _("Initials")
    FULL = "full", _("Full names")


@dataclass(frozen=True, slots=True)
class Known:
    """A player as the club knows him; hidden: guests see a number; full: they may see the name,
    whatever the club chose.
    """

    id: str
    name: str
    hidden: bool
    full: bool = False


def public_names(players: Iterable[Known], naming: Naming) -> dict[str, str]:
    """What guests read, by id; no two are the same.

    players: all of the club, oldest first: so whoever comes later changes nobody's label.

    >>> public_names([Known("1", "Anna", False), Known("2", "Andor", False)], Naming.INITIALS)
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
    """The first letter of every word; a number stays what it is.

    >>> initials("Nagy-Kiss Éva"), initials("Anna 2")
    ('N. É.', 'A. 2')
    """
    return " ".join(word if word.isdecimal() else f"{_first(word)}." for word in name.split())


def _first(word: str) -> str:
    return next((char for char in word if char.isalnum()), word[0]).upper()


def _free(label: str, taken: set[str]) -> str:
    """The label, with a number behind it where somebody has it already."""
    chosen, number = label, 2
    while chosen.casefold() in taken:
        chosen, number = f"{label} {number}", number + 1
    taken.add(chosen.casefold())
    return chosen


def _free_number(number: int, taken: set[str]) -> str:
    """A label that tells nothing; a player who is really called so keeps the name."""
    while True:
        label = gettext("Player %(number)s") % {"number": number}
        if label.casefold() not in taken:
            taken.add(label.casefold())
            return label
        number += 1
