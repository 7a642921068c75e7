"""Balances from other apps for shared expenses, read from their exported tables.

Supported files are the bills and planned transfers of ihatemoney, the bills of Cospend, the
expenses of Splitwise, and any table of names and balances.

Source: docs/explanation/money.md ("From another book").
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from babel.numbers import format_decimal

from scoring.core.problem import Problem, RefusedError
from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.money import format_money_in_currency
from tarokk_club.club.formatting.numbers_and_dates import MINUS, load_reader_locale
from tarokk_club.club.money.other_book_bills import read_bills, read_json_bills
from tarokk_club.club.money.other_book_rows import (
    BookRow,
    BookShare,
    BookShares,
    iter_named_cells,
    read_amount_cell,
)
from tarokk_club.club.money.other_book_splitwise import is_splitwise_table, read_splitwise
from tarokk_club.club.tables.amounts import detect_decimal_separator, is_absence_mark
from tarokk_club.club.tables.table_rows import (
    TableLimits,
    drop_rows_above_header,
    fold_name,
    fold_title,
    is_sum_title,
    number_namesakes,
    split_rows,
)
from tarokk_club.club.tables.text_encoding import decode_text

LARGEST_KILOBYTES, LIMITS, MOST_NAMES = 500, TableLimits(rows=5000, columns=205), 200
# Sums of shares with odd weights have ever larger denominators, which take ever longer to add.
_FINEST_BITS = 4096
# ihatemoney's values for a bill without a currency.
NO_CURRENCY = ("", "xxx")
_NAME, _BALANCE, _CURRENCY = "name", "balance", "currency"
# The columns of a table of balances, in plain letters.
_COLUMNS = {
    **dict.fromkeys(("name", "player", "member", "nev", "jatekos", "navn", "spiller"), _NAME),
    **dict.fromkeys(("nume", "jucator", "spieler", "nom", "nombre", "nome", "naam"), _NAME),
    **dict.fromkeys(("balance", "egyenleg", "saldo", "sold", "solde", "bilanz"), _BALANCE),
    **dict.fromkeys(("currency", "penznem", "deviza", "valuta", "moneda", "wahrung"), _CURRENCY),
}
_BILLS, _PLAN = {"payer_name", "amount", "owers"}, {"amount", "receiver", "ower"}

# Currency ("" if none is stated) to name to amount, negative if owed.
Exact = dict[str, dict[str, Fraction]]
Minor = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class OtherBook:
    """The balances in another app's file.

    balances: minor units by currency and name, negative if owed; each currency sums to zero.
    exact: the unrounded amounts of the balances that rounding has changed.
    unclear: names with a comma that may be one person or two.
    """

    balances: Minor
    exact: Exact
    unclear: tuple[str, ...] = ()


def read_other_book(data: bytes, *, currency: str, whole_names: Collection[str] = ()) -> OtherBook:
    """Return the balances in a file of another app, rounded to minor units.

    currency: the currency of amounts that state none.
    whole_names: names with a comma that are one person.
    Raise RefusedError if the file is too large or unreadable, names too many people or an unknown
    currency, or contains amounts that do not add up.
    """
    if len(data) > LARGEST_KILOBYTES * 1024:
        raise RefusedError([Problem("totals_large", "file", {"highest": LARGEST_KILOBYTES})])
    reading = _read_file_text(decode_text(data) or "", whole_names, currency)
    exact = _sum_shares(reading.shares)
    names = {name for sums in exact.values() for name in sums}
    if len(names) > MOST_NAMES:
        values = {"highest": MOST_NAMES, "count": len(names)}
        raise RefusedError([Problem("other_book_names", "file", values)])
    balances: Minor = {}
    changed: Exact = {}
    for code, sums in exact.items():
        named = code or currency
        if named not in CURRENCIES:
            raise RefusedError([Problem("currency_unknown", "file")])
        rounded = _round_to_zero_sum(sums, named, reading.slack)
        book, differing = balances.setdefault(named, {}), changed.setdefault(named, {})
        for name, minor in rounded.items():
            book[name] = book.get(name, 0) + minor
            if sums[name] != minor * _compute_minor_unit(named):
                differing[name] = differing.get(name, Fraction(0)) + sums[name]
    return OtherBook(balances, changed, reading.unclear)


def _read_file_text(text: str, whole_names: Collection[str], currency: str) -> BookShares:
    if text.lstrip("\ufeff \t\r\n")[:1] in ("[", "{"):
        return read_json_bills(text)
    cells = split_rows(text, LIMITS) or []
    rows = [
        BookRow(number, tuple(cell.strip() for cell in row))
        for number, row in enumerate(cells, start=1)
        if any(cell.strip() for cell in row)
    ]
    # Try bills before Splitwise, because a table of bills may begin with similar columns.
    for columns, read in ((_BILLS, read_bills), (_PLAN, _read_plan)):
        if any(columns <= _fold_titles(row.cells) for row in rows):
            return read(rows, whole_names)
    if is_splitwise_table(rows):
        return read_splitwise(rows)
    above, table = drop_rows_above_header([row.cells for row in rows], _is_balance_header)
    if not table or not _is_balance_header(table[0]):
        raise RefusedError([Problem("other_book_unreadable", "file")])
    return _read_balances(rows[above:], currency)


def _fold_titles(cells: Sequence[str]) -> set[str]:
    return {fold_title(cell) for cell in cells}


def _is_balance_header(cells: Sequence[str]) -> bool:
    return {_NAME, _BALANCE} <= {_COLUMNS.get(title, "") for title in _fold_titles(cells)}


def _read_plan(rows: Sequence[BookRow], _whole_names: Collection[str]) -> BookShares:
    """Return the shares in ihatemoney's table of planned transfers."""
    place = next(place for place, row in enumerate(rows) if _fold_titles(row.cells) >= _PLAN)
    shares: list[BookShare] = []
    for row, cell in iter_named_cells(rows[place:], fold_title):
        code, amount = cell.get("currency", ""), read_amount_cell(row, cell["amount"])
        shares.append(BookShare(code, cell["receiver"], amount))
        shares.append(BookShare(code, cell["ower"], -amount))
    return BookShares(tuple(shares))


