"""Bank statement files: detection of the format, and limits on their size."""

from __future__ import annotations

import re

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.money.bank_lines import (
    MOST_LINES,
    BankStatement,
    build_too_many_payments_error,
)
from tarokk_club.club.money.bank_tables import (
    BankTable,
    read_bank_table,
)
from tarokk_club.club.money.camt import read_camt

# The first bytes of workbooks and PDF, and lines of MT940, OFX, QIF and JSON: not supported.
_OTHER_FORMATS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"{", b"[{")
_OTHER_LINES = re.compile(rb"^(?::(?:20|25):|OFXHEADER|<OFX>|!Type:)", re.MULTILINE)
_XML_STARTS = ("<".encode("utf-16"), b"\xfe\xff\0<", b"\0<")
_MEGABYTE = 1024 * 1024
LARGEST_MEGABYTES = 2


def read_bank_file(data: bytes) -> BankStatement | BankTable:
    """Return the statement in an XML file, or the table in a CSV file.

    Raise RefusedError if the file is too large or unreadable.
    """
    if len(data) > LARGEST_MEGABYTES * _MEGABYTE:
        raise RefusedError([Problem("bank_file_large", "file", {"highest": LARGEST_MEGABYTES})])
    start = data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(_OTHER_FORMATS) or _OTHER_LINES.search(start.replace(b"\r", b"\n")):
        raise RefusedError([Problem("bank_file_unreadable", "file")])
    if data.startswith(_XML_STARTS):
        return read_camt(data)
    # Some programs write blank lines before the XML declaration.
    return read_camt(data.lstrip()) if start.startswith(b"<") else read_bank_table(data)


def require_valid_line_count(statement: BankStatement) -> BankStatement:
    """Return the statement unchanged, after checking its number of lines.

    Raise RefusedError if it has no lines, or too many for a page.
    """
    if len(statement.lines) > MOST_LINES:
        raise build_too_many_payments_error(len(statement.lines))
    if not statement.lines:
        raise RefusedError([Problem("bank_file_empty", "file")])
    return statement
