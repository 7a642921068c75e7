"""A saved settlement as a table: rows for accounts and transfers, with sums of both."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.money.queries.balances.balance_figures import FIGURES
from tarokk_club.club.money.queries.settlements.settlement import PAID, SettlementPage
from tarokk_club.club.money.queries.settlements.settlement_print import SettlementPrint
from tarokk_club.club.money.words import (
    CASH,
    build_figure_title,
    build_points_title,
    format_party_name,
    label_transfer_state,
)
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell
from tarokk_club.club.tables.table import Table


def build_settlement_table(settled: SettlementPage, printed: SettlementPrint) -> Table:
    """Return the shares and transfers as a table under one header."""
    return Table(_("Settlement"), _build_header(printed), _iter_rows(settled, printed))


def _build_header(printed: SettlementPrint) -> list[str]:
    games, code = printed.games, printed.currency
    return [
        _("Row"),
        _("Player"),
        _("Pays to"),
        *([build_points_title(game, games) for game in games] or [_("Points")]),
        *(build_figure_title(name, code) for name in (*FIGURES, CASH)),
        _("Transfer (%(currency)s)") % {"currency": code},
        _("Still to pay (%(currency)s)") % {"currency": code},
        _("Currency"),
        _("Paid on"),
        _("State"),
    ]


def _iter_rows(settled: SettlementPage, printed: SettlementPrint) -> Iterator[list[Cell]]:
    code = settled.settlement.currency
    digits = CURRENCIES[code].digits
    # If no game was played for points, the single points column stays empty.
    width = max(len(printed.games), 1)
    for line in printed.lines:
        share = line.share
        amounts = [Amount(minor, digits) for minor in (*share.figures.amounts, share.rounded)]
        points = line.points or (None,)
        name = format_party_name(share.name)
        yield [_("Result"), name, None, *points, *amounts, None, None, code, None, None]
    figures = zip(
        *(
            (*settled_share.figures.amounts, settled_share.rounded)
            for settled_share in settled.shares
        ),
        strict=True,
    )
    sums = [Amount(sum(column), digits) for column in figures]
    empty: list[Cell] = [None] * width
    if sums:
        title = _("Sum of the results")
        yield [title, None, None, *empty, *sums, None, None, code, None, None]
    empty = [None] * (width + len(FIGURES) + 1)
    for row in settled.transfers:
        payer, receiver = format_party_name(row.payer), format_party_name(row.receiver)
        day = row.payment.date.isoformat() if row.payment and row.state == PAID else None
        moved = Amount(row.amount, digits), Amount(row.left, digits)
        state = label_transfer_state(row, settled)
        yield [_("Transfer"), payer, receiver, *empty, *moved, code, day, state]
    if settled.transfers:
        moved = (
            Amount(sum(row.amount for row in settled.transfers), digits),
            Amount(sum(row.left for row in settled.transfers), digits),
        )
        yield [_("Sum of the transfers"), None, None, *empty, *moved, code, None, None]
