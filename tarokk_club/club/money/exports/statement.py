"""A player's account statement as a table, with opening and closing balances."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.money.queries.balance_figures import FIGURES
from tarokk_club.club.money.queries.player_accounts import FEE, PAYMENT, SESSION, AccountLine
from tarokk_club.club.money.queries.statements import AccountStatement
from tarokk_club.club.money.words import CLOSING, figure_title, line_sentence
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, write_csv
from tarokk_club.club.tables.workbook import write_xlsx


def statement_csv(statements: Iterable[AccountStatement], dialect: Dialect) -> bytes:
    """Return one row a line as CSV; + the player receives."""
    return write_csv(_header(), _rows(statements), dialect)


def statement_xlsx(statements: Iterable[AccountStatement]) -> bytes:
    """Return the same rows as a workbook."""
    return write_xlsx(_("Statement"), _header(), _rows(statements))


def _header() -> list[str]:
    figures = [figure_title(name) for name in (*FIGURES[:-1], CLOSING)]
    return [
        *(_("Date"), _("What"), _("Points")),
        *figures,
        *(_("Open after it"), _("Currency"), _("Note")),
    ]


def _rows(statements: Iterable[AccountStatement]) -> Iterator[list[Cell]]:
    for one in statements:
        digits, code = CURRENCIES[one.currency].digits, one.currency
        opening, closing = Amount(one.opening, digits), Amount(one.closing, digits)
        empty: list[Cell] = [None, None, None]
        yield [None, _("Opening balance"), None, *empty, opening, None, opening, code, None]
        for line in one.lines:
            points = line.points if line.kind == SESSION else None
            moved = _in_column(line, Amount(line.minor, digits))
            told, note = line_sentence(line), line.note or None
            balance = Amount(line.balance, digits)
            yield [line.date.isoformat(), told, points, *moved, None, None, balance, code, note]
        yield [None, _("Open at the end"), None, *empty, None, closing, closing, code, None]


def _in_column(line: AccountLine, amount: Amount) -> list[Cell]:
    """Return three cells with the amount in the column for tables, fees or payments."""
    return [amount if line.kind == kind else None for kind in (SESSION, FEE, PAYMENT)]
