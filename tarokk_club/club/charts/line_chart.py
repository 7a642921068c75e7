"""Line charts drawn by the server, with lines that can be distinguished without colour.

Every line has its own dashes, markers and name. The page contains the same numbers as a table,
which is the text alternative of the chart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tarokk_club.club.charts.labels import (
    GAP,
    LEADING,
    LETTERS,
    compute_label_width,
    measure_labels_height,
    measure_text,
    place_labels,
    wrap_label,
)

# In the units of the picture; the page decides its size on the screen.
WIDTH, HEIGHT = 360, 260
LEFT, TOP, BOTTOM = 42, 10, 26
# More lines could not be distinguished.
MOST_LINES = 8
# The width of a digit in the values of the grid.
DIGIT = 6
MOST_MARKS, MOST_STEPS, MOST_GRID = 8, 4, 5
# The markers of the lines in turn, centred on the point 0 0.
MARKS = (
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    "M-3-3h6v6h-6z",
    "M0-4l4 7h-8z",
    "M0-4l4 4l-4 4l-4-4z",
    "M0 4l4-7h-8z",
    "M-1-4h2v3h3v2h-3v3h-2v-3h-3v-2h3z",
    "M-4-2h8v4h-8z",
    "M-2-4h4v8h-4z",
)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line's name and its value after every step; None before the first value."""

    name: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line as the template draws it.

    number: the number of its colour, dashes and marker, from 1.
    label: the lines of the name.
    points: the corners, as an SVG attribute.
    mark: the SVG path of a marker.
    marks: the positions of the markers.
    label_at: the vertical position of the middle of the name.
    kind: "forward" for an emphasised line, "behind" for a faint line, else "".
    """

    number: int
    name: str
    label: tuple[str, ...]
    points: str
    mark: str
    marks: tuple[tuple[int, int], ...]
    end: tuple[int, int]
    label_at: int
    kind: str = ""

    @property
    def label_rows(self) -> tuple[tuple[int, str], ...]:
        """The lines of the name, each after its vertical position."""
        first = self.label_at - LEADING * (len(self.label) - 1) // 2
        return tuple((first + LEADING * row, text) for row, text in enumerate(self.label))


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line, a step below the grid or a bend of the scale, with its position and text.

    zero: whether it is the grid line of the value 0.
    """

    at: int
    text: str
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """All elements that the template draws, in whole units.

    ticks: the positions of the marks for the steps, below the chart.
    bends: the values beyond which the scale is compressed.
    """

    width: int
    height: int
    left: int
    right: int
    bottom: int
    grid: tuple[Tick, ...]
    steps: tuple[Tick, ...]
    lines: tuple[DrawnLine, ...]
    ticks: tuple[int, ...] = ()
    bends: tuple[Tick, ...] = ()

    @property
    def label_left(self) -> int:
        """The horizontal position at which the values of the grid end."""
        return self.left - 5

    @property
    def label_x(self) -> int:
        """The horizontal position of the names."""
        return self.right + 8


def build_line_chart(
    lines: Sequence[ChartLine],
    steps: Sequence[str],
    show: Callable[[int], str],
    *,
    zero: bool = True,
) -> Chart | None:
    """Return the chart of the first lines, up to `MOST_LINES`.

    Return None if there are no values or fewer than two steps.

    steps: labels of the steps.
    show: function that formats a value.
    zero: whether the scale includes zero.
    """
    drawn_lines = lines[:MOST_LINES]
    values = [value for line in drawn_lines for value in line.values if value is not None]
    if len(steps) < 2 or not values:
        return None
    ends = [*values, 0] if zero else values
    grid = choose_grid_values(min(ends), max(ends))
    scale = _build_scale(
        drawn_lines, grid, steps=len(steps), widest=max(len(show(value)) for value in grid)
    )
    drawn = [
        _build_drawn_line(number, line, scale) for number, line in enumerate(drawn_lines, start=1)
    ]
    return Chart(
        width=WIDTH,
        height=scale.height,
        left=scale.left,
        right=scale.right,
        bottom=scale.height - BOTTOM,
        grid=tuple(Tick(scale.compute_y(value), show(value), zero=value == 0) for value in grid),
        steps=choose_step_ticks(steps, scale.compute_x),
        lines=tuple(separate_labels([line for line in drawn if line], scale.height - BOTTOM)),
    )


