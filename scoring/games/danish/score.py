"""Scoring of a Danish hand: its payments in the order of the rules."""

from __future__ import annotations

from typing import Any

from scoring.core.doubled_rounds import Doubling
from scoring.core.posting import Scored
from scoring.core.table import Table, TableChange, advance_table, find_player_after
from scoring.games.danish.last_trick import add_last_trick_lines
from scoring.games.danish.payment_lines import KING_POT, PAGAT_POT, Sheet
from scoring.games.danish.record import (
    CAVALLERIE,
    KING_LOST,
    KINGS,
    MISDEAL,
    PAGAT_WON,
    PLAYED,
    DanishHand,
    Declaration,
    InPlay,
)
from scoring.games.danish.tables import (
    AVERAGE,
    CARD_MORE,
    COUNT_STEP,
    COUNTED,
    DEAL,
    FOUNDATION,
    IN_PLAY,
    LEVELS,
    POINTS_IN_DECK,
)

_UNDOUBLED = Doubling()


def score_hand(record: DanishHand, table: Table) -> Scored:
    """Return the lines of a faultless hand in the order of the rules, and the table after it.

    Source: scoring/RULEBOOK.md, section 3.
    """
    sheet = Sheet(table)
    add_early_lines(record, sheet)
    if record.outcome == PLAYED:
        add_last_trick_lines(record, sheet)
        add_count_lines(record, sheet)
    again = record.outcome == MISDEAL
    if again and (record.reason or record.caller):
        _add_misdeal_line(record, sheet)
    change = TableChange(
        deal_passes=not again,
        pots=sheet.pots,
        doubling=_UNDOUBLED,
        paid_by=table.dealer if again else None,
    )
    return Scored(sheet.lines, advance_table(table, change))


def add_early_lines(record: DanishHand, sheet: Sheet) -> None:
    """Add the lines from before the last trick: foundation, deal, declarations, cards lost and won.

    Source: scoring/RULEBOOK.md, section 3, 1 to 4.
    """
    table = sheet.table
    if not table.founded:
        points = dict.fromkeys(table.seats, -2 * FOUNDATION)
        points[PAGAT_POT] = points[KING_POT] = FOUNDATION * len(table.seats)
        sheet.add_line("foundation", {"amount": FOUNDATION}, points)
    _add_deal_line(sheet)
    for declaration in record.declarations:
        _add_declaration_line(declaration, sheet)
    for event in record.in_play:
        if event.event != PAGAT_WON or table.rules.pagat_won_pays:
            _add_card_in_play_line(event, sheet)


def _add_deal_line(sheet: Sheet) -> None:
    """Add the dealer's payment for the deal, unless it was paid before a misdeal."""
    dealer = sheet.table.dealer
    if sheet.table.paid_by == dealer and not sheet.table.rules.misdeal_pays:
        sheet.add_line("deal", {"dealer": dealer}, {}, code="deal_paid")
        return
    points = {dealer: -2 * DEAL, PAGAT_POT: DEAL, KING_POT: DEAL}
    sheet.add_line("deal", {"dealer": dealer, "amount": DEAL}, points)


def _add_misdeal_line(record: DanishHand, sheet: Sheet) -> None:
    """Add the line that names the caller and the reason of a misdeal; it moves no points."""
    values: dict[str, Any] = {} if record.caller is None else {"by": record.caller}
    values |= {"what": f"da.{record.reason}"} if record.reason else {}
    code = "called_why" if len(values) == 2 else "called" if record.caller else "why"
    sheet.add_line(MISDEAL, values, {}, code=f"misdeal_{code}")


def _add_declaration_line(declaration: Declaration, sheet: Sheet) -> None:
    player, kind = declaration.player, declaration.kind
    values: dict[str, Any] = {"player": player}
    if kind in COUNTED:
        fewest, _most, lowest = COUNTED[kind]
        amount = lowest + CARD_MORE * (declaration.count - fewest)
        values["count"] = declaration.count
        code = "trumps_with_pagat" if declaration.pagat else kind
    else:
        amount = LEVELS[declaration.level]
        code = f"{kind}_{declaration.level}"
        if kind == CAVALLERIE:
            values["suit"] = f"suit.{declaration.suit}"
        if declaration.missing:
            code += "_missing"
            family = "suit" if kind == KINGS else "da.rank"
            values["card"] = f"{family}.{declaration.missing}"
    values["amount"] = amount
    sheet.add_line(kind, values, sheet.compute_points_from_each(player, amount), code=code)


def _add_card_in_play_line(event: InPlay, sheet: Sheet) -> None:
    player = event.player
    if event.event == PAGAT_WON:
        points = sheet.compute_points_from_each(player, IN_PLAY)
    else:
        points = sheet.compute_points_from_each(player, -IN_PLAY)
        points[player] -= IN_PLAY
        points[KING_POT if event.event == KING_LOST else PAGAT_POT] = IN_PLAY
    sheet.add_line(event.event, {"player": player, "amount": IN_PLAY}, points)


def add_count_lines(record: DanishHand, sheet: Sheet) -> None:
    """Add the lines of the count.

    Two players settle with the next dealer, whose own pile is not rounded.

    Source: scoring/RULEBOOK.md, section 3, 9; S1, 6.
    """
    counted = record.card_points
    if not counted:
        return
    third = POINTS_IN_DECK - sum(counted.values())
    next_dealer = find_player_after(sheet.table.seats, sheet.table.dealer)
    for player in sheet.playing:
        if player == next_dealer:
            continue
        pile = counted.get(player, third)
        amount = round_to_step(pile - AVERAGE)
        if amount:
            values = {
                "player": player,
                "next_dealer": next_dealer,
                "pile": pile,
                "difference": abs(pile - AVERAGE),
                "average": AVERAGE,
                "amount": abs(amount),
            }
            code = "count_receives" if amount > 0 else "count_pays"
            sheet.add_line("count", values, {player: amount, next_dealer: -amount}, code=code)


def round_to_step(points: int) -> int:
    """Return `points` (either sign) rounded to the nearest multiple of 5.

    >>> [round_to_step(pile - 26) for pile in (18, 19, 23, 24, 28, 29, 33, 34)]
    [-10, -5, -5, 0, 0, 5, 5, 10]

    Source: scoring/RULEBOOK.md, section 3, 9; S1, 6 (its table).
    """
    return (points + COUNT_STEP // 2) // COUNT_STEP * COUNT_STEP
