"""Reading of numbers in table cells, as written by programs and people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from scoring.ledger.currency import CURRENCIES

# Every dash that a program may write as a minus sign.
DASHES = "-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2796\ufe58\ufe63\uff0d\u207b"
_AS_MINUS = str.maketrans(dict.fromkeys(DASHES, "-"))
_ABSENT = re.compile(r"-*|[x×✕✖✗✘/.]|n/?a", re.IGNORECASE)
_MONEY_WORDS = ("ft", "kr", "lei", "ron", "zł", "zl", "kč", "huf", "forint", "euro", "sfr", "fr")
_CODES = "|".join(sorted({*_MONEY_WORDS, *map(str.lower, CURRENCIES)}, key=lambda word: -len(word)))
_CURRENCY = re.compile(rf"(?<![^\W\d_])(?:{_CODES})(?![^\W\d_])\.?|[€$£¥₽₺₴₪]", re.IGNORECASE)
# The ending of a whole amount: "15,-", "15.–", "15.".
_NO_CENTS = re.compile(r"(?<=\d)[.,]-{0,2}$")
_BLANKS = re.compile(r"\s+")
_GROUPED = re.compile(r"\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*(?:([.,])(\d+))?")
_PLAIN = re.compile(r"(\d*)(?:([.,])(\d+))?")
_LONGEST_NUMBER = 24


def normalise_dashes(text: str) -> str:
    """Return the text with every dash and minus sign replaced by a hyphen."""
    return text.translate(_AS_MINUS)


def is_absence_mark(text: str) -> bool:
    """Return whether a cell is empty or holds a usual mark for absence.

    >>> [is_absence_mark(cell) for cell in ("", "x", "-", "–", "0", "xi")]
    [True, True, True, True, False, False]
    """
    return _ABSENT.fullmatch(normalise_dashes(text).strip()) is not None


def read_decimal(text: str, *, decimal_separator: str = "") -> str | None:
    """Return a cell's number, written with a decimal point and no grouping; None if it has none.

    A dash before or after the number, or brackets around it, make it negative. A currency next
    to the number is ignored.

    decimal_separator: the separator of the table; if "", "1.234" and "1,234" are thousands.

    >>> [read_decimal(cell) for cell in ("1 234,50", "−1.234", "923.5950", "1500 Ft", "(5)")]
    ['1234.5', '-1234', '923.595', '1500', '-5']
    >>> [read_decimal(cell) for cell in ("-", "x", "12.34.56", "3 apples", "5-5")]
    [None, None, None, None, None]
    """
    if len(text) > 4 * _LONGEST_NUMBER:
        return None
    plain = normalise_dashes(text).replace("’", "'")
    number = _BLANKS.sub(" ", _CURRENCY.sub(" ", plain)).strip()
    is_bracketed = number.startswith("(") and number.endswith(")")
    number = number[1:-1].strip() if is_bracketed else number
    number = _NO_CENTS.sub("", number).strip()
    minus, number = _split_sign(number)
    parts = _split_decimals(number, decimal_separator)
    if parts is None or len(number) > _LONGEST_NUMBER or not number.isascii():
        return None
    integer, decimals = parts[0].lstrip("0") or "0", parts[1].rstrip("0")
    decimal = f"{integer}.{decimals}" if decimals else integer
    return f"-{decimal}" if minus != is_bracketed and decimal != "0" else decimal


def _split_sign(number: str) -> tuple[bool, str]:
    """Return whether the number has a minus sign on either side, and the number without it."""
    if number[:1] in ("-", "+"):
        return number[0] == "-", number[1:].strip()
    if number[-1:] in ("-", "+"):
        return number[-1] == "-", number[:-1].strip()
    return False, number


def _split_decimals(number: str, decimal_separator: str) -> tuple[str, str] | None:
    """Return the digits around the decimal separator; None if the text is not a number."""
    grouped = _GROUPED.fullmatch(number)
    if grouped and grouped[1] not in (decimal_separator, grouped[2]):
        decimals = grouped[3] or ""
        integer = number[: len(number) - len(decimals) - 1] if decimals else number
        return re.sub(r"\D", "", integer), decimals
    plain = _PLAIN.fullmatch(number.replace("'", ""))
    if not plain or not (plain[1] or plain[3]):
        return None
    return plain[1], plain[3] or ""


def read_fraction(text: str, *, decimal_separator: str = "") -> Fraction | None:
    """Return the exact number in a cell; None if the cell holds no number.

    decimal_separator: the separator of the table, as for read_decimal.
    """
    number = read_decimal(text, decimal_separator=decimal_separator)
    return None if number is None else Fraction(number)


def detect_decimal_separator(cells: Iterable[str]) -> str:
    """Return the decimal separator that the cells of a table imply; "" if none or several.

    >>> columns = ("1.234", "0,5"), ("1,234.50",), ("1.234", "7")
    >>> [detect_decimal_separator(cells) for cells in columns]
    [',', '.', '']
    """
    separators = {mark for cell in cells if (mark := _detect_cell_decimal_separator(cell))}
    return separators.pop() if len(separators) == 1 else ""


def _detect_cell_decimal_separator(cell: str) -> str:
    """Return the decimal separator that a cell implies, even if it only has grouped digits.

    Return "" if it implies none.
    """
    marks: list[str] = re.findall(r"(?<=\d)[.,](?=\d)", cell)
    if not marks or read_decimal(cell) is None:
        return ""
    if len(set(marks)) == 2:
        return marks[-1]
    if len(marks) > 1:
        return "," if marks[0] == "." else "."
    behind = re.search(r"[.,](\d+)", cell)
    return marks[0] if behind and len(behind[1]) != 3 else ""
