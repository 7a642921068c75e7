"""Danish tarok: three play, two pots, payments in the middle of the hand."""

from __future__ import annotations

from scoring.core.game import Game
from scoring.games.danish import lore
from scoring.games.danish.between import fine, join
from scoring.games.danish.check import check
from scoring.games.danish.guide import guide
from scoring.games.danish.preview import preview
from scoring.games.danish.record import read, write
from scoring.games.danish.rules import PRESETS, DanishRules, check_rules, pots
from scoring.games.danish.score import score
from scoring.games.danish.seats import sits_out
from scoring.games.danish.sentences import FIGURES, SENTENCES, TERMS
from scoring.games.danish.shorthand import SHORTHAND

DANISH = Game(
    key="danish",
    fewest=3,
    most=4,
    rules=DanishRules,
    presets=PRESETS,
    check_rules=check_rules,
    pots=pots,
    sits_out=sits_out,
    read=read,
    write=write,
    check=check,
    score=score,
    preview=preview,
    join=join,
    fine=fine,
    hat=False,
    notice=False,
    figures=FIGURES,
    guide=guide,
    sentences={**SENTENCES, **lore.SENTENCES},
    terms={**TERMS, **lore.TERMS},
    shorthand=SHORTHAND,
    lore=lore.LORE,
)

__all__ = ["DANISH"]
