"""Payments that depend on the last trick of a Danish hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.accounts import name_pot_account
from scoring.games.danish.payment_lines import KING_POT, PAGAT_POT, Sheet
from scoring.games.danish.record import KING, OTHER, PAGAT, DanishHand, LastTrick
from scoring.games.danish.rules import POTS
from scoring.games.danish.tables import FOUNDATION, LAST_TRICK, NOLO, TOUT, ULTIMO


def add_last_trick_lines(record: DanishHand, sheet: Sheet) -> None:
    """Add the lines of tout, nolo, last trick and baguds, then those that refill empty pots.

    Source: scoring/RULEBOOK.md, section 3, 5 to 8 and 1.
    """
    contents = dict(sheet.pots)
    made_as_announced = record.announced_tout and record.tout == sheet.table.dealer
    tout_failed = record.announced_tout and not made_as_announced
    if tout_failed:
        _add_failed_tout_line(contents, sheet)
    if record.tout is not None:
        _add_tout_line(record.tout, contents, sheet, announced=made_as_announced)
    elif record.nolo is not None:
        points = sheet.compute_points_from_each(record.nolo, NOLO)
        sheet.add_line("nolo", {"player": record.nolo, "amount": NOLO}, points)
    if record.last_trick is not None:
        if record.tout is None and record.nolo is None:
            _add_last_trick_line(record.last_trick, contents, sheet, ultimo_pays=not tout_failed)
        _add_bagud_lines(record.last_trick, contents, sheet)
    _refill_pots(sheet)


def _add_failed_tout_line(contents: Mapping[str, int], sheet: Sheet) -> None:
    dealer = sheet.table.dealer
    points = sheet.compute_points_from_each(dealer, -TOUT)
    points[dealer] -= contents[PAGAT] + contents[KING]
    points[PAGAT_POT], points[KING_POT] = contents[PAGAT], contents[KING]
    values = _build_tout_values(dealer, contents)
    sheet.add_line("tout", values, points, code="tout_failed", announced=True)


def _build_tout_values(player: str, contents: Mapping[str, int]) -> dict[str, Any]:
    pots = {"pagat_pot": contents[PAGAT], "king_pot": contents[KING]}
    return {"player": player, "amount": TOUT, **pots}


def _add_tout_line(
    player: str, contents: Mapping[str, int], sheet: Sheet, *, announced: bool
) -> None:
    points = sheet.compute_points_from_each(player, TOUT)
    points[player] += contents[PAGAT] + contents[KING]
    points[PAGAT_POT], points[KING_POT] = -contents[PAGAT], -contents[KING]
    code = "tout_announced" if announced else "tout"
    sheet.add_line(
        "tout", _build_tout_values(player, contents), points, code=code, announced=announced
    )


def _add_last_trick_line(
    trick: LastTrick, contents: Mapping[str, int], sheet: Sheet, *, ultimo_pays: bool
) -> None:
    winner, card = trick.winner, trick.card
    if card == OTHER:
        if not trick.lost:
            points = sheet.compute_points_from_each(winner, LAST_TRICK)
            sheet.add_line("last_trick", {"player": winner, "amount": LAST_TRICK}, points)
    elif ultimo_pays:
        points = sheet.compute_points_from_each(winner, ULTIMO[card])
        points[winner] += contents[card]
        points[name_pot_account(card)] = -contents[card]
        values = {"player": winner, "amount": ULTIMO[card], "content": contents[card]}
        sheet.add_line(f"{card}_ultimo", values, points)


def _add_bagud_lines(trick: LastTrick, contents: Mapping[str, int], sheet: Sheet) -> None:
    for bagud in trick.lost:
        player, card = bagud.player, bagud.card
        points = sheet.compute_points_from_each(player, -ULTIMO[card])
        points[player] -= contents[card]
        points[name_pot_account(card)] = contents[card]
        values = {"player": player, "amount": ULTIMO[card], "content": contents[card]}
        sheet.add_line(f"{card}_bagud", values, points)


def _refill_pots(sheet: Sheet) -> None:
    seats = sheet.table.seats
    for pot in POTS:
        if not sheet.pots[pot]:
            points = dict.fromkeys(seats, -FOUNDATION)
            points[name_pot_account(pot)] = FOUNDATION * len(seats)
            sheet.add_line("foundation", {"amount": FOUNDATION}, points, code=f"foundation_{pot}")
