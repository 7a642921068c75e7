"""Illustrated tarokk: Paskievics with more figures, by calling its functions with them."""

from __future__ import annotations

from functools import partial

from scoring.core.game import Game
from scoring.core.words import N_
from scoring.games.illustrated.rules import PRESETS, IllustratedRules
from scoring.games.illustrated.sentences import SENTENCES, TERMS
from scoring.games.illustrated.tables import FIGURES
from scoring.games.paskievics import join, lore_words
from scoring.games.paskievics.check import check_hungarian
from scoring.games.paskievics.guide import guide_hungarian
from scoring.games.paskievics.lore import lore_of
from scoring.games.paskievics.preview import preview_hungarian
from scoring.games.paskievics.record import read_hungarian, write_hungarian
from scoring.games.paskievics.rules import check_rules, pots
from scoring.games.paskievics.score import score_hungarian
from scoring.games.paskievics.seats import sits_out
from scoring.games.paskievics.shorthand import heads
from scoring.games.paskievics.tables import figure_terms

ILLUSTRATED = Game(
    key="illustrated",
    fewest=4,
    most=5,
    rules=IllustratedRules,
    presets=PRESETS,
    check_rules=check_rules,
    pots=pots,
    sits_out=sits_out,
    read=partial(read_hungarian, figures=FIGURES),
    write=write_hungarian,
    check=partial(check_hungarian, figures=FIGURES),
    score=partial(score_hungarian, figures=FIGURES),
    preview=partial(preview_hungarian, figures=FIGURES),
    join=join,
    fine=None,
    hat=True,
    figures=figure_terms(FIGURES),
    guide=partial(guide_hungarian, figures=FIGURES),
    sentences={**SENTENCES, **lore_words.SENTENCES},
    terms={**TERMS, **lore_words.TERMS},
    shorthand=heads(FIGURES),
    lore=lore_of(
        name=N_("Illustrated tarokk"),
        place=20,
        presets={"pagat": N_("Usual"), "itvb": N_("National cup")},
    ),
)

__all__ = ["ILLUSTRATED"]
