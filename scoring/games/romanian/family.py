"""The parts that Romanian tarok and Taper share; each game adds tables, rules and checks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from scoring.core.game import Check, Game
from scoring.core.game_info_types import GameName
from scoring.core.posting import Line
from scoring.core.problem import Problem
from scoring.core.table import Table
from scoring.games.romanian import info
from scoring.games.romanian.guide import build_guide
from scoring.games.romanian.preview import preview_hand
from scoring.games.romanian.record import Record, read_record, serialize_record
from scoring.games.romanian.rules import PRESETS, FamilyRules, list_pots
from scoring.games.romanian.score import score_hand
from scoring.games.romanian.sentences import SENTENCES, TERMS
from scoring.games.romanian.shorthand import build_line_kinds
from scoring.games.romanian.tables import GAME, TAROACE, Tables

# The house rules of either game.
OwnRules = TypeVar("OwnRules", bound=FamilyRules)


def build_game(
    name: GameName,
    tables: Tables,
    *,
    rules: type[OwnRules],
    check_rules: Callable[[OwnRules], list[Problem]],
    check: Check[OwnRules, Record],
) -> Game[OwnRules, Record]:
    """Return the game of that name with these tables, house rules and checks.

    Source: scoring/RULEBOOK.md, section 5 (Taper is Romanian tarok for three).
    """
    return Game(
        key=name.key,
        fewest=tables.players,
        most=tables.players,
        rules=rules,
        presets=PRESETS,
        check_rules=check_rules,
        pots=list_pots,
        sits_out=_find_no_player_sitting_out,
        read=partial(read_record, tables=tables),
        serialize=partial(serialize_record, tables=tables),
        check=check,
        score=partial(score_hand, tables=tables),
        preview=partial(preview_hand, tables=tables, check=check),
        join=_build_no_join_lines,
        fine=None,
        hat=False,
        notice=False,
        figures=_map_figure_terms(tables),
        guide=partial(build_guide, tables=tables),
        sentences={**SENTENCES, **info.SENTENCES},
        terms={**TERMS, **info.TERMS},
        shorthand=build_line_kinds(tables),
        info=info.build_game_info(tables, name=name.name, place=name.place),
    )


def _map_figure_terms(tables: Tables) -> dict[str, str]:
    """Return the term key of each figure that a line can have, by figure."""
    figures = {figure.key: figure.term for figure in tables.figures}
    return {GAME: "fig.game", **figures, TAROACE: "fig.taroace"}


def _find_no_player_sitting_out(table: Table) -> None:
    del table


def _build_no_join_lines(table: Table, player: str) -> tuple[Line, ...]:
    del table, player
    return ()
