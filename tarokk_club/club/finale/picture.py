"""The result of a session as a picture, for link previews in chat apps.

The picture is drawn at twice its size and scaled down for smooth edges. The font is part of the
site, because a server may have none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from unicodedata import combining

from PIL import Image, ImageDraw, ImageFont

from tarokk_club.club.charts.line_chart import Chart

# The usual size of link previews.
PICTURE_WIDTH, PICTURE_HEIGHT = 1200, 630
TWICE = 2
FONTS = Path(__file__).parent / "fonts"
FELT, CREAM, SOFT, GOLD, GRID = "#104432", "#f7f2e8", "#b9d0c4", "#f0c558", "#2f6650"
# The colours of the dark theme, in the order of the chart's lines.
LINE_COLOURS = (
    *("#7fd1b0", "#f6b05c", "#83c9f7", "#f2a1cd"),
    *("#e3d26b", "#b9b2ff", "#f3ecdf", "#ff9d94"),
)
# The places at which a name may be broken into two lines.
BREAKS = re.compile(r"[\s\-–]+")
EDGE, ROWS_FROM, ROWS_TO, TALLEST = 60, 180, 552, 76
# The right edge of the points, with and without a chart; the rectangle of the chart.
BESIDE, ALONE, CURVE = 690, 1140, (800, 200, 1140, 540)


@dataclass(frozen=True, slots=True)
class CardRow:
    """The row of one player on the picture.

    line: number of the player's line in the chart, from 1; 0 for none.
    won: whether the player is a winner.
    """

    place: str
    name: str
    points: str
    line: int
    won: bool


@dataclass(frozen=True, slots=True)
class Card:
    """The content of the picture.

    foot: text of the last line; "" for none.
    """

    title: str
    subtitle: str
    rows: tuple[CardRow, ...]
    foot: str
    chart: Chart | None


def draw_card(card: Card) -> bytes:
    """Draw the picture and return it as PNG."""
    size = (PICTURE_WIDTH * TWICE, PICTURE_HEIGHT * TWICE)
    image = Image.new("RGB", size, FELT)
    pen = _Pen(ImageDraw.Draw(image))
    wide = PICTURE_WIDTH - 2 * EDGE
    pen.write_text(card.title, (EDGE, 66), size=44, colour=CREAM, width=wide, bold=True)
    pen.write_text(card.subtitle, (EDGE, 120), size=28, colour=SOFT, width=wide)
    pen.draw_line([(EDGE, 154), (PICTURE_WIDTH - EDGE, 154)], GRID)
    _draw_rows(pen, card)
    if card.chart:
        _draw_curve(pen, card.chart)
    pen.write_text(card.foot, (EDGE, 590), size=26, colour=SOFT, width=wide)
    file = BytesIO()
    image.reduce(TWICE).save(file, "PNG", optimize=True)
    return file.getvalue()


@dataclass(frozen=True, slots=True)
class _Pen:
    """Drawing operations in units of the final picture, at twice the scale."""

    draw: ImageDraw.ImageDraw

    def write_text(
        self, text: str, at: tuple[int, int], *, size: int, colour: str, width: int, **more: bool
    ) -> int:
        """Draw a line of text, scaled down to fit the width, and return its width.

        at: the left end of the text, at half its height.
        more: bold, and right if `at` is the right end.
        """
        font = _fit_font(text, size, width, bold=more.get("bold", False))
        anchor = "rm" if more.get("right") else "lm"
        place = (at[0] * TWICE, at[1] * TWICE)
        self.draw.text(place, text, font=font, fill=colour, anchor=anchor)
        return int(font.getlength(text)) // TWICE

    def draw_line(self, places: list[tuple[int, int]], colour: str, thick: int = 2) -> None:
        """Draw a line through these points."""
        points = [(x * TWICE, y * TWICE) for x, y in places]
        self.draw.line(points, fill=colour, width=thick * TWICE, joint="curve")


def _fit_font(text: str, size: int, width: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font in this size, or smaller if the text would not fit the width."""
    file = FONTS / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
    font = ImageFont.truetype(file, size * TWICE)
    taken = font.getlength(text)
    if taken <= width * TWICE:
        return font
    return ImageFont.truetype(file, max(int(size * TWICE * width * TWICE / taken), 1))


def _draw_rows(pen: _Pen, card: Card) -> None:
    tall = min(TALLEST, (ROWS_TO - ROWS_FROM) // max(len(card.rows), 1))
    size = min(38, tall * 5 // 8)
    end = BESIDE if card.chart else ALONE
    for number, row in enumerate(card.rows):
        middle = ROWS_FROM + tall * number + tall // 2
        colour = GOLD if row.won else CREAM
        pen.write_text(row.place, (EDGE, middle), size=size, colour=SOFT, width=60)
        taken = pen.write_text(
            row.points, (end, middle), size=size, colour=colour, width=220, bold=True, right=True
        )
        left = EDGE + 70
        if card.chart and 0 < row.line <= len(LINE_COLOURS):
            pen.draw_line([(left, middle), (left + 22, middle)], LINE_COLOURS[row.line - 1], 8)
            left += 38
        room = end - taken - 24 - left
        lines = _break_name(row.name, size, room, bold=row.won)
        step = size if len(lines) == 1 else size * 3 // 4
        for place, line in enumerate(lines):
            at = (left, middle + (2 * place - len(lines) + 1) * step * 5 // 8)
            pen.write_text(line, at, size=step, colour=colour, width=room, bold=row.won)


def _break_name(name: str, size: int, width: int, *, bold: bool) -> tuple[str, ...]:
    """Return a name in one line, or in two lines of similar length if it is too long.

    A word that makes up most of the name is broken, to keep the letters readable.
    """
    if _fit_font(name, size, width, bold=bold).size == size * TWICE:
        return (name,)
    ends = [found.end() for found in BREAKS.finditer(name)]
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

    def scale_x(at: int) -> int:
        return left + (right - left) * (at - chart.left) // (chart.right - chart.left)

    def scale_y(at: int) -> int:
        return top + (bottom - top) * (at - low) // max(high - low, 1)

    for tick in chart.grid:
        pen.draw_line(
            [(left, scale_y(tick.at)), (right, scale_y(tick.at))], SOFT if tick.zero else GRID
        )
        at = (left - 10, scale_y(tick.at))
        pen.write_text(tick.text, at, size=18, colour=SOFT, width=90, right=True)
    for line in chart.lines:
        corners = [tuple(map(int, corner.split(","))) for corner in line.points.split(" ")]
        places = [(scale_x(one), scale_y(other)) for one, other in corners]
        pen.draw_line(places, LINE_COLOURS[line.number - 1], 4)
