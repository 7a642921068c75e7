"""Paskievics tarokk, also called bowed tarokk: the game of the family without added figures."""

from __future__ import annotations

from scoring.core.game_info_types import GameName
from scoring.core.translation_marks import N_
from scoring.games.hungarian.family import GameWords, build_game
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.paskievics.rules import PRESETS
from scoring.games.paskievics.tables import FIGURES

PASKIEVICS = build_game(
    GameName("paskievics", N_("Paskievics tarokk"), 10),
    FIGURES,
    rules=HungarianRules,
    presets=PRESETS,
    words=GameWords(
        {"pagat": N_("Usual"), "standard": N_("Standard"), "tournament": N_("Tournament")}
    ),
)

__all__ = ["PASKIEVICS"]
