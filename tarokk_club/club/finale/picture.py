"""The result of a session as a picture, which chat programs show with a link.

It is drawn at twice the size and scaled down, so that lines and letters are smooth. A bundled font
is used where it has all letters, else a font of the system. A long name is split into two lines
or scaled down, but never cut.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from unicodedata import combining

from PIL import Image, ImageDraw, ImageFont

from tarokk_club.club.charts.line_chart import Chart
from tarokk_club.club.formatting.font_choice import BUNDLED_FONTS, find_font_file, make_drawable

# The size of link previews.
PICTURE_WIDTH, PICTURE_HEIGHT = 1200, 630
TWICE = 2
FELT, CREAM, SOFT, GOLD, GRID = "#104432", "#f7f2e8", "#b9d0c4", "#f0c558", "#2f6650"
# As in the dark theme, in the order of the chart's lines.
LINE_COLOURS = (
    *("#7fd1b0", "#f6b05c", "#83c9f7", "#f2a1cd"),
    *("#e3d26b", "#b9b2ff", "#f3ecdf", "#ff9d94"),
)
# A name may be wrapped after these characters.
BREAKS = re.compile(r"[\s\-–]+")
EDGE, ROWS_FROM, ROWS_TO, TALLEST = 60, 180, 552, 76
# The right edge of the points, with and without a curve, and the edges of the curve.
BESIDE, ALONE, CURVE = 690, 1140, (800, 200, 1140, 540)


@dataclass(frozen=True, slots=True)
class PictureRow:
    """The row of a player in the picture.

    line: number of the chart line, from 1; 0 for none.
    won: whether the player came first.
    """

    place: str
    name: str
    points: str
    line: int
    won: bool


@dataclass(frozen=True, slots=True)
class PictureContent:
    """The content of the picture.

    foot: the line at the bottom, or "".
    """

    title: str
    subtitle: str
    rows: tuple[PictureRow, ...]
    foot: str
    chart: Chart | None


def draw_result_picture(content: PictureContent) -> bytes:
    """Draw the picture, and return it as PNG."""
    size = (PICTURE_WIDTH * TWICE, PICTURE_HEIGHT * TWICE)
    image = Image.new("RGB", size, FELT)
    pen = _Pen(ImageDraw.Draw(image))
    wide = PICTURE_WIDTH - 2 * EDGE
    pen.write_text(
        make_drawable(content.title), (EDGE, 66), size=44, colour=CREAM, width=wide, bold=True
    )
    pen.write_text(make_drawable(content.subtitle), (EDGE, 120), size=28, colour=SOFT, width=wide)
    pen.draw_line([(EDGE, 154), (PICTURE_WIDTH - EDGE, 154)], GRID)
    _draw_rows(pen, content)
    if content.chart:
        _draw_curve(pen, content.chart)
    pen.write_text(make_drawable(content.foot), (EDGE, 590), size=26, colour=SOFT, width=wide)
    output = BytesIO()
    image.reduce(TWICE).save(output, "PNG", optimize=True)
    return output.getvalue()


@dataclass(frozen=True, slots=True)
class _Pen:
    """Drawing operations in the picture's own units."""

    draw: ImageDraw.ImageDraw

    def write_text(
        self, text: str, at: tuple[int, int], *, size: int, colour: str, width: int, **more: bool
    ) -> int:
        """Draw a line of text, vertically centred at `at`, and return its width.

        at: the left end of the text, or its right end if `right` is set.
        width: the maximum width; a longer text is scaled down.
        more: `bold` and `right`, both False by default.
        """
        font = _fit_font(text, size, width, bold=more.get("bold", False))
        anchor = "rm" if more.get("right") else "lm"
        place = (at[0] * TWICE, at[1] * TWICE)
        self.draw.text(place, text, font=font, fill=colour, anchor=anchor)
        return int(font.getlength(text)) // TWICE

    def draw_line(self, places: list[tuple[int, int]], colour: str, thick: int = 2) -> None:
        """Draw a line through these points."""
        scaled = [(x * TWICE, y * TWICE) for x, y in places]
        self.draw.line(scaled, fill=colour, width=thick * TWICE, joint="curve")


def _fit_font(text: str, size: int, width: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font in this size, or smaller if the text would exceed the width."""
    file = find_font_file(text, bold=bold) or BUNDLED_FONTS[bold]
    font = ImageFont.truetype(file, size * TWICE)
    text_width = font.getlength(text)
    if text_width <= width * TWICE:
        return font
    return ImageFont.truetype(file, max(int(size * TWICE * width * TWICE / text_width), 1))


def _draw_rows(pen: _Pen, content: PictureContent) -> None:
    tall = min(TALLEST, (ROWS_TO - ROWS_FROM) // max(len(content.rows), 1))
    size = min(38, tall * 5 // 8)
    end = BESIDE if content.chart else ALONE
    for number, row in enumerate(content.rows):
        middle = ROWS_FROM + tall * number + tall // 2
        colour = GOLD if row.won else CREAM
        pen.write_text(row.place, (EDGE, middle), size=size, colour=SOFT, width=60)
        points_width = pen.write_text(
            row.points, (end, middle), size=size, colour=colour, width=220, bold=True, right=True
        )
        left_edge = EDGE + 70
        if content.chart and 0 < row.line <= len(LINE_COLOURS):
            pen.draw_line(
                [(left_edge, middle), (left_edge + 22, middle)], LINE_COLOURS[row.line - 1], 8
            )
            left_edge += 38
        name_width = end - points_width - 24 - left_edge
        lines = _split_long_name(make_drawable(row.name), size, name_width, bold=row.won)
        step = size if len(lines) == 1 else size * 3 // 4
        for place, line in enumerate(lines):
            at = (left_edge, middle + (2 * place - len(lines) + 1) * step * 5 // 8)
            pen.write_text(line, at, size=step, colour=colour, width=name_width, bold=row.won)


def _split_long_name(name: str, size: int, width: int, *, bold: bool) -> tuple[str, ...]:
    """Return a name in one line, or in two of similar length if it is too long for one.

    A word that makes up most of the name is split, because its letters would be too small to
    read.
    """
    if _fit_font(name, size, width, bold=bold).size == size * TWICE:
        return (name,)
    ends = [match.end() for match in BREAKS.finditer(name)]
    at = min(ends, key=lambda end: max(end, len(name) - end), default=0)
    if 4 * max(at, len(name) - at) > 3 * len(name):
        at = len(name) // 2
        while at < len(name) and combining(name[at]):
            at += 1
    return (name[:at].rstrip(), name[at:])


def _draw_curve(pen: _Pen, chart: Chart) -> None:
    left, top, right, bottom = CURVE
    heights = [tick.at for tick in chart.grid]
    low, high = min(heights), max(heights)

    def compute_x(at: int) -> int:
        return left + (right - left) * (at - chart.left) // (chart.right - chart.left)

    def compute_y(at: int) -> int:
        return top + (bottom - top) * (at - low) // max(high - low, 1)

    for tick in chart.grid:
        pen.draw_line(
            [(left, compute_y(tick.at)), (right, compute_y(tick.at))], SOFT if tick.zero else GRID
        )
        at = (left - 10, compute_y(tick.at))
        pen.write_text(tick.text, at, size=18, colour=SOFT, width=90, right=True)
    for line in chart.lines:
        corners = [tuple(map(int, corner.split(","))) for corner in line.points.split(" ")]
        places = [(compute_x(x_place), compute_y(y_place)) for x_place, y_place in corners]
        pen.draw_line(places, LINE_COLOURS[line.number - 1], 4)
