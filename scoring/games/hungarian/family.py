"""What the Hungarian games share as games; each brings its figures, house rules, presets, words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from scoring.core.game import Game
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.hungarian.check import check_hungarian
from scoring.games.hungarian.guide import guide_hungarian
from scoring.games.hungarian.preview import preview_hungarian
from scoring.games.hungarian.reading import read_hungarian
from scoring.games.hungarian.rules import HungarianRules, check_rules, pots
from scoring.games.hungarian.score import score_hungarian
from scoring.games.hungarian.seats import sits_out
from scoring.games.hungarian.sentences import SENTENCES, TERMS
from scoring.games.hungarian.shorthand import heads
from scoring.games.hungarian.tables import PLAYING, Figure, figure_terms
from scoring.games.hungarian.writing import write_hungarian


def game_of(
    key: str,
    figures: Mapping[str, Figure],
    *,
    rules: type[HungarianRules],
    presets: Mapping[str, Mapping[str, Any]],
    words: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {}),
) -> Game:
    """The game `key` with its own figures, house rules and presets.

    words: sentences and terms that it adds to those of the family.

    Source: shared/RULES.md, section 2 (everything else is as in Paskievics).
    """
    sentences, terms = words
    return Game(
        key=key,
        fewest=PLAYING,
        most=PLAYING + 1,
        rules=rules,
        presets=presets,
        check_rules=check_rules,
        pots=pots,
        sits_out=sits_out,
        read=partial(read_hungarian, figures=figures),
        write=write_hungarian,
        check=partial(check_hungarian, figures=figures),
        score=partial(score_hungarian, figures=figures),
        preview=partial(preview_hungarian, figures=figures),
        join=_nothing_to_join,
        fine=None,
        hat=True,
        notice=True,
        figures=figure_terms(figures),
        guide=partial(guide_hungarian, figures=figures),
        sentences={**SENTENCES, **sentences},
        terms={**TERMS, **terms},
        shorthand=heads(figures),
    )


def _nothing_to_join(table: Table, player: str) -> tuple[Line, ...]:
    """A newcomer pays nothing. Source: shared/RULES.md, "Fine points", joining and leaving."""
    del table, player
    return ()
