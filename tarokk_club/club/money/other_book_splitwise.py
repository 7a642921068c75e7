"""Splitwise's table of expenses, in any language that it is written in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from scoring.core.problem import Problem, RefusedError
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import format_decimal
from tarokk_club.club.money.other_book_rows import BookRow, BookShare, Reading, read_amount_cell
from tarokk_club.club.tables.amounts import is_absence_mark
from tarokk_club.club.tables.days import read_day
from tarokk_club.club.tables.table_rows import fold_title, number_namesakes

_TITLES = ("date", "description", "category", "cost", "currency")
_CODE = re.compile(r"[A-Z]{3}")
_WIDTH = len(_TITLES)
_HALF_CENT = Fraction(1, 200)


def is_splitwise(rows: Sequence[BookRow]) -> bool:
    """Return whether the rows are a table of Splitwise.

    Its titles and categories are in the language of who took the file; the columns are not: a day,
    a text, a category, a cost, a currency, then one for each person.
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


def read_splitwise(rows: Sequence[BookRow]) -> Reading:
    """Return the shares; two columns of one name are two people.

    Raises RefusedError where a line does not add up to zero, or the lines not to the total balance
    at the end of the file.
    """
    names = number_namesakes(rows[0].cells[_WIDTH:])
    shares: list[BookShare] = []
    totals: list[BookShare] = []
    slack = Fraction(0)
    for row in rows[1:]:
        if len(row.cells) < _WIDTH:
            raise RefusedError([Problem("other_book_unreadable", "file")])
        line = list(_shares_of(row, names))
        # The total balance is the one line with no category and no cost.
        if not row.cells[2] and not row.cells[3]:
            totals += line
            continue
        slack += _check_line(row, line)
        shares += line
    _check_totals(shares, totals, len(rows))
    return Reading(tuple(shares), slack=slack)


def _shares_of(row: BookRow, names: Sequence[str]) -> Iterator[BookShare]:
    for name, cell in zip(names, row.cells[_WIDTH:], strict=False):
        if not is_absence_mark(cell):
            yield BookShare(row.cells[4], name, read_amount_cell(row, cell))


def _check_line(row: BookRow, line: Sequence[BookShare]) -> Fraction:
    """Return how far a line misses zero because each of its amounts is rounded."""
    over = abs(sum((share.amount for share in line), Fraction(0)))
    if over > _HALF_CENT * max(len(line), 2):
        currency = CURRENCIES.get(row.cells[4])
        digits = currency.digits if currency else 2
        total = format_decimal(round(over * 10**digits), digits=digits)
        values = {"row": row.number, "total": total}
        raise RefusedError([Problem("other_book_line_sum", "file", values)])
    return over


def _check_totals(shares: Sequence[BookShare], totals: Sequence[BookShare], rows: int) -> None:
    found: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for share in shares:
        found[share.currency, share.name] += share.amount
    for total in totals:
        # Both are rounded: each line, and the total.
        if abs(found[total.currency, total.name] - total.amount) > _HALF_CENT * (rows + 1):
            raise RefusedError([Problem("other_book_total", "file", {"name": total.name})])
