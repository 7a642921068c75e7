"""CSV files for spreadsheets in the reader's language, protected against formulas."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol

from scoring.ledger.money import format_decimal

# A spreadsheet treats a cell with such a first character as a formula, or splits it.
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class Dialect:
    """The cell separator and decimal separator that a spreadsheet expects."""

    separator: str
    decimal_separator: str


POINT = Dialect(",", ".")
COMMA = Dialect(";", ",")
DIALECTS = {"point": POINT, "comma": COMMA}


@dataclass(frozen=True, slots=True)
class Amount:
    """Money in minor units, with the number of decimals of its currency."""

    minor: int
    digits: int


Cell = str | int | Amount | None


def choose_decimal_separator(language: str, chosen: str = "") -> str:
    """Return "point" or "comma": the reader's choice, or else the convention of the language.

    chosen: the reader's choice; "" for none.
    """
    if chosen in DIALECTS:
        return chosen
    try:
        symbol = get_decimal_symbol(Locale.parse(language, sep="-"))
    except (UnknownLocaleError, ValueError):
        return "point"
    return "comma" if symbol == "," else "point"


def choose_dialect(language: str, chosen: str = "") -> Dialect:
    """Return the dialect for the reader's choice or language."""
    return DIALECTS[choose_decimal_separator(language, chosen)]


def build_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]], dialect: Dialect) -> bytes:
    """Return the table as CSV, in UTF-8 with a byte order mark and CRLF line ends.

    Text is quoted and cannot run as a formula.
    """
    return b"".join(iter_csv_lines(header, rows, dialect))


def iter_csv_lines(
    header: Sequence[str], rows: Iterable[Sequence[Cell]], dialect: Dialect
) -> Iterator[bytes]:
    """Yield the same CSV as `build_csv` line by line, for tables too large for memory."""
    titles = dialect.separator.join(_quote_text(title) for title in header)
    yield f"{titles}\r\n".encode("utf-8-sig")
    for row in rows:
        line = dialect.separator.join([_format_cell(cell, dialect) for cell in row])
        yield f"{line}\r\n".encode()


def _format_cell(cell: Cell, dialect: Dialect) -> str:
    match cell:
        case None:
            return ""
        case Amount(minor, digits):
            return format_decimal(minor, digits=digits).replace(".", dialect.decimal_separator)
        case int():
            return str(cell)
        case _:
            return _quote_text(cell)


def _quote_text(text: str) -> str:
    # Quote all text, because a wrong separator could otherwise split it into cells.
    return '"' + _escape_formula(text).replace('"', '""') + '"'


def _escape_formula(text: str) -> str:
    # Some programs strip leading spaces, so the first character after them matters.
    start = text.lstrip(" \u00a0\ufeff")
    return f"'{text}" if start.startswith(_DANGEROUS) else text
