"""Zebi tarokk: Magas with still more announcements."""

from __future__ import annotations

from scoring.core.game_info_types import GameName
from scoring.core.translation_marks import N_
from scoring.games.hungarian.family import GameWords, build_game
from scoring.games.zebi.rules import PRESETS, ZebiRules
from scoring.games.zebi.sentences import SENTENCES, TERMS
from scoring.games.zebi.tables import FIGURES

ZEBI = build_game(
    GameName("zebi", N_("Zebi tarokk"), 26),
    FIGURES,
    rules=ZebiRules,
    presets=PRESETS,
    words=GameWords({"pagat": N_("Usual")}, SENTENCES, TERMS),
)

__all__ = ["ZEBI"]