def _read_balances(rows: Sequence[BookRow], currency: str) -> BookShares:
    """Return the shares in a table of names and balances.

    Two rows with the same name and currency are two people.
    currency: the currency of rows that state none.
    """
    cells = list(iter_named_cells(rows, lambda title: _COLUMNS.get(fold_title(title), "")))
    separator = detect_decimal_separator(cell[_BALANCE] for _row, cell in cells)
    people = [(row, cell) for row, cell in cells if not is_sum_title(cell[_NAME])]
    names = [cell[_NAME] for _row, cell in people]
    codes = [cell.get(_CURRENCY, "").casefold() for _row, cell in people]
    # The same name in two currencies is one person.
    if len(set(zip(map(fold_name, names), codes, strict=True))) < len(names):
        names = number_namesakes(names)
    shares = []
    for name, (row, cell) in zip(names, people, strict=True):
        balance = cell[_BALANCE]
        amount = (
            Fraction(0) if is_absence_mark(balance) else read_amount_cell(row, balance, separator)
        )
        shares.append(BookShare(cell.get(_CURRENCY, ""), name, amount))
    for row, cell in cells:
        if is_sum_title(cell[_NAME]) and not is_absence_mark(cell[_BALANCE]):
            total = sum((each.amount for each in shares), Fraction(0))
            if len(set(codes)) == 1 and read_amount_cell(row, cell[_BALANCE], separator) != total:
                values = {"name": cell[_NAME][:40]}
                raise RefusedError([Problem("other_book_total", "file", values)])
    named = {(share.currency or currency).upper() for share in shares} & CURRENCIES.keys()
    digits = min((CURRENCIES[code].digits for code in named), default=0)
    return BookShares(
        tuple(shares), slack=_compute_largest_rounding_error(shares, digits) * len(shares)
    )


def _compute_largest_rounding_error(shares: Sequence[BookShare], digits: int) -> Fraction:
    """Return half a unit of the last decimal digit in use: the largest rounding error of a row.

    digits: the least number of decimal digits to assume; the most is 4.
    """
    while digits < 4 and any((each.amount * 10**digits).denominator > 1 for each in shares):
        digits += 1
    return Fraction(1, 2 * 10**digits)


def _sum_shares(shares: Sequence[BookShare]) -> Exact:
    sums: Exact = {}
    for share in shares:
        code = "" if share.currency.casefold() in NO_CURRENCY else share.currency.upper()
        book = sums.setdefault(code, {})
        total = book.get(share.name, Fraction(0)) + share.amount
        if total.denominator.bit_length() > _FINEST_BITS:
            raise RefusedError([Problem("other_book_fractions", "file")])
        book[share.name] = total
    return sums


def _compute_minor_unit(code: str) -> Fraction:
    return Fraction(1, 10 ** CURRENCIES[code].digits)


def _round_to_zero_sum(sums: Mapping[str, Fraction], code: str, slack: Fraction) -> dict[str, int]:
    """Return the sums in minor units, rounded by largest remainder to add up to zero.

    slack: the largest rounding error to accept in the total of the sums.
    Raise RefusedError if the error is larger.
    """
    unit = _compute_minor_unit(code)
    over = sum(sums.values(), Fraction(0))
    if abs(over) > slack:
        values = {"total": format_money_in_currency(round(over / unit), code)}
        raise RefusedError([Problem("other_book_sum", "file", values)])
    exact = {name: amount / unit for name, amount in sums.items()}
    units = {name: amount.numerator // amount.denominator for name, amount in exact.items()}
    remainder = -sum(units.values())
    by_remainder = sorted(exact, key=lambda name: (units[name] - exact[name], name))
    step = 1 if remainder >= 0 else -1
    for place in range(abs(remainder)):
        units[by_remainder[place % len(by_remainder)]] += step
    return units


def iter_changed_amounts(book: OtherBook) -> Iterator[tuple[str, str, str]]:
    """Yield currency, name and original amount of each balance that rounding has changed.

    The amount is a text in the reader's language, with two more decimal digits than the currency
    has.
    """
    locale = load_reader_locale()
    for code, sums in book.exact.items():
        digits = CURRENCIES[code].digits + 2
        for name, amount in sums.items():
            number = Decimal(round(amount * 10**digits)).scaleb(-digits)
            text = format_decimal(number, format="#,##0." + "0" * digits, locale=locale)
            yield code, name, text.replace("-", MINUS)
