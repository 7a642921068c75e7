"""Bank statement files: detection of the format, and limits of size."""

from __future__ import annotations

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.money.bank_lines import MOST_LINES, BankStatement, bank_file_long
from tarokk_club.club.money.bank_tables import (
    BankTable,
    detect_day_order,
    has_required_columns,
    match_column_titles,
    read_bank_table,
    read_table_lines,
)
from tarokk_club.club.money.camt import read_camt

_MEGABYTE = 1024 * 1024
LARGEST_MEGABYTES = 2


def read_bank_file(data: bytes) -> BankStatement | BankTable:
    """Return the statement of an XML file, or the table of a CSV file whose columns are not yet
    assigned.

    Raise RefusedError if the file is too large or unreadable.
    """
    if len(data) > LARGEST_MEGABYTES * _MEGABYTE:
        raise RefusedError([Problem("bank_file_large", "file", {"highest": LARGEST_MEGABYTES})])
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return read_camt(data) if start == b"<" else read_bank_table(data)


def require_lines(statement: BankStatement) -> BankStatement:
    """Return the statement unchanged.

    Raise RefusedError if it has no lines, or too many for a page.
    """
    if len(statement.lines) > MOST_LINES:
        raise bank_file_long(len(statement.lines))
    if not statement.lines:
        raise RefusedError([Problem("bank_file_empty", "file")])
    return statement


def read_titled_statement(data: bytes, currency: str) -> BankStatement:
    """Return the statement of a file whose columns all have known titles.

    Raise RefusedError if the columns are unknown or the file is unreadable.
    """
    found = read_bank_file(data)
    if isinstance(found, BankTable):
        columns = match_column_titles(found.titles)
        if not has_required_columns(columns):
            raise RefusedError([Problem("bank_columns_missing", "file")])
        order = detect_day_order(found, columns)
        found = read_table_lines(found, columns, currency, order)
    return require_lines(found)
