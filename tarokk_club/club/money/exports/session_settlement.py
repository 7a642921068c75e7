"""The settlement of a session as a table: a row for each player, then one for each transfer, each
followed by a row of sums.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tarokk_club.club.money.queries.session_settlement import SessionSettlement
from tarokk_club.club.money.words import party_name
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, write_csv
from tarokk_club.club.tables.workbook import write_xlsx


def settlement_csv(settlement: SessionSettlement, dialect: Dialect) -> bytes:
    """Return results and transfers under one header, so that a spreadsheet can filter and add
    up.
    """
    return write_csv(_header(), _rows(settlement), dialect)


def settlement_xlsx(settlement: SessionSettlement) -> bytes:
    """Return the same rows as a workbook."""
    return write_xlsx(_("Settlement"), _header(), _rows(settlement))


def _header() -> list[str]:
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


def _rows(settlement: SessionSettlement) -> Iterator[list[Cell]]:
    code = settlement.currency.code if settlement.currency else None
    for due in settlement.dues:
        amount = _money(settlement, due.minor)
        payable = _money(settlement, due.payable)
        yield [_("Result"), due.name, None, due.hands, due.points, amount, payable, code]
    if settlement.in_pots:
        amount = _money(settlement, settlement.in_pots_minor)
        yield [_("In the pots"), None, None, None, settlement.in_pots, amount, None, code]
    exact = _money(settlement, settlement.exact_total_with_pots)
    payable = _money(settlement, settlement.payable_total)
    title = _("Sum of the results")
    yield [title, None, None, None, settlement.total, exact, payable, code]
    for done in settlement.payments:
        amount = _money(settlement, done.amount)
        # Without a stake the transfers are in points.
        points = None if settlement.currency else done.amount
        payer, receiver = party_name(done.payer), party_name(done.receiver)
        yield [_("Transfer"), payer, receiver, None, points, amount, amount, code]
    if settlement.payments:
        moved = sum(one.amount for one in settlement.payments)
        amount, points = _money(settlement, moved), None if settlement.currency else moved
        yield [_("Sum of the transfers"), None, None, None, points, amount, amount, code]


def _money(settlement: SessionSettlement, minor: int | None) -> Amount | None:
    if settlement.currency is None or minor is None:
        return None
    return Amount(minor, settlement.currency.digits)
