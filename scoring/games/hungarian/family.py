"""The parts that the Hungarian games share; each game adds figures, rules, presets and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from scoring.core.game import Game
from scoring.core.game_info_types import GameName
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.hungarian import info_words
from scoring.games.hungarian.check import check_hungarian_hand
from scoring.games.hungarian.guide import build_guide
from scoring.games.hungarian.info import build_game_info
from scoring.games.hungarian.preview import preview_hungarian_hand
from scoring.games.hungarian.reading import list_figure_keys, read_hungarian_hand
from scoring.games.hungarian.record import Record
from scoring.games.hungarian.rules import HungarianRules, check_rules, list_pots
from scoring.games.hungarian.score import restate_record, score_hungarian_hand
from scoring.games.hungarian.seats import find_player_sitting_out
from scoring.games.hungarian.sentences import SENTENCES, TERMS
from scoring.games.hungarian.shorthand import build_line_kinds
from scoring.games.hungarian.tables import PLAYING, Figure, map_figure_terms
from scoring.games.hungarian.writing import serialize_hungarian_hand

# The house rules of a Hungarian game.
OwnRules = TypeVar("OwnRules", bound=HungarianRules)


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of a Hungarian game.

    presets: label of each preset.
    sentences, terms: additions to those that all Hungarian games share.
    offered: whether its hands can be entered.

    Source: docs/adr/0018-scoring-core.md, "One contract".
    """

    presets: Mapping[str, str]
    sentences: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    offered: bool = True


def build_game(
    name: GameName,
    figures: Mapping[str, Figure],
    *,
    rules: type[OwnRules],
    presets: Mapping[str, Mapping[str, Any]],
    words: GameWords,
) -> Game[OwnRules, Record]:
    """Return the game of that name with these figures, house rules and presets.

    Source: scoring/RULEBOOK.md, section 2 (everything else is as in Paskievics).
    """
    return Game(
        key=name.key,
        fewest=PLAYING,
        most=PLAYING + 1,
        rules=rules,
        presets=presets,
        check_rules=check_rules,
        pots=list_pots,
        sits_out=find_player_sitting_out,
        read=partial(read_hungarian_hand, figures=figures),
        serialize=serialize_hungarian_hand,
        check=partial(check_hungarian_hand, figures=figures),
        score=partial(score_hungarian_hand, figures=figures),
        preview=partial(preview_hungarian_hand, figures=figures),
        join=_build_no_join_lines,
        fine=None,
        hat=True,
        notice=True,
        figures=map_figure_terms(figures),
        guide=partial(build_guide, figures=figures),
        sentences={**SENTENCES, **info_words.SENTENCES, **words.sentences},
        terms={**TERMS, **info_words.TERMS, **words.terms},
        shorthand=build_line_kinds(figures),
        info=build_game_info(
            name, words.presets, offered=words.offered, more=list_figure_keys(figures)
        ),
        restated=restate_record,
    )


def _build_no_join_lines(table: Table, player: str) -> tuple[Line, ...]:
    """Return no lines, because a new player pays nothing.

    Source: scoring/RULEBOOK.md, "Fine points", joining and leaving.
    """
    del table, player
    return ()
