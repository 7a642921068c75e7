"""The settlement of a session as a table: rows for players and transfers, with sums of both."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tarokk_club.club.money.queries.settlements.session_settlement import SessionSettlement
from tarokk_club.club.money.words import format_party_name
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell
from tarokk_club.club.tables.table import Table


def build_session_settlement_table(settlement: SessionSettlement) -> Table:
    """Return the results and transfers as a table under one header."""
    return Table(_("Settlement"), _build_header(), _iter_rows(settlement))


def _build_header() -> list[str]:
    return [
        _("Row"),
        _("Player"),
        _("Pays to"),
        _("Hands"),
        _("Points"),
        _("Amount"),
        _("To be paid"),
        _("Currency"),
    ]


def _iter_rows(settlement: SessionSettlement) -> Iterator[list[Cell]]:
    code = settlement.currency.code if settlement.currency else None
    for due in settlement.dues:
        amount = _convert_amount(settlement, due.minor)
        payable = _convert_amount(settlement, due.payable)
        yield [_("Result"), due.name, None, due.hands, due.points, amount, payable, code]
    if settlement.in_pots:
        amount = _convert_amount(settlement, settlement.in_pots_minor)
        yield [_("In the pots"), None, None, None, settlement.in_pots, amount, None, code]
    exact = _convert_amount(settlement, settlement.exact_total_with_pots)
    payable = _convert_amount(settlement, settlement.payable_total)
    title = _("Sum of the results")
    yield [title, None, None, None, settlement.total, exact, payable, code]
    for payment in settlement.payments:
        amount = _convert_amount(settlement, payment.amount)
        # Without a stake the transfers are in points.
        points = None if settlement.currency else payment.amount
        payer, receiver = format_party_name(payment.payer), format_party_name(payment.receiver)
        yield [_("Transfer"), payer, receiver, None, points, amount, amount, code]
    if settlement.payments:
        moved = sum(payment.amount for payment in settlement.payments)
        amount, points = _convert_amount(settlement, moved), None if settlement.currency else moved
        yield [_("Sum of the transfers"), None, None, None, points, amount, amount, code]


def _convert_amount(settlement: SessionSettlement, minor: int | None) -> Amount | None:
    if settlement.currency is None or minor is None:
        return None
    return Amount(minor, settlement.currency.digits)
