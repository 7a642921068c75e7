"""Choices for recording a bank line: as a planned payment, a fee, or another payment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tarokk_club.club.formatting.money import format_money_in_currency
from tarokk_club.club.models import Transfer
from tarokk_club.club.money.queries.bank.bank_matches import OpenMoney

# Pairs of a label and its choices; a value identifies a payment, fee or player.
Groups = Sequence[tuple[str, Sequence[tuple[str, str]]]]


def list_bank_choices(money: OpenMoney, *, comes_in: bool, currency: str) -> Groups:
    """Return groups of choices for a bank line, with the planned payments and fees in its currency.

    comes_in: whether the money of the line came in.
    """
    planned = [
        (
            f"transfer:{transfer.settlement_id}:{transfer.pk}",
            _label_planned_transfer(transfer, comes_in=comes_in),
        )
        for transfer, _left in money.transfers
        if money.is_incoming(transfer) == comes_in and transfer.settlement.currency == currency
    ]
    fees = [
        (f"fee:{fee.charge.pk}", f"{fee.charge.player.name} · {fee.charge.get_purpose_display()}")
        for fee in money.fees
        if comes_in and fee.charge.currency == currency
    ]
    players = [(f"player:{player}", name) for player, name in money.players]
    outside = _("Other income") if comes_in else _("An expense")
    groups = [
        (_("A planned payment"), planned),
        (_("An open fee"), fees),
        (_("From a player") if comes_in else _("To a player"), players),
        (_("Outside the club"), [("outside", outside)]),
    ]
    return [(label, options) for label, options in groups if options]


def _label_planned_transfer(transfer: Transfer, *, comes_in: bool) -> str:
    partner = transfer.payer if comes_in else transfer.receiver
    values = {"number": transfer.settlement.number, "name": partner.name if partner else ""}
    return _("Settlement %(number)s, %(name)s") % values


def describe_confirmed_line(facts: dict[str, Any]) -> str:
    """Return the payer, text and amount of a line, by which its reader finds it in the file.

    facts: the signed data of the line.
    """
    amount = format_money_in_currency(abs(facts["amount"]), facts["currency"])
    return " · ".join(part for part in (facts["note"], amount) if part)
