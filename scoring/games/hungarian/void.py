"""Scoring of a void hand, which is not played and may double the next hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from scoring.core.doubled_rounds import (
    Doubling,
    extend_round,
    overlap_rounds,
    quadruple_rounds,
    reset_rounds,
)
from scoring.core.posting import Line, Scored
from scoring.core.table import Table, TableChange, advance_table
from scoring.games.hungarian.record import Record
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.tables import HOLDINGS
from scoring.games.hungarian.ultimo_pot import POT, ULTIMO, build_void_pot_line

# The effect of a void hand on the doubled rounds; other choices have none.
_ROUNDS: Mapping[str, Callable[[Doubling, int], Doubling]] = MappingProxyType(
    {
        "overlap": overlap_rounds,
        "extend": extend_round,
        "reset": reset_rounds,
        "quadruple": quadruple_rounds,
    }
)


def score_void_hand(record: Record, table: Table) -> Scored:
    """Return the lines of a void hand and the table after it.

    Source: scoring/RULEBOOK.md, section 1, options `void_hands` and `void_redeal`.
    """
    rules: HungarianRules = table.rules
    lines = [_build_void_line(record)]
    pots, doubling = table.pots, table.doubling
    if rules.void_hands == "pot":
        paid = build_void_pot_line(table)
        lines.append(paid)
        pots = {**pots, ULTIMO: pots[ULTIMO] + paid.points[POT]}
    elif rules.void_hands in _ROUNDS:
        doubling = _ROUNDS[rules.void_hands](doubling, len(table.seats))
    passes = rules.void_redeal == "next"
    return Scored(lines, advance_table(table, TableChange(passes, pots, doubling)))


def _build_void_line(record: Record) -> Line:
    values: dict[str, Any] = {}
    code = f"hu.{record.outcome}"
    if record.by is not None:
        code += "_by"
        values["by"] = record.by
    if record.holding is not None:
        code += "_holding"
        values["kind"] = HOLDINGS[record.holding]
    return Line(record.outcome, code, values, {}, by=record.by)
