"""Danish tarok: three players, two pots, and payments during the hand."""

from __future__ import annotations

from scoring.core.game import Game
from scoring.games.danish import info
from scoring.games.danish.between_hands import build_fine_lines, build_join_lines
from scoring.games.danish.check import find_faults
from scoring.games.danish.guide import build_guide
from scoring.games.danish.preview import preview_hand
from scoring.games.danish.record import read_hand, serialize_hand
from scoring.games.danish.rules import PRESETS, DanishRules, check_rules, list_pots
from scoring.games.danish.score import score_hand
from scoring.games.danish.seats import find_player_sitting_out
from scoring.games.danish.sentences import FIGURES, SENTENCES, TERMS
from scoring.games.danish.shorthand import SHORTHAND

DANISH = Game(
    key="danish",
    fewest=3,
    most=4,
    rules=DanishRules,
    presets=PRESETS,
    check_rules=check_rules,
    pots=list_pots,
    sits_out=find_player_sitting_out,
    read=read_hand,
    serialize=serialize_hand,
    check=find_faults,
    score=score_hand,
    preview=preview_hand,
    join=build_join_lines,
    fine=build_fine_lines,
    hat=False,
    notice=False,
    figures=FIGURES,
    guide=build_guide,
    sentences={**SENTENCES, **info.SENTENCES},
    terms={**TERMS, **info.TERMS},
    shorthand=SHORTHAND,
    info=info.INFO,
)

__all__ = ["DANISH"]
