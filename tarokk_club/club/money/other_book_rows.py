"""Lines and shares of another book, whatever program wrote them."""

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
    """A line of the file with its number, from 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BookShare:
    """What one line adds to somebody's balance; currency: "" where the line names none."""

    currency: str
    name: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class Reading:
    """All shares of a file. slack: how far their sum may miss zero; unclear: as in OtherBook."""

    shares: tuple[BookShare, ...]
    slack: Fraction = Fraction(0)
    unclear: tuple[str, ...] = ()


def name_columns(
    rows: Sequence[BookRow], name_title: Callable[[str], str]
) -> Iterator[tuple[BookRow, Mapping[str, str]]]:
    """Yield each row below the first with its cells by the names of their columns.

    A row that is too short has empty cells.
    """
    names = [name_title(title) for title in rows[0].cells]
    for row in rows[1:]:
        cells = (*row.cells, *[""] * len(names))
        yield row, {name: cell for name, cell in zip(names, cells, strict=False) if name}


def read_amount_cell(row: BookRow, text: str, mark: str = "") -> Fraction:
    """Return the amount of a cell; without a mark, digits and one point are as programs write.

    Raises RefusedError with the number of the line where the cell holds no amount.
    """
    plain = _PROGRAM_NUMBER.fullmatch(text.strip()) if not mark else None
    amount = Fraction(plain[0]) if plain else read_fraction(text, mark=mark)
    if amount is None:
        raise refuse_cell(row, text)
    return amount


def refuse_cell(row: BookRow, text: str) -> RefusedError:
    """Return the refusal of a line because of what a cell holds."""
    return RefusedError(
        [Problem("other_book_number", "file", {"row": row.number, "text": text[:40]})]
    )
