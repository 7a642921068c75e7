"""Tables that other programs write: CSV in any usual form, its days and its decimal numbers."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from datetime import date, datetime
from fractions import Fraction

_DAYS = ("%Y-%m-%d", "%Y.%m.%d", "%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y", "%Y%m%d")
_LONGEST_NUMBER = 24


def decoded(data: bytes) -> str | None:
    """The text of a file: UTF-8, or what programs of Central Europe wrote before it."""
    for encoding in ("utf-8-sig", "cp1250"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def rows_of(text: str) -> list[list[str]] | None:
    """The rows of a table with what parts its cells found by its first line; None for no table."""
    separator = max(";,\t", key=text.partition("\n")[0].count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error:
        return None


def plain_title(text: str) -> str:
    """Small letters without marks, so that a title is known however it is written.

    >>> plain_title("  Könyvelés   DÁTUMA ")
    'konyveles datuma'
    """
    letters = unicodedata.normalize("NFKD", text.strip().casefold().replace("ø", "o"))
    return " ".join("".join(one for one in letters if not unicodedata.combining(one)).split())


def day_in(text: str) -> date | None:
    """The day that a cell names, None for none.

    >>> day_in("2026.11.18.")
    datetime.date(2026, 11, 18)
    """
    for form in _DAYS:
        try:
            return datetime.strptime(text.strip(" ."), form).date()  # noqa: DTZ007 - a day alone
        except ValueError:
            continue
    return None


def decimal_in(text: str) -> str | None:
    """The number of a cell with a point and no grouping: "-1234.5"; None where none stands there.

    The last mark parts the whole from the rest, but where all marks part thousands.

    >>> [decimal_in(one) for one in ("1 234,50", "\u22121.234", "923.5950", "12 Ft", "-", "x")]
    ['1234.5', '-1234', '923.595', '12', None, None]
    """
    told = text.replace("\u2212", "-").strip()
    below = told.startswith("-") or told.endswith("-")
    digits = re.sub(r"[^\d.,]", "", told)
    if len(digits) > _LONGEST_NUMBER or not re.search(r"[0-9]", digits):
        return None
    whole, _mark, part = _parted(digits)
    whole, part = re.sub(r"[.,]", "", whole).lstrip("0") or "0", part.rstrip("0")
    if not (whole + part).isascii():
        return None
    number = f"{whole}.{part}" if part else whole
    return f"-{number}" if below and number != "0" else number


def _parted(digits: str) -> tuple[str, str, str]:
    """What stands before and behind the mark of the decimals."""
    mark = max(digits.rfind("."), digits.rfind(","))
    behind = len(digits) - mark - 1
    if mark < 0 or (behind > 2 and _is_grouped(digits)):
        return digits, "", ""
    return digits[:mark], digits[mark], digits[mark + 1 :]


def _is_grouped(digits: str) -> bool:
    """Whether every mark parts thousands."""
    return re.fullmatch(r"\d{1,3}([.,]\d{3})+", digits) is not None


def fraction_in(text: str) -> Fraction | None:
    """The same as an exact number."""
    number = decimal_in(text)
    return None if number is None else Fraction(number)
