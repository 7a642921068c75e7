"""Romanian tarok: four players, a called king, levels, a pool and the radler."""

from __future__ import annotations

from functools import partial

from scoring.core.game_info_types import GameName
from scoring.core.translation_marks import N_
from scoring.games.romanian.check import find_romanian_faults
from scoring.games.romanian.family import build_game
from scoring.games.romanian.rules import RomanianRules, check_rules
from scoring.games.romanian.tables import TABLES

ROMANIAN = build_game(
    GameName("romanian", N_("Romanian tarok"), 40),
    TABLES,
    rules=RomanianRules,
    check_rules=check_rules,
    check=partial(find_romanian_faults, tables=TABLES),
)

__all__ = ["ROMANIAN"]
