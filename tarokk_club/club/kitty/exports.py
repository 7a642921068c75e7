"""The cash book as a table, and receipts and yearly statements as PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.finale.scripts import OWN
from tarokk_club.club.kitty.queries.cash_book import CashBook
from tarokk_club.club.kitty.words import account_name, book_text
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, write_csv
from tarokk_club.club.tables.workbook import write_xlsx

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "DejaVu"


def cash_book_csv(book: CashBook, dialect: Dialect) -> bytes:
    """Return the cash book as CSV, with the opening, a row a line, and the sums."""
    return write_csv(_header(), _rows(book), dialect)


def cash_book_xlsx(book: CashBook) -> bytes:
    """Return the same rows as a workbook."""
    return write_xlsx(_("Cash book"), _header(), _rows(book))


def _header() -> list[str]:
    return [
        *(_("Date"), _("Receipt"), _("Account"), _("Text"), _("In"), _("Out")),
        *(_("Balance"), _("Currency"), _("Note")),
    ]


def _rows(book: CashBook) -> Iterator[list[Cell]]:
    code, digits = book.currency, CURRENCIES[book.currency].digits

    def amount(minor: int) -> Amount:
        return Amount(minor, digits)

    def row(text: str, *amounts: Cell) -> list[Cell]:
        return [None, None, None, text, *amounts, code, None]

    yield row(_("Opening balance"), None, None, amount(book.opened_with))
    if book.difference:
        opening = amount(book.opened_with + book.difference)
        into = amount(book.difference) if book.difference > 0 else None
        out = amount(-book.difference) if book.difference < 0 else None
        yield row(_("Later changes in closed years"), into, out, opening)
    for line in book.lines:
        yield [
            line.day.isoformat(),
            line.number,
            account_name(line.account),
            book_text(line),
            amount(line.came_in) if line.came_in else None,
            amount(line.went_out) if line.went_out else None,
            amount(line.balance),
            code,
            line.note or None,
        ]
    sums = (amount(book.came_in), amount(book.went_out), amount(book.closed_with))
    yield row(_("Sum and closing balance"), *sums)


@dataclass(frozen=True, slots=True)
class PdfPaper:
    """A paper of its own page or pages.

    head: lines at the top, the second in large letters.
    table: rows with a title each column first; empty for none. The last columns are numbers.
    texts: paragraphs below the table.
    widths: of the columns, relative to each other.
    """

    head: tuple[str, ...]
    table: tuple[tuple[str, ...], ...] = ()
    texts: tuple[str, ...] = ()
    widths: tuple[int, ...] = ()


def papers_pdf(papers: Iterable[PdfPaper], *, title: str, language: str) -> bytes:
    """Return papers as one PDF file, with embedded fonts."""
    # Imported late: such papers are rare, and fonts load slowly.
    from fpdf import FPDF

    pdf = FPDF(format="A4")
    pdf.set_title(title)
    pdf.set_lang(language)
    pdf.set_margin(20)
    pdf.set_auto_page_break(True, margin=20)
    pdf.add_font(FONT, "", OWN[False])
    pdf.add_font(FONT, "B", OWN[True])
    for paper in papers:
        _draw(pdf, paper)
    return bytes(pdf.output())


def _draw(pdf: FPDF, paper: PdfPaper) -> None:
    pdf.add_page()
    for place, text in enumerate(paper.head):
        pdf.set_font(FONT, "B" if place == 1 else "", 18 if place == 1 else 11)
        _paragraph(pdf, text, 9 if place == 1 else 6)
    pdf.ln(4)
    if paper.table:
        _table(pdf, paper.table, paper.widths)
    pdf.ln(4)
    pdf.set_font(FONT, "", 11)
    for text in paper.texts:
        _paragraph(pdf, text, 6)
        pdf.ln(3)


def _paragraph(pdf: FPDF, text: str, height: float) -> None:
    pdf.multi_cell(0, height, text, align="L", new_x="LMARGIN", new_y="NEXT")


def _table(pdf: FPDF, rows: Sequence[Sequence[str]], widths: tuple[int, ...]) -> None:
    pdf.set_font(FONT, "", 9)
    numbers = 2
    align = ("LEFT",) * (len(widths) - numbers) + ("RIGHT",) * numbers
    with pdf.table(
        col_widths=widths,
        text_align=align,
        borders_layout="HORIZONTAL_LINES",
        line_height=5.5,
        first_row_as_headings=True,
    ) as table:
        for cells in rows:
            table.row(cells)
