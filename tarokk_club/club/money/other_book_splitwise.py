"""Splitwise's table of expenses, in any language of Splitwise."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from scoring.core.problem import Problem, RefusedError
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import format_decimal
from tarokk_club.club.formatting.money import format_money
from tarokk_club.club.money.other_book_rows import BookRow, BookShare, BookShares, read_amount_cell
from tarokk_club.club.tables.amounts import is_absence_mark
from tarokk_club.club.tables.days import read_day
from tarokk_club.club.tables.table_rows import fold_title, number_namesakes

_TITLES = ("date", "description", "category", "cost", "currency")
_CODE = re.compile(r"[A-Z]{3}")
_WIDTH = len(_TITLES)
_HALF_CENT = Fraction(1, 200)


def is_splitwise_table(rows: Sequence[BookRow]) -> bool:
    """Return whether the rows are a table from Splitwise.

    The titles are translated, but the order of the columns is fixed: a day, a text, a category,
    a cost, a currency, then one column for each person.
    """
    if not rows or len(rows[0].cells) <= _WIDTH or not all(rows[0].cells[:_WIDTH]):
        return False
    if tuple(fold_title(title) for title in rows[0].cells[:_WIDTH]) == _TITLES:
        return True
    return len(rows) > 1 and all(
        len(row.cells) > _WIDTH
        and read_day(row.cells[0]) is not None
        and _CODE.fullmatch(row.cells[4])
        for row in rows[1:]
    )


def read_splitwise(rows: Sequence[BookRow]) -> BookShares:
    """Return the shares in the table; two columns with the same name are two people.

    Raise RefusedError if a row cannot be read or does not add up to zero, or if the total balance
    is wrong.
    """
    names = number_namesakes(rows[0].cells[_WIDTH:])
    shares: list[BookShare] = []
    totals: list[BookShare] = []
    slack = Fraction(0)
    for row in rows[1:]:
        if len(row.cells) < _WIDTH:
            raise RefusedError([Problem("other_book_unreadable", "file")])
        line = list(_read_shares(row, names))
        # The total balance is the only row without category and cost.
        if not row.cells[2] and not row.cells[3]:
            totals += line
            continue
        slack += _compute_rounding_error(row, line)
        shares += line
    _require_matching_totals(shares, totals, len(rows))
    return BookShares(tuple(shares), slack=slack)


def _read_shares(row: BookRow, names: Sequence[str]) -> Iterator[BookShare]:
    for name, cell in zip(names, row.cells[_WIDTH:], strict=False):
        if not is_absence_mark(cell):
            yield BookShare(row.cells[4], name, read_amount_cell(row, cell))


def _compute_rounding_error(row: BookRow, line: Sequence[BookShare]) -> Fraction:
    """Return the rounding error of a row, whose shares should add up to zero.

    Raise RefusedError if the difference is too large for a rounding error.
    """
    difference = abs(sum((share.amount for share in line), Fraction(0)))
    if difference > _HALF_CENT * max(len(line), 2):
        currency = CURRENCIES.get(row.cells[4])
        units = round(difference * 10 ** (currency.digits if currency else 2))
        total = format_money(units, currency) if currency else format_decimal(units, digits=2)
        values = {"row": row.number, "total": total}
        raise RefusedError([Problem("other_book_line_sum", "file", values)])
    return difference


def _require_matching_totals(
    shares: Sequence[BookShare], totals: Sequence[BookShare], rows: int
) -> None:
    sums: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for share in shares:
        sums[share.currency, share.name] += share.amount
    for total in totals:
        # Each row is rounded, and so is the total.
        if abs(sums[total.currency, total.name] - total.amount) > _HALF_CENT * (rows + 1):
            raise RefusedError([Problem("other_book_total", "file", {"name": total.name})])
