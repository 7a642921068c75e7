"""Certificates as a PDF of A4 pages with embedded fonts.

The font of a line shrinks until the text fits. A text that is still too long continues on the
next lines and is never cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarokk_club.club.formatting.font_choice import BUNDLED_FONTS, find_font_file, make_drawable

if TYPE_CHECKING:
    from fpdf import FPDF

# Page size and margin in mm; mm per point; line height relative to the font size.
WIDE, TALL, EDGE = 210, 297, 24
POINT, LINE = 25.4 / 72, 1.35
LETTERS = "DejaVu"


@dataclass(frozen=True, slots=True)
class LineStyle:
    """The style of a centred line of a certificate.

    size: largest font size, in points.
    least: font size below which the text is split into rows.
    below: space below the line, in millimetres.
    """

    size: float
    below: float
    bold: bool = False
    least: float = 9.0


# In order: club, title, name, place, number of players, team and
# club (may be empty), tournament, result, date, signature.
LINES = (
    LineStyle(14, 26),
    LineStyle(34, 18, bold=True),
    LineStyle(32, 10, bold=True, least=18),
    LineStyle(22, 3, bold=True),
    LineStyle(13, 4),
    LineStyle(13, 8),
    LineStyle(18, 4, bold=True, least=11),
    LineStyle(13, 8),
    LineStyle(13, 42),
    LineStyle(11, 0),
)


def render_certificates_pdf(pages: Iterable[Sequence[str]], *, title: str, language: str) -> bytes:
    """Return a PDF file with a page for each certificate.

    pages: the texts of each certificate, one for each of LINES.
    """
    # Imported here because fpdf loads slowly and certificates are rare.
    from fpdf import FPDF

    pdf = FPDF(format="A4")
    pdf.set_title(title)
    pdf.set_lang(language)
    pdf.set_margin(0)
    pdf.set_auto_page_break(False)
    pdf.add_font(LETTERS, "", BUNDLED_FONTS[False])
    pdf.add_font(LETTERS, "B", BUNDLED_FONTS[True])
    for page in pages:
        _draw_page(pdf, [_make_drawable(text) for text in page])
    return bytes(pdf.output())


def _make_drawable(text: str) -> str:
    """Return the text on one line, in visual order, because fpdf draws only from left to right."""
    return make_drawable(" ".join(text.split()), shapes=False, collections=False)


def _set_font(pdf: FPDF, text: str, line: LineStyle, size: float) -> None:
    """Select the site's font, or a system font if only that has the letters of the text."""
    style = "B" if line.bold else ""
    file = find_font_file(text, bold=line.bold, collections=False)
    if file is None or file in BUNDLED_FONTS.values():
        pdf.set_font(LETTERS, style, size)
        return
    if file.stem.lower() + style not in pdf.fonts:
        pdf.add_font(file.stem, style, file)
    pdf.set_font(file.stem, style, size)


def _draw_page(pdf: FPDF, texts: Sequence[str]) -> None:
    """Draw one framed page with its lines vertically centred."""
    pdf.add_page()
    pdf.set_line_width(0.6)
    pdf.rect(12, 12, WIDE - 24, TALL - 24)
    placed = [(_fit_text(pdf, text, line), line) for text, line in zip(texts, LINES, strict=True)]
    tall = sum(len(rows) * size * POINT * LINE + line.below for (rows, size), line in placed)
    pdf.set_y((TALL - tall) / 2)
    for (rows, size), line in placed:
        if line is LINES[-1]:
            _draw_signature_rule(pdf)
        for row in rows:
            _set_font(pdf, row, line, size)
            pdf.set_x(EDGE)
            pdf.cell(WIDE - 2 * EDGE, size * POINT * LINE, row, align="C")
            pdf.set_y(pdf.get_y() + size * POINT * LINE)
        pdf.set_y(pdf.get_y() + line.below)


def _draw_signature_rule(pdf: FPDF) -> None:
    pdf.set_line_width(0.3)
    pdf.line(WIDE / 2 - 35, pdf.get_y() - 1, WIDE / 2 + 35, pdf.get_y() - 1)


def _fit_text(pdf: FPDF, text: str, line: LineStyle) -> tuple[list[str], float]:
    """Return the text in as few rows as possible, with the font size that fits them."""
    words = text.split()
    for count in range(1, max(len(words), 1) + 1):
        rows = _split_into_rows(words, count)
        size = _compute_font_size(pdf, rows, line)
        if size >= line.least or count == len(words):
            break
    return rows, size


def _split_into_rows(words: Sequence[str], count: int) -> list[str]:
    """Split the words into at most this many rows of similar length."""
    rows: list[list[str]] = [[] for _row in range(count)]
    whole, at = len(" ".join(words)), 0
    for word in words:
        middle = at + len(word) // 2
        rows[min(middle * count // max(whole, 1), count - 1)].append(word)
        at += len(word) + 1
    return [" ".join(row) for row in rows if row]


def _compute_font_size(pdf: FPDF, rows: Sequence[str], line: LineStyle) -> float:
    """Return the largest font size, at most that of the line, at which every row fits the page."""
    _set_font(pdf, "".join(rows), line, line.size)
    widest = max((pdf.get_string_width(row) for row in rows), default=0)
    width = WIDE - 2 * EDGE - 2
    return line.size if widest <= width else line.size * width / widest
