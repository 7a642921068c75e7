"""Paskievics, the XX-calling Hungarian tarokk."""

from __future__ import annotations

from scoring.games.hungarian.family import game_of
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.paskievics.rules import PRESETS
from scoring.games.paskievics.tables import FIGURES

PASKIEVICS = game_of("paskievics", FIGURES, rules=HungarianRules, presets=PRESETS)

__all__ = ["PASKIEVICS"]
