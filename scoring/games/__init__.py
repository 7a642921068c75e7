"""The registry of games: every game with a folder in this package is loaded automatically."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from scoring.core.game import AnyGame, Game


def _load_games() -> Iterator[AnyGame]:
    """Import each folder of this package and yield the game that it defines, if any."""
    for folder in iter_modules(__path__):
        module = import_module(f"{__name__}.{folder.name}")
        for value in vars(module).values():
            if isinstance(value, Game) and value.key == folder.name:
                yield value


# In the order in which a club sees them.
GAMES: Mapping[str, AnyGame] = MappingProxyType(
    {game.key: game for game in sorted(_load_games(), key=lambda game: game.info.place)}
)
