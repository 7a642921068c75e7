"""What Romanian tarok and Taper share as games; each brings its tables, rules and checks."""

from __future__ import annotations

from functools import partial
from typing import Any

from scoring.core.game import Game
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.romanian.guide import guide
from scoring.games.romanian.preview import Check, preview
from scoring.games.romanian.record import read, write
from scoring.games.romanian.rules import PRESETS, CheckRules, pots
from scoring.games.romanian.score import score
from scoring.games.romanian.sentences import SENTENCES, TERMS
from scoring.games.romanian.shorthand import heads
from scoring.games.romanian.tables import GAME, TAROACE, Tables


def game_of(
    key: str, tables: Tables, *, rules: type[Any], check_rules: CheckRules, check: Check
) -> Game:
    """The game `key` with its own tables, house rules and checks.

    Source: scoring/RULEBOOK.md, section 5 (Taper is Romanian tarok for three).
    """
    return Game(
        key=key,
        fewest=tables.players,
        most=tables.players,
        rules=rules,
        presets=PRESETS,
        check_rules=check_rules,
        pots=pots,
        sits_out=_nobody_sits_out,
        read=partial(read, tables=tables),
        write=partial(write, tables=tables),
        check=check,
        score=partial(score, tables=tables),
        preview=partial(preview, tables=tables, check=check),
        join=_nothing_to_join,
        fine=None,
        hat=False,
        figures=_figure_terms(tables),
        guide=partial(guide, tables=tables),
        sentences=SENTENCES,
        terms=TERMS,
        shorthand=heads(tables),
    )


def _figure_terms(tables: Tables) -> dict[str, str]:
    """Every figure that a line can be about, to the key of its term."""
    figures = {figure.key: figure.term for figure in tables.figures}
    return {GAME: "fig.game", **figures, TAROACE: "fig.taroace"}


def _nobody_sits_out(table: Table) -> None:
    del table


def _nothing_to_join(table: Table, player: str) -> tuple[Line, ...]:
    del table, player
    return ()
