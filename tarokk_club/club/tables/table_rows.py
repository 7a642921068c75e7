"""Rows and column titles of tables written by other programs."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from scoring.core.problem import Problem, RefusedError

_SEPARATORS = ";\t,|"
_SEPARATOR_LINE = re.compile(r'"?sep=(.|\\t)"?[;,\t|]*\n', re.IGNORECASE)
_SAMPLE_ROWS, _HIGHEST_HEADER = 100, 30
# Titles of rows and columns of sums, in plain letters.
_SUM_TITLES = frozenset(
    (
        *("sum", "sums", "total", "totals", "grand total", "subtotal", "check", "\u2211", "\u03c3"),
        *("osszesen", "mindosszesen", "osszes", "vegosszeg", "ellenorzes"),
        *("i alt", "ialt", "samlet", "sum i alt", "kontrol", "total general", "suma", "totaluri"),
        *("gesamt", "summe", "insgesamt", "gesamtsumme", "kontrolle", "totale", "totaal", "somme"),
        *("razem", "summa", "totalt", "celkem"),
    )
)
_PLAIN_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ı": "i"})


@dataclass(frozen=True, slots=True)
class TableLimits:
    """The size of the largest table that is accepted.

    rows: number of rows that are not empty.
    columns: number of cells up to the last one that is not empty.
    """

    rows: int
    columns: int

    def require_size(self, rows: int, columns: int) -> None:
        """Raise RefusedError if a table of this size exceeds the limits."""
        if rows > self.rows or columns > self.columns:
            values = {
                "rows": self.rows,
                "columns": self.columns,
                "row_count": rows,
                "column_count": columns,
            }
            raise RefusedError([Problem("table_large", "file", values)])


def split_rows(text: str, limits: TableLimits) -> list[list[str]] | None:
    """Return the rows of a table; None if the text cannot be split into cells.

    A first line such as `sep=;` sets the separator. Otherwise the separator (semicolon, tab,
    comma or bar) with the most rows of equal width is used. A separator is preferred if the first
    of these rows has no digits, because such a row holds the titles.

    Raise RefusedError if the table exceeds the limits.

    >>> split_rows("sep=;\\nAnna;1,5\\nBo;-1,5\\n", TableLimits(rows=9, columns=9))
    [['Anna', '1,5'], ['Bo', '-1,5']]
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if declared := _SEPARATOR_LINE.match(lines):
        separator = "\t" if declared[1] == "\\t" else declared[1]
        lines = lines[declared.end() :]
    else:
        separator = _guess_separator(lines)
    try:
        is_quoted = _has_closed_quotes(lines, separator)
        return _read_limited_rows(_build_reader(lines, separator, is_quoted=is_quoted), limits)
    except (csv.Error, TypeError, ValueError):
        return None


def _has_closed_quotes(lines: str, separator: str) -> bool:
    """Return False if an open quote would swallow the rows after it, else True."""
    if '"' not in lines:
        return True
    try:
        for _row in csv.reader(io.StringIO(lines, newline=""), delimiter=separator, strict=True):
            pass
    except csv.Error:
        rows = _build_reader(lines, separator)
        return not any("\n" in cell for row in rows for cell in row)
    return True


def _read_limited_rows(rows: Iterator[list[str]], limits: TableLimits) -> list[list[str]]:
    """Return the rows up to the last one that is not empty.

    Raise RefusedError, with the numbers of rows and columns, if the table exceeds the limits.
    """
    read: list[list[str]] = []
    empty: list[str] = []
    count = widest = blank = 0
    for row in rows:
        if not any(row):
            blank += 1
            continue
        width = len(row)
        while width and not row[width - 1].strip():
            width -= 1
        count, widest = count + bool(width), max(widest, width)
        if count <= limits.rows and widest <= limits.columns:
            read.extend([empty] * blank)
            read.append(row[: limits.columns])
        blank = 0
    limits.require_size(count, widest)
    return read


def _build_reader(lines: str, separator: str, *, is_quoted: bool = True) -> Iterator[list[str]]:
    file = io.StringIO(lines, newline="")
    if is_quoted:
        return csv.reader(file, delimiter=separator)
    return csv.reader(file, delimiter=separator, quoting=csv.QUOTE_NONE)


def _guess_separator(lines: str) -> str:
    """Return the separator of a table that declares none."""
    measures = {each: _measure_regularity(lines, each) for each in _SEPARATORS}
    # Decimal commas also split rows, and balances above the titles may give even more rows.
    fewest = max(count for count, _width, _has_titles in measures.values()) / 2
    return max(
        (each for each in _SEPARATORS if measures[each][0] >= fewest),
        key=lambda each: (measures[each][2], *measures[each][:2]),
    )


def _measure_regularity(lines: str, separator: str) -> tuple[int, int, bool]:
    """Return the number of sample rows with the most common width above 1, and that width.

    Also return whether the first of these rows may hold titles, as it has no digits.
    """
    try:
        rows = list(islice(_build_reader(lines, separator), _SAMPLE_ROWS))
    except csv.Error:
        return 0, 0, False
    widths = Counter(map(len, rows))
    count, width = max(
        ((count, width) for width, count in widths.items() if width > 1), default=(0, 0)
    )
    first = next((row for row in rows if len(row) == width > 1), ())
    has_titles = bool(first) and not any(map(str.isdecimal, "".join(first)))
    return count, width, has_titles


def drop_rows_above_header(
    rows: Sequence[Sequence[str]], is_header: Callable[[Sequence[str]], bool]
) -> tuple[int, Sequence[Sequence[str]]]:
    """Return the number of rows above the header, and the rows from the header on.

    If none of the first thirty rows is a header, no row is dropped.

    is_header: returns whether a row is the header.
    """
    for place, row in enumerate(rows[:_HIGHEST_HEADER]):
        if is_header(row):
            return place, rows[place:]
    return 0, rows


def fold_title(text: str) -> str:
    """Return the text in lower case without accents, to compare column titles.

    >>> fold_title("  Könyvelés   DÁTUMA ")
    'konyveles datuma'
    """
    letters = unicodedata.normalize("NFKD", text.strip().casefold().translate(_PLAIN_LETTERS))
    return " ".join("".join(each for each in letters if not unicodedata.combining(each)).split())


def is_sum_title(text: str) -> bool:
    """Return whether a cell is a usual title of a row or column of sums.

    >>> [is_sum_title(text) for text in ("Összesen:", "I alt", "Anna")]
    [True, True, False]
    """
    return fold_title(text).strip(" :=") in _SUM_TITLES


def number_namesakes(names: Sequence[str]) -> list[str]:
    """Return the names, with a number appended to each that occurs more than once.

    Empty names stay empty.

    >>> number_namesakes(["Anna", "Bo", "Anna"])
    ['Anna (1)', 'Bo', 'Anna (2)']
    """
    counts = Counter(fold_name(name) for name in names)
    numbers: Counter[str] = Counter()
    numbered = []
    for name in names:
        key = fold_name(name)
        numbers[key] += 1
        while counts[fold_name(f"{name} ({numbers[key]})")]:
            numbers[key] += 1
        numbered.append(f"{name} ({numbers[key]})" if counts[key] > 1 and name else name)
    return numbered


def fold_name(name: str) -> str:
    """Return a name in lower case with single spaces but with its accents, to compare names."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
