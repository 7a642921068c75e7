"""Taper: Romanian tarok for three, with its own tables."""

from __future__ import annotations

from functools import partial

from scoring.core.game_info_types import GameName
from scoring.core.translation_marks import N_
from scoring.games.romanian.check import find_shared_faults
from scoring.games.romanian.family import build_game
from scoring.games.taper.rules import TaperRules, check_rules
from scoring.games.taper.tables import TABLES

TAPER = build_game(
    GameName("taper", N_("Taper (three players)"), 50),
    TABLES,
    rules=TaperRules,
    check_rules=check_rules,
    check=partial(find_shared_faults, tables=TABLES),
)

__all__ = ["TAPER"]
