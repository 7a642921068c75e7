"""Illustrated tarokk: Paskievics with more announcements."""

from __future__ import annotations

from scoring.core.game_info_types import GameName
from scoring.core.translation_marks import N_
from scoring.games.hungarian.family import GameWords, build_game
from scoring.games.illustrated.rules import PRESETS, IllustratedRules
from scoring.games.illustrated.sentences import SENTENCES, TERMS
from scoring.games.illustrated.tables import FIGURES

ILLUSTRATED = build_game(
    GameName("illustrated", N_("Illustrated tarokk"), 20),
    FIGURES,
    rules=IllustratedRules,
    presets=PRESETS,
    words=GameWords({"pagat": N_("Usual"), "itvb": N_("National cup")}, SENTENCES, TERMS),
)

__all__ = ["ILLUSTRATED"]
