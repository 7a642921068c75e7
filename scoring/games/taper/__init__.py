"""Taper: Romanian tarok for three, with its own tables."""

from __future__ import annotations

from functools import partial

from scoring.core.hand_facts import GameName
from scoring.core.words import N_
from scoring.games.romanian.check import check
from scoring.games.romanian.family import game_of
from scoring.games.taper.rules import TaperRules, check_rules
from scoring.games.taper.tables import TABLES

TAPER = game_of(
    GameName("taper", N_("Taper (three players)"), 50),
    TABLES,
    rules=TaperRules,
    check_rules=check_rules,
    check=partial(check, tables=TABLES),
)

__all__ = ["TAPER"]
