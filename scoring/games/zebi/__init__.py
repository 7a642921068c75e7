"""Zebi tarokk: Magas with more announcements again."""

from __future__ import annotations

from scoring.games.hungarian.family import game_of
from scoring.games.zebi.rules import PRESETS, ZebiRules
from scoring.games.zebi.sentences import SENTENCES, TERMS
from scoring.games.zebi.tables import FIGURES

ZEBI = game_of("zebi", FIGURES, rules=ZebiRules, presets=PRESETS, words=(SENTENCES, TERMS))

__all__ = ["ZEBI"]
