"""Tables as XLSX workbooks, in which text never becomes a formula or a link."""

import io
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell
from tarokk_club.club.tables.table import Table

# Options that keep user input as plain text.
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
LONGEST_TITLE = 31
# Number formats by number of decimals; no currency has more than four.
_PATTERNS = ("0", "0.0", "0.00", "0.000", "0.0000")
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))


def build_xlsx(*tables: Table) -> bytes:
    """Return a workbook with a sheet for each table, whose header row is bold and frozen."""
    # Only here, because no page needs it and a start takes longer with it.
    from xlsxwriter import Workbook

    used_titles: set[str] = set()
    file = io.BytesIO()
    with Workbook(file, OPTIONS) as book:
        bold = book.add_format({"bold": True})
        exact = [book.add_format({"num_format": pattern}) for pattern in _PATTERNS]
        for table in tables:
            sheet = book.add_worksheet(_reserve_title(_clean_title(table.title), used_titles))
            sheet.freeze_panes(1, 0)
            for column, name in enumerate(table.header):
                sheet.write_string(0, column, name, bold)
            for row, cells in enumerate(table.rows, start=1):
                for column, cell in enumerate(cells):
                    _write_cell(sheet, (row, column), cell, exact)
            sheet.autofit()
    return file.getvalue()


def _write_cell(sheet: Any, at: tuple[int, int], cell: Cell, exact: Sequence[Any]) -> None:
    match cell:
        case None:
            return
        case Amount(minor, digits):
            sheet.write_number(*at, Decimal(minor).scaleb(-digits), exact[digits])
        case int():
            sheet.write_number(*at, cell)
        case _:
            sheet.write_string(*at, cell)


def _clean_title(title: str) -> str:
    """Return the title in a form that is valid in a workbook."""
    return " ".join(title.translate(_FORBIDDEN).split())[:LONGEST_TITLE] or "1"


def _reserve_title(title: str, used_titles: set[str]) -> str:
    """Return the title, with a number appended if it is used, and add it to `used_titles`."""
    unique, number = title, 2
    while unique.casefold() in used_titles:
        ending = f" {number}"
        unique, number = title[: LONGEST_TITLE - len(ending)] + ending, number + 1
    used_titles.add(unique.casefold())
    return unique
