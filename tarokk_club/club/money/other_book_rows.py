"""Rows of another app's file, and the shares read from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.tables.amounts import read_fraction

_PROGRAM_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")


@dataclass(frozen=True, slots=True)
class BookRow:
    """A row of the file.

    number: number of the row, from 1.
    """

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BookShare:
    """The amount that one row adds to a person's balance.

    currency: "" if the row states none.
    amount: units of the currency, negative if owed.
    """

    currency: str
    name: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class BookShares:
    """All shares of a file.

    slack: the largest rounding error to accept in their sum, which should be zero.
    unclear: names with a comma that may be one person or two.
    """

    shares: tuple[BookShare, ...]
    slack: Fraction = Fraction(0)
    unclear: tuple[str, ...] = ()


def iter_named_cells(
    rows: Sequence[BookRow], name_title: Callable[[str], str]
) -> Iterator[tuple[BookRow, Mapping[str, str]]]:
    """Yield each row below the titles with its cells by column name.

    The missing cells of a short row are empty.
    name_title: returns the name of a column; "" to leave the column out.
    """
    names = [name_title(title) for title in rows[0].cells]
    for row in rows[1:]:
        cells = (*row.cells, *[""] * len(names))
        yield row, {name: cell for name, cell in zip(names, cells, strict=False) if name}


def read_amount_cell(row: BookRow, text: str, separator: str = "") -> Fraction:
    """Return the amount in a cell.

    separator: the decimal separator; "" to guess it, taking a single point for one.
    Raise RefusedError with the row's number if the cell holds no amount.
    """
    plain = _PROGRAM_NUMBER.fullmatch(text.strip()) if not separator else None
    amount = Fraction(plain[0]) if plain else read_fraction(text, decimal_separator=separator)
    if amount is None:
        raise build_cell_error(row, text)
    return amount


def build_cell_error(row: BookRow, text: str) -> RefusedError:
    """Return the error for a cell that holds no valid number."""
    return RefusedError(
        [Problem("other_book_number", "file", {"row": row.number, "text": text[:40]})]
    )
