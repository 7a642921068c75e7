"""Short names for the players in the shorthand of a sheet."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from scoring.core.problem import Problem, RefusedError

NOBODY: Mapping[str, str] = MappingProxyType({})


class Nicknames:
    """The short names of players by id.

    seated: names by id of the players on the sheet, whose short names are the shortest distinct
        prefixes.
    others: names by id of players who could join.
    reserved: words not allowed as short names.

    >>> Nicknames({"1": "Anna", "2": "Ágnes", "3": "Béla"}).find_short_name("2")
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
        self._whole = _make_distinct_words(everybody, reserved)
        self._seated = {player: self._whole[player] for player in seated}
        self._short: dict[str, str] = {}
        for player, full_name in self._seated.items():
            rivals = [fold_accents(name) for rival, name in self._seated.items() if rival != player]
            self._short[player] = _find_shortest_prefix(full_name, rivals, reserved)

    def find_short_name(self, player: str) -> str:
        """Return the short name of a player on the sheet, or the whole name of anybody else.

        Source: docs/reference/shorthand.md, "Players".
        """
        return self._short.get(player) or self._whole[player]

    def find_whole_name(self, player: str) -> str:
        """Return the name of a player as a single word.

        Source: docs/reference/shorthand.md, "Players".
        """
        return self._whole[player]

    def list_short_names(self) -> tuple[str, ...]:
        """Return the short names of the players on the sheet.

        Source: docs/reference/shorthand.md, "Players".
        """
        return tuple(self._short.values())

    def find_player(self, text: str) -> str:
        """Return the id of the only player whose short or whole name is, or begins with, `text`.

        Accents and capitals are ignored. Exact matches come before prefixes, and players on the
        sheet before others. Raise RefusedError unless exactly one player matches.

        Source: docs/reference/shorthand.md, "Players".
        """
        wanted = fold_accents(text)
        for names in (self._short, self._whole):
            exact = [player for player, name in names.items() if fold_accents(name) == wanted]
            if len(exact) == 1:
                return exact[0]
        for names in (self._seated, self._whole):
            matching = [
                player for player, name in names.items() if fold_accents(name).startswith(wanted)
            ]
            if len(matching) == 1:
                return matching[0]
            if matching:
                values = {
                    "word": text,
                    "allowed": _join_names(names[player] for player in matching),
                }
                raise RefusedError([Problem("sh.player_unclear", "", values)])
        values = {"word": text, "allowed": _join_names(self.list_short_names())}
        raise RefusedError([Problem("sh.player_unknown", "", values)])


def fold_accents(text: str) -> str:
    """Return the text in lower case without accents, for comparing names as people type them.

    >>> fold_accents("Ágnes")
    'agnes'

    Source: docs/reference/shorthand.md, "Players".
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(names)


def _make_distinct_words(names: Mapping[str, str], reserved: Collection[str]) -> dict[str, str]:
    """Return each name, by id, as one word, with a number if the word is taken or reserved."""
    words: dict[str, str] = {}
    used = set(reserved)
    for player, name in names.items():
        plain = "".join(char if char.isalnum() else "_" for char in name).strip("_") or "P"
        word, number = plain, 1
        while fold_accents(word) in used:
            number += 1
            word = f"{plain}_{number}"
        used.add(fold_accents(word))
        words[player] = word
    return words


def _find_shortest_prefix(name: str, rivals: Collection[str], reserved: Collection[str]) -> str:
    for length in range(1, len(name)):
        start = name[:length].rstrip("_")
        shared = any(rival.startswith(fold_accents(start)) for rival in rivals)
        if not shared and fold_accents(start) not in reserved:
            return start
    return name
