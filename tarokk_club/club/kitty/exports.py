"""Exports of the kitty: the cash book as a table, and documents as PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.font_choice import BUNDLED_FONTS
from tarokk_club.club.kitty.queries.cash_book import CashBook
from tarokk_club.club.kitty.words import describe_book_line, label_account
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell
from tarokk_club.club.tables.table import Table

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "DejaVu"


def build_cash_book_table(book: CashBook) -> Table:
    """Return the cash book as a table.

    The first rows are the opening balance and any later change of it. The last row holds the sums
    and the closing balance.
    """
    return Table(_("Cash book"), _build_header(), _iter_rows(book))


def _build_header() -> list[str]:
    return [
        *(_("Date"), _("Receipt"), _("Account"), _("Text"), _("In"), _("Out")),
        *(_("Balance"), _("Currency"), _("Note")),
    ]


def _iter_rows(book: CashBook) -> Iterator[list[Cell]]:
    code, digits = book.currency, CURRENCIES[book.currency].digits

    def convert_amount(minor: int) -> Amount:
        return Amount(minor, digits)

    def build_row(text: str, *amounts: Cell) -> list[Cell]:
        return [None, None, None, text, *amounts, code, None]

    yield build_row(_("Opening balance"), None, None, convert_amount(book.opening_balance))
    if book.difference:
        opening = convert_amount(book.opening_balance + book.difference)
        into = convert_amount(book.difference) if book.difference > 0 else None
        out = convert_amount(-book.difference) if book.difference < 0 else None
        yield build_row(_("Later changes in closed years"), into, out, opening)
    for line in book.lines:
        yield [
            line.day.isoformat(),
            line.number,
            label_account(line.account),
            describe_book_line(line),
            convert_amount(line.amount_in) if line.amount_in else None,
            convert_amount(line.amount_out) if line.amount_out else None,
            convert_amount(line.balance),
            code,
            line.note or None,
        ]
    sums = (
        convert_amount(book.amount_in),
        convert_amount(book.amount_out),
        convert_amount(book.closing_balance),
    )
    yield build_row(_("Sum and closing balance"), *sums)


@dataclass(frozen=True, slots=True)
class PrintedDocument:
    """A receipt or statement to print, which starts on a new page of a PDF file.

    heading: lines at the top; the second is the title, in large letters.
    table: rows of cells, first the column titles; the last two columns are numbers.
    texts: paragraphs below the table.
    widths: relative widths of the columns.
    """

    heading: tuple[str, ...]
    table: tuple[tuple[str, ...], ...] = ()
    texts: tuple[str, ...] = ()
    widths: tuple[int, ...] = ()


def build_pdf_file(documents: Iterable[PrintedDocument], *, title: str, language: str) -> bytes:
    """Return the documents as a single PDF file with embedded fonts."""
    # Imported here because the library loads slowly and is rarely needed.
    from fpdf import FPDF

    pdf = FPDF(format="A4")
    pdf.set_title(title)
    pdf.set_lang(language)
    pdf.set_margin(20)
    pdf.set_auto_page_break(True, margin=20)
    pdf.add_font(FONT, "", BUNDLED_FONTS[False])
    pdf.add_font(FONT, "B", BUNDLED_FONTS[True])
    for document in documents:
        _draw_document(pdf, document)
    return bytes(pdf.output())


def _draw_document(pdf: FPDF, document: PrintedDocument) -> None:
    pdf.add_page()
    for place, text in enumerate(document.heading):
        pdf.set_font(FONT, "B" if place == 1 else "", 18 if place == 1 else 11)
        _draw_paragraph(pdf, text, 9 if place == 1 else 6)
    pdf.ln(4)
    if document.table:
        _draw_table(pdf, document.table, document.widths)
    pdf.ln(4)
    pdf.set_font(FONT, "", 11)
    for text in document.texts:
        _draw_paragraph(pdf, text, 6)
        pdf.ln(3)


def _draw_paragraph(pdf: FPDF, text: str, height: float) -> None:
    pdf.multi_cell(0, height, text, align="L", new_x="LMARGIN", new_y="NEXT")


def _draw_table(pdf: FPDF, rows: Sequence[Sequence[str]], widths: tuple[int, ...]) -> None:
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
