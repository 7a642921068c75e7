"""The rows of a table as a workbook (XLSX), numbers as numbers and text as nothing but text."""

import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from xlsxwriter import Workbook

from tarokk_club.club.base.spreadsheet import Amount, Cell

# What somebody typed stays text: it is no formula and leads nowhere.
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
LONGEST_TITLE = 31
# How a number is written, by its digits after the mark; no currency has more.
_PATTERNS = ("0", "0.0", "0.00", "0.000", "0.0000")
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))


def write_xlsx(title: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """One sheet named `title`, the header in bold and always in sight."""
    file = io.BytesIO()
    with Workbook(file, OPTIONS) as book:
        sheet = book.add_worksheet(_tidy(title))
        bold = book.add_format({"bold": True})
        exact = [book.add_format({"num_format": pattern}) for pattern in _PATTERNS]
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