def choose_grid_values(lowest: int, highest: int) -> list[int]:
    """Return at least two round, evenly spaced values that enclose both limits.

    >>> choose_grid_values(-130, 340)
    [-200, -100, 0, 100, 200, 300, 400]
    """
    step = 1
    while (highest - lowest) > step * MOST_GRID:
        # 1, 2, 5, 10, 20, 50 and so on.
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    first = lowest // step * step
    last = max(-(-highest // step) * step, first + step)
    return list(range(first, last + 1, step))


@dataclass(frozen=True, slots=True)
class _Scale:
    """The positions of the steps and the values in the picture.

    left: width for the longest value.
    label_width: width for the names.
    """

    steps: int
    lowest: int
    highest: int
    left: int
    label_width: int
    height: int

    @property
    def right(self) -> int:
        """The horizontal position at which the lines end."""
        return WIDTH - GAP - self.label_width

    def compute_x(self, step: int) -> int:
        return self.left + (self.right - self.left) * step // (self.steps - 1)

    def compute_y(self, value: int) -> int:
        height = self.height - TOP - BOTTOM
        return TOP + height * (self.highest - value) // (self.highest - self.lowest)


def _build_scale(
    lines: Sequence[ChartLine], grid: Sequence[int], *, steps: int, widest: int
) -> _Scale:
    label_width = compute_label_width((line.name, LETTERS) for line in lines)
    counts = [len(wrap_label(line.name, label_width)) for line in lines]
    left = max(LEFT, DIGIT * widest + DIGIT)
    height = max(HEIGHT, TOP + BOTTOM + measure_labels_height(counts))
    return _Scale(steps, grid[0], grid[-1], left, label_width, height)


@lru_cache(maxsize=500)
def _find_corners(values: tuple[int | None, ...], scale: _Scale) -> tuple[tuple[int, int], ...]:
    """Return the corners of a line, cached because a hand moves only a few lines."""
    x, y = scale.compute_x, scale.compute_y
    return tuple((x(step), y(value)) for step, value in enumerate(values) if value is not None)


def _build_drawn_line(number: int, line: ChartLine, scale: _Scale) -> DrawnLine | None:
    places = _find_corners(line.values, scale)
    if not places:
        return None
    return DrawnLine(
        number=number,
        name=line.name,
        label=wrap_label(line.name, scale.label_width),
        points=" ".join(f"{x},{y}" for x, y in places),
        mark=MARKS[number - 1],
        marks=tuple(places[place] for place in choose_even_indices(len(places), MOST_MARKS)),
        end=places[-1],
        label_at=places[-1][1],
    )


def choose_even_indices(count: int, most: int) -> list[int]:
    """Return at most `most` evenly spaced indices below `count`, including the first and last."""
    if count <= most:
        return list(range(count))
    return [place * (count - 1) // (most - 1) for place in range(most)]


def choose_step_ticks(steps: Sequence[str], x: Callable[[int], int]) -> tuple[Tick, ...]:
    """Return up to `MOST_STEPS` ticks: for the first and last steps, and some between them.

    A step between them gets a tick only if its label overlaps no other.

    x: function that returns the position of a step.
    """
    first, *between, last = (
        Tick(x(at), steps[at]) for at in choose_even_indices(len(steps), MOST_STEPS)
    )
    ticks = [first]
    for tick in between:
        if _are_labels_apart(ticks[-1], tick) and _are_labels_apart(tick, last):
            ticks.append(tick)
    return (*ticks, last)


def _are_labels_apart(tick: Tick, other: Tick) -> bool:
    # Widths are those of a wide bold font, but the steps use a light one.
    letters = (measure_text(tick.text) + measure_text(other.text)) * 4 // 5
    return other.at - tick.at >= letters // 2


def separate_labels(lines: Sequence[DrawnLine], lowest: int) -> list[DrawnLine]:
    """Return the lines with their names moved until none overlap.

    lowest: the limit for the last line of the lowest name.
    """
    order = sorted(lines, key=lambda line: line.end[1])
    places = place_labels(
        [line.end[1] for line in order],
        [len(line.label) for line in order],
        highest=TOP,
        lowest=lowest,
    )
    moved = [replace(line, label_at=at) for line, at in zip(order, places, strict=True)]
    return sorted(moved, key=lambda line: line.number)
