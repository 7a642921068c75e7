"""Illustrated tarokk: Paskievics with more figures."""

from __future__ import annotations

from scoring.games.hungarian.family import game_of
from scoring.games.illustrated.rules import PRESETS, IllustratedRules
from scoring.games.illustrated.sentences import SENTENCES, TERMS
from scoring.games.illustrated.tables import FIGURES

ILLUSTRATED = game_of(
    "illustrated", FIGURES, rules=IllustratedRules, presets=PRESETS, words=(SENTENCES, TERMS)
)

__all__ = ["ILLUSTRATED"]
