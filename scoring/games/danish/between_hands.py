"""Payments into the pots between two Danish hands: by a fourth player who joins, and fines."""

from __future__ import annotations

from scoring.core.accounts import name_pot_account
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.danish.payment_lines import KING_POT, PAGAT_POT
from scoring.games.danish.tables import COUNT_STEP, FINES


def round_third(content: int) -> int:
    """Return a third of `content` (points, 0 or more), rounded to a multiple of 5, halves up.

    >>> [round_third(content) for content in (60, 65, 70, 80, 150)]
    [20, 20, 25, 25, 50]

    Source: scoring/RULEBOOK.md, section 3, "A fourth player joining".
    """
    return (2 * content + 3 * COUNT_STEP) // (6 * COUNT_STEP) * COUNT_STEP


def build_join_lines(table: Table, player: str) -> tuple[Line, ...]:
    """Return the lines in which `player`, already seated as the fourth, pays into the pots.

    There are none before the first deal, because all four then fill the pots together.

    Source: scoring/RULEBOOK.md, section 3 and "Fine points", "Joining and leaving".
    """
    if len(table.seats) < 4 or not table.founded:
        return ()
    lines = []
    for pot, content in table.pots.items():
        amount = round_third(content)
        values = {"player": player, "content": content, "amount": amount}
        points = {player: -amount, name_pot_account(pot): amount}
        lines.append(Line("join", f"join_{pot}", values, points, by=player))
    return tuple(lines)


def build_fine_lines(table: Table, player: str, severity: str) -> tuple[Line, ...]:
    """Return the lines for the fine that `player` pays into each pot for an irregularity.

    Source: scoring/RULEBOOK.md, section 3, "Misdeal"; S1, "Irregularities".
    """
    del table
    amount = FINES[severity]
    points = {player: -2 * amount, PAGAT_POT: amount, KING_POT: amount}
    values = {"player": player, "amount": amount}
    return (Line("fine", f"fine_{severity}", values, points, by=player),)
