"""CSV that opens correctly in a spreadsheet in the reader's language, and contains no formulas."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol

from scoring.ledger.money import format_decimal

# A spreadsheet treats a cell that begins like this as a formula or as another cell.
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class Dialect:
    """The cell separator and decimal mark that a spreadsheet in some language expects."""

    separator: str
    decimal_mark: str


POINT = Dialect(",", ".")
COMMA = Dialect(";", ",")
MARKS = {"point": POINT, "comma": COMMA}


@dataclass(frozen=True, slots=True)
class Amount:
    """Money in minor units, with the number of decimals of its currency."""

    minor: int
    digits: int


Cell = str | int | Amount | None


def choose_decimal_separator(language: str, wish: str = "") -> str:
    """Return "point" or "comma": the reader's choice, else the convention of the language.

    wish: "" if the reader has not chosen.
    """
    if wish in MARKS:
        return wish
    try:
        mark = get_decimal_symbol(Locale.parse(language, sep="-"))
    except (UnknownLocaleError, ValueError):
        return "point"
    return "comma" if mark == "," else "point"


def choose_dialect(language: str, wish: str = "") -> Dialect:
    """Return the dialect for this reader."""
    return MARKS[choose_decimal_separator(language, wish)]


def write_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]], dialect: Dialect) -> bytes:
    """Return the table as a file: UTF-8 with a byte order mark and CRLF.

    Numbers are plain; text is quoted and cannot run as a formula.
    """
    return b"".join(csv_lines(header, rows, dialect))


def csv_lines(
    header: Sequence[str], rows: Iterable[Sequence[Cell]], dialect: Dialect
) -> Iterator[bytes]:
    """Yield the same file line by line, for tables too large for memory."""
    titles = dialect.separator.join(_quoted(title) for title in header)
    yield f"{titles}\r\n".encode("utf-8-sig")
    for row in rows:
        line = dialect.separator.join([_cell_text(cell, dialect) for cell in row])
        yield f"{line}\r\n".encode()


def _cell_text(cell: Cell, dialect: Dialect) -> str:
    match cell:
        case None:
            return ""
        case Amount(minor, digits):
            return format_decimal(minor, digits=digits).replace(".", dialect.decimal_mark)
        case int():
            return str(cell)
        case _:
            return _quoted(cell)


def _quoted(text: str) -> str:
    # Always quoted: read with another separator, part of the text would start a new cell.
    return '"' + _harmless(text).replace('"', '""') + '"'


def _harmless(text: str) -> str:
    # Some programs strip leading blanks first, so the text after them is checked.
    start = text.lstrip(" \u00a0\ufeff")
    return f"'{text}" if start.startswith(_DANGEROUS) else text
