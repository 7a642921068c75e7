"""Scoring of a Hungarian hand: its lines, and the table for the next hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.posting import DECLARER, Line, Scored
from scoring.core.table import Table, TableChange, advance_table
from scoring.core.translation_marks import name_multiplier
from scoring.games.hungarian.fifth_player import build_dealer_lines
from scoring.games.hungarian.own_figures import merge_club_figures
from scoring.games.hungarian.played_hand import build_played_hand, score_game_and_figures
from scoring.games.hungarian.record import CONCEDED, PLAYED, VOID, Record
from scoring.games.hungarian.rules import TO_POT
from scoring.games.hungarian.seats import list_speaking_order, split_into_sides
from scoring.games.hungarian.tables import (
    BIDS,
    CONCEDED_POINTS,
    TRIAL_EACH,
    TRIAL_TO_POT,
    ZAROPAROS,
    Figure,
)
from scoring.games.hungarian.talon_pay import build_talon_line
from scoring.games.hungarian.tarokk_pay import build_tarokk_lines
from scoring.games.hungarian.ultimo_pot import POT, ULTIMO, build_pot_lines
from scoring.games.hungarian.void import score_void_hand


def score_hungarian_hand(record: Record, table: Table, figures: Mapping[str, Figure]) -> Scored:
    """Return the lines of a faultless `record` and the table after it.

    figures: figures of the game.

    Source: scoring/RULEBOOK.md, section 1 and "Fine points".
    """
    if record.outcome in VOID:
        return score_void_hand(record, table)
    if record.outcome == PLAYED:
        scored = _score_played_hand(record, table, figures)
    elif record.outcome == CONCEDED:
        scored = _score_conceded_hand(record, table)
    else:
        scored = _score_trial_three(record, table)
    if table.multiplier == 1:
        return scored
    named_lines = name_multiplier(scored.lines, table.multiplier, "round.doubled")
    return Scored(named_lines, scored.after)


def restate_record(record: Record, schema: int) -> Record:
    """Return the record, converted so that the current rules give the points that its schema gave.

    Before schema 3, no silent pheasant counted for a side that had announced the closing pair.

    Source: scoring/RULEBOOK.md, section 8, "mag-zaroparos".
    """
    if schema >= 3 or not record.facan or not record.announced:
        return record
    ours = {record.declarer, record.partner}
    closed = {item.by in ours for item in record.announced if item.figure == ZAROPAROS}
    counted = tuple(item for item in record.facan if (item.by in ours) not in closed)
    return record._replace(facan=counted)


def _score_played_hand(record: Record, table: Table, figures: Mapping[str, Figure]) -> Scored:
    sides = split_into_sides(table, record.declarer or "", record.partner)
    hand = build_played_hand(record, table, sides)
    lines = score_game_and_figures(hand, merge_club_figures(figures, table.rules))
    if record.tarokks:
        lines += build_tarokk_lines(record, table, sides)
    lines += build_dealer_lines(lines, table, sides)
    lines += [build_talon_line(item, table) for item in record.talon_honours]
    paid, pots = build_pot_lines(hand, table)
    catch = record.xxi_catch
    return Scored(
        lines + paid,
        advance_table(
            table,
            TableChange(
                deal_passes=True,
                pots=pots,
                doubling=table.doubling.advance_one_hand(),
                mayor=catch.victim if catch is not None else None,
            ),
        ),
    )


def _score_conceded_hand(record: Record, table: Table) -> Scored:
    sides = split_into_sides(table, record.declarer or "", record.partner)
    factors = [CONCEDED_POINTS, table.multiplier]
    points = sides.compute_points(factors[0] * factors[1])
    line = Line(CONCEDED, "hu.conceded", {"sum": factors}, points, side=DECLARER)
    lines = [line, *build_dealer_lines([line], table, sides)]
    change = TableChange(
        deal_passes=True, pots=table.pots, doubling=table.doubling.advance_one_hand()
    )
    return Scored(lines, advance_table(table, change))


def _score_trial_three(record: Record, table: Table) -> Scored:
    pots = table.pots
    line = _build_trial_line(record, table)
    if POT in line.points:
        pots = {**pots, ULTIMO: pots[ULTIMO] + line.points[POT]}
    change = TableChange(deal_passes=True, pots=pots, doubling=table.doubling.advance_one_hand())
    return Scored([line], advance_table(table, change))


def _build_trial_line(record: Record, table: Table) -> Line:
    declarer, mode = record.declarer or "", table.rules.trial_three
    values: dict[str, Any] = {"declarer": declarer}
    points: dict[str, int] = {}
    code = "hu.trial_free"
    bid = BIDS[record.bid or ""].value
    if mode in TO_POT:
        code = "hu.trial_pot"
        values["amount"] = TRIAL_TO_POT * (bid if mode == "pot" else 1) * len(table.seats)
        points = {declarer: -values["amount"], POT: values["amount"]}
    elif mode != "none":
        code = "hu.trial"
        value = 1 if mode == "bid_value" else TRIAL_EACH[mode]
        value *= bid if mode in ("bid_value", "two_each") else 1
        values["sum"] = [value, table.multiplier]
        others = [name for name in list_speaking_order(table) if name != declarer]
        points = dict.fromkeys(others, value * table.multiplier)
        points[declarer] = -value * table.multiplier * len(others)
    return Line("trial_three", code, values, points, side=None, by=declarer)
