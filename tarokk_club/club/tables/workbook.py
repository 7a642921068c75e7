"""The rows of a table as a workbook (XLSX), numbers as numbers and text as nothing but text."""

import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from xlsxwriter import Workbook

from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell

# What somebody typed stays text: it is no formula and leads nowhere.
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
LONGEST_TITLE = 31
# How a number is written, by its digits after the mark; no currency has more.
_PATTERNS = ("0", "0.0", "0.00", "0.000", "0.0000")
# Its title, its header, its rows.
Sheet = tuple[str, Sequence[str], Iterable[Sequence[Cell]]]
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))


def write_xlsx(title: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """One sheet named `title`, the header in bold and always in sight."""
    return write_sheets([(title, header, rows)])


def write_sheets(sheets: Iterable[Sheet]) -> bytes:
    """Several of them in one workbook."""
    taken: set[str] = set()
    file = io.BytesIO()
    with Workbook(file, OPTIONS) as book:
        bold = book.add_format({"bold": True})
        exact = [book.add_format({"num_format": pattern}) for pattern in _PATTERNS]
        for title, header, rows in sheets:
            sheet = book.add_worksheet(_title_beside(_tidy(title), taken))
            sheet.freeze_panes(1, 0)
            for column, name in enumerate(header):
                sheet.write_string(0, column, name, bold)
            for row, cells in enumerate(rows, start=1):
                for column, cell in enumerate(cells):
                    _write(sheet, (row, column), cell, exact)
            sheet.autofit()
    return file.getvalue()


def _write(sheet: Any, at: tuple[int, int], cell: Cell, exact: Sequence[Any]) -> None:
    match cell:
        case None:
            return
        case Amount(minor, digits):
            sheet.write_number(*at, Decimal(minor).scaleb(-digits), exact[digits])
        case int():
            sheet.write_number(*at, cell)
        case _:
            sheet.write_string(*at, cell)


def _tidy(title: str) -> str:
    """A title that a workbook takes."""
    return " ".join(title.translate(_FORBIDDEN).split())[:LONGEST_TITLE] or "1"


def _title_beside(title: str, taken: set[str]) -> str:
    """The title, with a number behind it where another sheet has it; this one has it from now."""
    found, number = title, 2
    while found.casefold() in taken:
        ending = f" {number}"
        found, number = title[: LONGEST_TITLE - len(ending)] + ending, number + 1
    taken.add(found.casefold())
    return found
