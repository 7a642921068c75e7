"""A table that can be written in every file format."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tarokk_club.club.tables.spreadsheet_csv import Cell, Dialect, build_csv


@dataclass(frozen=True, slots=True)
class Table:
    """Column titles and rows; the rows can be read only once if they are an iterator.

    title: name of the sheet in a workbook.
    """

    title: str
    header: Sequence[str]
    rows: Iterable[Sequence[Cell]]

    def build_csv(self, dialect: Dialect) -> bytes:
        """Return the table as CSV."""
        return build_csv(self.header, self.rows, dialect)
