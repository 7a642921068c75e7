"""CSV that a spreadsheet opens right in the reader's language, with nothing in it that runs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol

from scoring.ledger.money import decimal_text

# A spreadsheet takes a cell that begins so for a formula or for the start of another cell.
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a spreadsheet in some language expects its cells and numbers."""

    separator: str
    decimal_mark: str


POINT = Dialect(",", ".")
COMMA = Dialect(";", ",")
MARKS = {"point": POINT, "comma": COMMA}


@dataclass(frozen=True, slots=True)
class Amount:
    """Money in minor units, with the digits of its currency."""

    minor: int
    digits: int


Cell = str | int | Amount | None


def marks_of(language: str, wish: str = "") -> str:
    """The reader's own wish ("point" or "comma"), else what the language writes."""
    if wish in MARKS:
        return wish
    try:
        mark = get_decimal_symbol(Locale.parse(language, sep="-"))
    except (UnknownLocaleError, ValueError):
        return "point"
    return "comma" if mark == "," else "point"


def dialect_of(language: str, wish: str = "") -> Dialect:
    """How cells and numbers are written for this reader."""
    return MARKS[marks_of(language, wish)]


def write_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]], dialect: Dialect) -> bytes:
    """The table as a file: UTF-8 with its mark, CRLF, numbers plain, text quoted and made
    harmless.
    """
    return b"".join(csv_lines(header, rows, dialect))


def csv_lines(
    header: Sequence[str], rows: Iterable[Sequence[Cell]], dialect: Dialect
) -> Iterator[bytes]:
    """The same line by line, for tables that no memory has to hold."""
    titles = dialect.separator.join(_quoted(title) for title in header)
    yield f"{titles}\r\n".encode("utf-8-sig")
    for row in rows:
        line = dialect.separator.join([_shown(cell, dialect) for cell in row])
        yield f"{line}\r\n".encode()


def _shown(cell: Cell, dialect: Dialect) -> str:
    match cell:
        case None:
            return ""
        case Amount(minor, digits):
            return decimal_text(minor, digits=digits).replace(".", dialect.decimal_mark)
        case int():
            return str(cell)
        case _:
            return _quoted(cell)


def _quoted(text: str) -> str:
    # In quotes always: read with another separator, a piece of it would begin a cell.
    return '"' + _harmless(text).replace('"', '""') + '"'


def _harmless(text: str) -> str:
    # Some programs cut leading blanks first, so what stands behind them counts.
    start = text.lstrip(" \u00a0\ufeff")
    return f"'{text}" if start.startswith(_DANGEROUS) else text
