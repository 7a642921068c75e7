"""Magas tarokk: Illustrated with more announcements."""

from __future__ import annotations

from scoring.games.hungarian.family import game_of
from scoring.games.magas.rules import PRESETS, MagasRules
from scoring.games.magas.sentences import SENTENCES, TERMS
from scoring.games.magas.tables import FIGURES

MAGAS = game_of("magas", FIGURES, rules=MagasRules, presets=PRESETS, words=(SENTENCES, TERMS))

__all__ = ["MAGAS"]
