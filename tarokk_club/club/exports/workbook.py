"""The rows of a table as a workbook (XLSX), numbers as numbers and text as nothing but text."""

import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

from xlsxwriter import Workbook

from tarokk_club.club.exports.spreadsheet import Amount, Cell

# What somebody typed stays text: it is no formula and leads nowhere.
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
LONGEST_TITLE = 31
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))


def write_xlsx(title: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """One sheet named `title`, the header in bold and always in sight."""
    file = io.BytesIO()
    with Workbook(file, OPTIONS) as book:
        sheet = book.add_worksheet(_tidy(title))
        bold = book.add_format({"bold": True})
        sheet.freeze_panes(1, 0)
        for column, name in enumerate(header):
            sheet.write_string(0, column, name, bold)
        for row, cells in enumerate(rows, start=1):
            for column, cell in enumerate(cells):
                match cell:
                    case None:
                        continue
                    case Amount(minor, digits):
                        exact = book.add_format({"num_format": _pattern(digits)})
                        sheet.write_number(row, column, Decimal(minor).scaleb(-digits), exact)
                    case int():
                        sheet.write_number(row, column, cell)
                    case _:
                        sheet.write_string(row, column, cell)
        sheet.autofit()
    return file.getvalue()


def _pattern(digits: int) -> str:
    """How a spreadsheet writes a number with so many digits after the mark."""
    return f"0.{'0' * digits}" if digits else "0"


def _tidy(title: str) -> str:
    """A title that a workbook takes."""
    return " ".join(title.translate(_FORBIDDEN).split())[:LONGEST_TITLE] or "1"
