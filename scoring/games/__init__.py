"""The registry: the one place that lists the games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.game import Game
from scoring.games.danish import DANISH
from scoring.games.illustrated import ILLUSTRATED
from scoring.games.magas import MAGAS
from scoring.games.paskievics import PASKIEVICS
from scoring.games.romanian import ROMANIAN
from scoring.games.taper import TAPER
from scoring.games.zebi import ZEBI

GAMES: Mapping[str, Game] = MappingProxyType(
    {game.key: game for game in (PASKIEVICS, ILLUSTRATED, MAGAS, ZEBI, DANISH, ROMANIAN, TAPER)}
)
