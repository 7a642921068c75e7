"""Zebi tarokk: Magas with still more announcements, under the house rules of Magas."""

from __future__ import annotations

from scoring.core.hand_facts import GameName
from scoring.core.translation_marks import N_
from scoring.games.hungarian.family import GameWords, build_game
from scoring.games.magas.rules import PRESETS, MagasRules
from scoring.games.zebi.sentences import SENTENCES, TERMS
from scoring.games.zebi.tables import FIGURES

ZEBI = build_game(
    GameName("zebi", N_("Zebi tarokk"), 26),
    FIGURES,
    rules=MagasRules,
    presets=PRESETS,
    words=GameWords({"pagat": N_("Usual")}, SENTENCES, TERMS),
)

__all__ = ["ZEBI"]
