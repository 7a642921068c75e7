"""Short names: how the shorthand of a sheet refers to its players."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from scoring.core.problem import Problem, RefusedError

NOBODY: Mapping[str, str] = MappingProxyType({})


class Nicknames:
    """The short names of players by id.

    seated: id to name of the players on the sheet; their short names are the shortest distinct
        prefixes.
    others: players who could join.
    reserved: words that are not allowed as short names.

    >>> Nicknames({"1": "Anna", "2": "Ágnes", "3": "Béla"}).short("2")
    'Ág'

    Source: docs/reference/shorthand.md, "Players".
    """

    def __init__(
        self,
        seated: Mapping[str, str],
        others: Mapping[str, str] = NOBODY,
        reserved: Collection[str] = (),
    ) -> None:
        everybody = {**others, **seated}
        self._whole = _distinguish(everybody, reserved)
        self._seated = {player: self._whole[player] for player in seated}
        self._short: dict[str, str] = {}
        for player, whole in self._seated.items():
            rivals = [fold(name) for one, name in self._seated.items() if one != player]
            self._short[player] = _shortest(whole, rivals, reserved)

    def short(self, player: str) -> str:
        """Return the short name of a player on the sheet, or the whole name of anybody else.

        Source: docs/reference/shorthand.md, "Players".
        """
        return self._short.get(player) or self._whole[player]

    def whole(self, player: str) -> str:
        """Return the name of a player as a single word.

        Source: docs/reference/shorthand.md, "Players".
        """
        return self._whole[player]

    def all_short(self) -> tuple[str, ...]:
        """Return the short names of the players on the sheet.

        Source: docs/reference/shorthand.md, "Players".
        """
        return tuple(self._short.values())

    def find(self, text: str) -> str:
        """Return the player that `text` means: a short name, a whole name, or a prefix of only one
        name.

        Accents and capitals do not matter. Raise RefusedError if no single player matches.

        Source: docs/reference/shorthand.md, "Players".
        """
        wanted = fold(text)
        for names in (self._short, self._whole):
            exact = [player for player, name in names.items() if fold(name) == wanted]
            if len(exact) == 1:
                return exact[0]
        for names in (self._seated, self._whole):
            found = [player for player, name in names.items() if fold(name).startswith(wanted)]
            if len(found) == 1:
                return found[0]
            if found:
                values = {"word": text, "allowed": _listed(names[player] for player in found)}
                raise RefusedError([Problem("sh.player_unclear", "", values)])
        values = {"word": text, "allowed": _listed(self.all_short())}
        raise RefusedError([Problem("sh.player_unknown", "", values)])


def fold(text: str) -> str:
    """Return the text without accents and capitals, to compare what people type.

    >>> fold("Ágnes")
    'agnes'

    Source: docs/reference/shorthand.md, "Players".
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _distinguish(names: Mapping[str, str], reserved: Collection[str]) -> dict[str, str]:
    """Return each name as a single word of letters and digits; namesakes get a number."""
    found: dict[str, str] = {}
    used = set(reserved)
    for player, name in names.items():
        plain = "".join(char if char.isalnum() else "_" for char in name).strip("_") or "P"
        word, number = plain, 1
        while fold(word) in used:
            number += 1
            word = f"{plain}_{number}"
        used.add(fold(word))
        found[player] = word
    return found


def _shortest(whole: str, rivals: Collection[str], reserved: Collection[str]) -> str:
    for length in range(1, len(whole)):
        start = whole[:length].rstrip("_")
        shared = any(rival.startswith(fold(start)) for rival in rivals)
        if not shared and fold(start) not in reserved:
            return start
    return whole
