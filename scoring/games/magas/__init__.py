"""Magas tarokk: Illustrated with more announcements."""

from __future__ import annotations

from scoring.core.game_info_types import GameName
from scoring.core.translation_marks import N_
from scoring.games.hungarian.family import GameWords, build_game
from scoring.games.magas.rules import PRESETS, MagasRules
from scoring.games.magas.sentences import SENTENCES, TERMS
from scoring.games.magas.tables import FIGURES

MAGAS = build_game(
    GameName("magas", N_("Magas tarokk"), 23),
    FIGURES,
    rules=MagasRules,
    presets=PRESETS,
    words=GameWords({"pagat": N_("Usual")}, SENTENCES, TERMS),
)

__all__ = ["MAGAS"]
