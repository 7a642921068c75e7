"""Files of banks: which kind one is, and how much of it is read."""

from __future__ import annotations

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.money.bank_lines import BankStatement
from tarokk_club.club.money.bank_tables import (
    BankTable,
    is_whole,
    known_columns,
    lines_of_table,
    order_of_days,
    read_bank_table,
)
from tarokk_club.club.money.camt import read_camt

_MEGABYTE = 1024 * 1024
LARGEST_MEGABYTES, MOST_LINES = 2, 2000


def read_bank_file(data: bytes) -> BankStatement | BankTable:
    """Return the statement of an XML file, or the table whose columns are still to be told.

    Raises RefusedError: too large, or nothing that can be read.
    """
    if len(data) > LARGEST_MEGABYTES * _MEGABYTE:
        raise RefusedError([Problem("bank_file_large", "file", {"highest": LARGEST_MEGABYTES})])
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return read_camt(data) if start == b"<" else read_bank_table(data)


def require_lines(statement: BankStatement) -> BankStatement:
    """Return the statement. Raises RefusedError: no line, or too many for a page."""
    if len(statement.lines) > MOST_LINES:
        raise RefusedError([Problem("bank_file_long", "file", {"highest": MOST_LINES})])
    if not statement.lines:
        raise RefusedError([Problem("bank_file_empty", "file")])
    return statement


def read_known_statement(data: bytes, currency: str) -> BankStatement:
    """Return the statement of a file whose columns have known titles. Raises RefusedError."""
    found = read_bank_file(data)
    if isinstance(found, BankTable):
        columns = known_columns(found.titles)
        if not is_whole(columns):
            raise RefusedError([Problem("bank_columns_missing", "file")])
        order = order_of_days(found, columns)
        found = lines_of_table(found, columns, currency, order)
    return require_lines(found)
