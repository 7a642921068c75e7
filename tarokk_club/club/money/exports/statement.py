"""A player's statement as a table, with what was open before and after."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.base.spreadsheet import Amount, Cell, Dialect, write_csv
from tarokk_club.club.base.workbook import write_xlsx
from tarokk_club.club.money.queries.statements import AccountStatement
from tarokk_club.club.money.words import line_sentence


def statement_csv(found: Iterable[AccountStatement], dialect: Dialect) -> bytes:
    """One row a line; what the player gets is above zero."""
    return write_csv(_header(), _rows(found), dialect)


def statement_xlsx(found: Iterable[AccountStatement]) -> bytes:
    """The same rows as a workbook."""
    return write_xlsx(_("Statement"), _header(), _rows(found))


def _header() -> list[str]:
    return [_("Date"), _("What"), _("Amount"), _("Open after it"), _("Currency"), _("Note")]


def _rows(found: Iterable[AccountStatement]) -> Iterator[list[Cell]]:
    for one in found:
        digits, code = CURRENCIES[one.currency].digits, one.currency
        yield [None, _("Open from before"), None, Amount(one.opening, digits), code, None]
        for line in one.lines:
            amount, balance = Amount(line.minor, digits), Amount(line.balance, digits)
            told, note = line_sentence(line), line.note or None
            yield [line.date.isoformat(), told, amount, balance, code, note]
        yield [None, _("Open at the end"), None, Amount(one.closing, digits), code, None]
