"""The registry: every game that has a folder here, found by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from scoring.core.game import AnyGame, Game


def _found() -> Iterator[AnyGame]:
    """The game of each folder, under whatever name; what a family shares has a folder and none."""
    for folder in iter_modules(__path__):
        module = import_module(f"{__name__}.{folder.name}")
        for value in vars(module).values():
            if isinstance(value, Game) and value.key == folder.name:
                yield value


# In the order in which a club is offered them.
GAMES: Mapping[str, AnyGame] = MappingProxyType(
    {game.key: game for game in sorted(_found(), key=lambda game: game.lore.place)}
)
