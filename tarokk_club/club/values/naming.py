"""The names of players on pages for guests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# Titles that distinguish a parent from a child, as in "id. Elemér" and "ifj. Elemér".
GENERATIONS = frozenset({"id.", "ifj.", "sr.", "jr."})
# Titles that are left out of initials, because they distinguish nobody.
DEGREES = frozenset({"dr.", "prof."})


class Naming(TextChoices):
    """The form in which guests see the names of a club's players."""

    INITIALS = "initials", _("Initials")
    FULL = "full", _("Full names")


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player with the name that members see, and the choices for guests.

    hidden: whether guests see a number instead of the name.
    full: whether guests see the full name even if the club shows initials.
    """

    id: str
    name: str
    hidden: bool
    full: bool = False


def build_public_names(players: Iterable[NamedPlayer], naming: Naming) -> dict[str, str]:
    """Return the names that guests see, by player id, all of them different.

    players: all players of the club, oldest first, so that a new player changes no existing name.

    >>> players = [NamedPlayer("1", "Anna", False), NamedPlayer("2", "Andor", False)]
    >>> build_public_names(players, Naming.INITIALS)
    {'1': 'A.', '2': 'A. 2'}
    """
    labels: dict[str, str] = {}
    used_labels: set[str] = set()
    numbered = list(enumerate(players, start=1))
    for _number, player in numbered:
        if not player.hidden:
            is_full = player.full or naming == Naming.FULL
            plain = player.name if is_full else shorten_to_initials(player.name)
            labels[player.id] = _take_label(plain, used_labels)
    for number, player in numbered:
        if player.hidden:
            labels[player.id] = _take_numbered_label(number, used_labels)
    return labels


def shorten_to_initials(name: str) -> str:
    """Return the initials of a name, without degrees such as "Dr."; numbers and "id." stay whole.

    >>> [shorten_to_initials(name) for name in ("Nagy-Kiss Éva", "Anna 2", "Dr. Nagy Elemér id.")]
    ['N. É.', 'A. 2', 'N. E. id.']
    """
    words = [word for word in name.split() if word.casefold() not in DEGREES] or name.split()
    return " ".join(_shorten_word(word) for word in words)


def _shorten_word(word: str) -> str:
    unchanged = word.isdecimal() or word.casefold() in GENERATIONS
    return word if unchanged else f"{_find_first_letter(word)}."


def _find_first_letter(word: str) -> str:
    return next((char for char in word if char.isalnum()), word[0]).upper()


def _take_label(label: str, used_labels: set[str]) -> str:
    """Return the label, with a number appended if it is taken, and mark it as taken."""
    chosen, number = label, 2
    while chosen.casefold() in used_labels:
        chosen, number = f"{label} {number}", number + 1
    used_labels.add(chosen.casefold())
    return chosen


def _take_numbered_label(number: int, used_labels: set[str]) -> str:
    """Return "Player" with the first free number from `number` on, and mark it as taken."""
    while True:
        label = gettext("Player %(number)s") % {"number": number}
        if label.casefold() not in used_labels:
            used_labels.add(label.casefold())
            return label
        number += 1
