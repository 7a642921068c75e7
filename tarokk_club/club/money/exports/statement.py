"""A player's account statement as a table, with opening and closing balances."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.money.queries.balances.balance_figures import FIGURES
from tarokk_club.club.money.queries.balances.player_accounts import (
    FEE,
    PAYMENT,
    SESSION,
    AccountLine,
)
from tarokk_club.club.money.queries.balances.statements import AccountStatement
from tarokk_club.club.money.words import CLOSING, build_figure_title, build_line_text
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell
from tarokk_club.club.tables.table import Table


def build_account_statement_table(statements: Iterable[AccountStatement]) -> Table:
    """Return the statements as a table, with a row for each account line.

    Amounts are positive if the player receives them.
    """
    return Table(_("Statement"), _build_header(), _iter_rows(statements))


def _build_header() -> list[str]:
    figures = [build_figure_title(name) for name in (*FIGURES[:-1], CLOSING)]
    return [
        *(_("Date"), _("What"), _("Points")),
        *figures,
        *(_("Open after it"), _("Currency"), _("Note")),
    ]


def _iter_rows(statements: Iterable[AccountStatement]) -> Iterator[list[Cell]]:
    for statement in statements:
        digits, code = CURRENCIES[statement.currency].digits, statement.currency
        opening, closing = Amount(statement.opening, digits), Amount(statement.closing, digits)
        empty: list[Cell] = [None, None, None]
        yield [None, _("Opening balance"), None, *empty, opening, None, opening, code, None]
        for line in statement.lines:
            points = line.points if line.kind == SESSION else None
            moved = _place_amount(line, Amount(line.minor, digits))
            text, note = build_line_text(line), line.note or None
            balance = Amount(line.balance, digits)
            yield [line.date.isoformat(), text, points, *moved, None, None, balance, code, note]
        yield [None, _("Open at the end"), None, *empty, None, closing, closing, code, None]


def _place_amount(line: AccountLine, amount: Amount) -> list[Cell]:
    """Return the cells for tables, fees and payments, with the amount in one of them."""
    return [amount if line.kind == kind else None for kind in (SESSION, FEE, PAYMENT)]
