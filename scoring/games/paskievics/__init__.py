"""Paskievics, the XX-calling Hungarian tarokk; its functions also serve Illustrated."""

from __future__ import annotations

from functools import partial

from scoring.core.game import Game
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.paskievics.check import check_hungarian
from scoring.games.paskievics.guide import guide_hungarian
from scoring.games.paskievics.preview import preview_hungarian
from scoring.games.paskievics.record import read_hungarian, write_hungarian
from scoring.games.paskievics.rules import PRESETS, PaskievicsRules, check_rules, pots
from scoring.games.paskievics.score import score_hungarian
from scoring.games.paskievics.seats import sits_out
from scoring.games.paskievics.sentences import SENTENCES, TERMS
from scoring.games.paskievics.shorthand import SHORTHAND
from scoring.games.paskievics.tables import FIGURES, figure_terms


def join(table: Table, player: str) -> tuple[Line, ...]:
    """A newcomer pays nothing. Source: scoring/RULEBOOK.md, "Fine points", joining and leaving."""
    del table, player
    return ()


PASKIEVICS = Game(
    key="paskievics",
    fewest=4,
    most=5,
    rules=PaskievicsRules,
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
    sentences=SENTENCES,
    terms=TERMS,
    shorthand=SHORTHAND,
)

__all__ = ["PASKIEVICS", "join"]
