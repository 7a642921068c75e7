"""The chart of a race: one line for each runner, one of them emphasised.

If one extreme step would flatten all other lines, values beyond the usual range are compressed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain
from operator import sub
from typing import NamedTuple

from tarokk_club.club.charts.labels import (
    FORWARD_LETTERS,
    GAP,
    LABEL_GAP,
    LETTERS,
    compute_label_width,
    measure_labels_height,
    wrap_label,
)
from tarokk_club.club.charts.line_chart import (
    BOTTOM,
    DIGIT,
    HEIGHT,
    LEFT,
    MARKS,
    MOST_GRID,
    MOST_LINES,
    MOST_MARKS,
    TOP,
    WIDTH,
    Chart,
    DrawnLine,
    Tick,
    choose_even_indices,
    choose_grid_values,
    choose_step_ticks,
    separate_labels,
)

# The styles of an emphasised line and of the other lines.
FORWARD, BEHIND = "forward", "behind"
# A change is extreme above WILD times the usual one, if there are at least FEWEST_STEPS.
WILD, FEWEST_STEPS = 5, 4
# The space into which values beyond the usual range are compressed.
BEYOND = 34


@dataclass(frozen=True, slots=True)
class Runner:
    """A line of a race.

    label: the short name.
    values: the value after every step; None before the first value.
    sat: the indices of the steps in which the runner took part.
    """

    key: str
    label: str
    values: tuple[int | None, ...]
    sat: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """The range of the values.

    lower: the lower limit of the usual values.
    upper: the upper limit of the usual values.
    lowest: the lowest of all values.
    highest: the highest of all values.
    """

    lower: int
    upper: int
    lowest: int
    highest: int


def build_race_chart(
    runners: Sequence[Runner],
    steps: Sequence[str],
    show: Callable[[int], str],
    *,
    forward: str = "",
    places: bool = False,
) -> Chart | None:
    """Return the chart of all runners, or None if there are no values or fewer than two steps.

    steps: the name of each step.
    show: function that formats a value.
    forward: key of the line to emphasise; "" for none.
    places: whether the values are places, with the first on top.
    """
    lines = [_negate_values(runner) for runner in runners] if places else list(runners)
    if len(steps) < 2 or all(value is None for line in lines for value in line.values):
        return None
    grid, bounds = _plan_place_grid(lines) if places else _plan_amount_grid(lines)
    format_value: Callable[[int], str] = (lambda value: show(-value)) if places else show
    laid = _lay_out_labels(lines, forward)
    left = max(LEFT, DIGIT * (max(len(format_value(value)) for value in grid) + 1))
    scale = _build_scale(laid, left, bounds, steps=len(steps), least=LABEL_GAP * len(grid))
    drawn = [_build_drawn_line(place, line, scale, forward) for place, line in enumerate(lines)]
    return Chart(
        width=WIDTH,
        height=scale.height,
        left=scale.left,
        right=scale.right,
        bottom=scale.height - BOTTOM,
        grid=tuple(
            Tick(scale.compute_y(value), format_value(value), zero=value == 0 and not places)
            for value in grid
        ),
        steps=choose_step_ticks(steps, scale.compute_x),
        lines=_sort_lines_for_drawing(
            separate_labels([line for line in drawn if line], scale.height - BOTTOM)
        ),
        ticks=tuple(sorted(set(scale.columns))),
        bends=tuple(Tick(scale.compute_y(at), format_value(at)) for at in _list_bends(bounds)),
    )


def find_bounds(lines: Sequence[Runner]) -> Bounds:
    """Return the range of zero and all values, and the part of it that the usual steps cover.

    >>> find_bounds([Runner("a", "A", (2, 4, 3, 5, 200)), Runner("b", "B", (-2, -4, -3, -5, -8))])
    Bounds(lower=-8, upper=5, lowest=-8, highest=200)
    """
    ranges = [_find_line_range(line.values) for line in lines]
    lowest = min((line.lowest for line in ranges), default=0)
    highest = max((line.highest for line in ranges), default=0)
    lengths = sorted(chain.from_iterable([line.lengths for line in ranges]))
    if max((line.steps for line in ranges), default=0) < FEWEST_STEPS or not lengths:
        return Bounds(lowest, highest, lowest, highest)
    # Three in four changes are at most this large.
    usual = max(lengths[len(lengths) * 3 // 4 - 1], 1)
    calm = [_find_calm_range(line, longest=usual * WILD) for line in ranges]
    lower, upper = min(low for low, _high in calm), max(high for _low, high in calm)
    return Bounds(
        lower if lowest < 2 * min(lower, -usual) else lowest,
        upper if highest > 2 * max(upper, usual) else highest,
        lowest,
        highest,
    )


class _LineRange(NamedTuple):
    """The lowest and highest value of a line that starts at 0, and its changes.

    steps: number of steps with a value.
    changes: differences of successive values that are not 0, the first one from 0.
    lengths: absolute changes, in ascending order.
    """

    lowest: int
    highest: int
    steps: int
    changes: tuple[int, ...]
    lengths: tuple[int, ...]


@lru_cache(maxsize=200)
def _find_line_range(line: tuple[int | None, ...]) -> _LineRange:
    """Return the range of a line; cached because a hand changes the lines of few players."""
    values = [0, *[value for value in line if value is not None]]
    changes = tuple([change for change in map(sub, values[1:], values) if change])
    lengths = tuple(sorted(map(abs, changes)))
    return _LineRange(min(values), max(values), len(values) - 1, changes, lengths)


def _find_calm_range(line: _LineRange, *, longest: int) -> tuple[int, int]:
    """Return the lowest and the highest value of a line without its extreme changes.

    longest: the largest change that is not extreme.
    """
    if not line.lengths or line.lengths[-1] <= longest:
        return line.lowest, line.highest
    calm = [change for change in line.changes if -longest <= change <= longest]
    totals = list(accumulate(calm, initial=0))
    return min(totals), max(totals)


def _plan_amount_grid(lines: Sequence[Runner]) -> tuple[list[int], Bounds]:
    line_bounds = find_bounds(lines)
    grid = choose_grid_values(line_bounds.lower, line_bounds.upper)
    lowest, highest = min(grid[0], line_bounds.lowest), max(grid[-1], line_bounds.highest)
    return sorted({lowest, *grid, highest}), Bounds(grid[0], grid[-1], lowest, highest)


def _plan_place_grid(lines: Sequence[Runner]) -> tuple[list[int], Bounds]:
    """Return the grid for negated places, from the first place to the last."""
    last = -min(value for line in lines for value in line.values if value is not None)
    grid = (
        [-1 - index for index in choose_even_indices(last, MOST_GRID + 1)] if last > 1 else [-2, -1]
    )
    return grid, Bounds(min(grid), -1, min(grid), -1)


def _list_bends(bounds: Bounds) -> list[int]:
    low = [bounds.lower] if bounds.lowest < bounds.lower else []
    return low + ([bounds.upper] if bounds.highest > bounds.upper else [])


def _negate_values(runner: Runner) -> Runner:
    values = tuple(None if value is None else -value for value in runner.values)
    return Runner(runner.key, runner.label, values, runner.sat)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scale:
    """The positions of the steps and values in the chart of a race."""

    steps: int
    left: int
    right: int
    height: int
    bounds: Bounds
    labels: tuple[tuple[str, ...], ...]
    # The horizontal position of each step.
    columns: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        columns = tuple([self.compute_x(step) for step in range(self.steps)])
        object.__setattr__(self, "columns", columns)

    def compute_x(self, step: int) -> int:
        return self.left + (self.right - self.left) * step // (self.steps - 1)

    def compute_y(self, value: int) -> int:
        return self.compute_all_y([value])[0]

    def compute_all_y(self, values: Sequence[int]) -> list[int]:
        """Return the vertical positions of values, all at once because a race has thousands."""
        bounds = self.bounds
        lower, upper = bounds.lower, bounds.upper
        top = TOP + (BEYOND if bounds.highest > upper else 0)
        bottom = self.height - BOTTOM - (BEYOND if bounds.lowest < lower else 0)
        span, extent = upper - lower, bottom - top
        return [
            top + extent * (upper - value) // span
            if lower <= value <= upper
            else top - BEYOND * (value - upper) // (bounds.highest - upper)
            if value > upper
            else bottom + BEYOND * (lower - value) // (lower - bounds.lowest)
            for value in values
        ]


@dataclass(frozen=True, slots=True)
class _Labels:
    """The names at the ends of the lines.

    width: width that they need.
    """

    width: int
    lines: tuple[tuple[str, ...], ...]


def _lay_out_labels(lines: Sequence[Runner], forward: str) -> _Labels:
    sized = [(line.label, FORWARD_LETTERS if line.key == forward else LETTERS) for line in lines]
    width = compute_label_width(sized)
    return _Labels(width, tuple(wrap_label(name, width, size) for name, size in sized))


def _build_scale(labels: _Labels, left: int, bounds: Bounds, *, steps: int, least: int) -> _Scale:
    return _Scale(
        steps=steps,
        left=left,
        right=WIDTH - GAP - labels.width,
        height=max(HEIGHT, TOP + BOTTOM + measure_labels_height(map(len, labels.lines)), least),
        bounds=bounds,
        labels=labels.lines,
    )


@lru_cache(maxsize=200)
def _build_drawn_line(place: int, runner: Runner, scale: _Scale, forward: str) -> DrawnLine | None:
    """Return the line of a runner, or None if it has no values.

    Cached, because a hand changes the lines of few players.
    """
    steps = [step for step, value in enumerate(runner.values) if value is not None]
    if not steps:
        return None
    heights = scale.compute_all_y([value for value in runner.values if value is not None])
    columns = [scale.columns[step] for step in steps]
    corners = dict(zip(steps, zip(columns, heights, strict=True), strict=True))
    kind = _find_style(place, runner.key, forward)
    end = corners[steps[-1]]
    return DrawnLine(
        number=place % MOST_LINES + 1,
        name=runner.label,
        label=scale.labels[place],
        points=" ".join([f"{x},{y}" for x, y in corners.values()]),
        mark=MARKS[place % MOST_LINES],
        marks=_list_marks(runner, steps, corners, kind),
        end=end,
        label_at=end[1],
        kind=kind,
    )


def _find_style(place: int, key: str, forward: str) -> str:
    """Return the style of a line; only a few lines stand out, so that they can be distinguished."""
    if forward:
        return FORWARD if key == forward else BEHIND
    return "" if place < MOST_LINES else BEHIND


def _list_marks(
    runner: Runner, steps: Sequence[int], corners: dict[int, tuple[int, int]], kind: str
) -> tuple[tuple[int, int], ...]:
    """Return the positions of a line's markers.

    An emphasised line has one at every step in `sat`, a faint line none, other lines a few.
    """
    if kind == BEHIND:
        return ()
    if kind == FORWARD:
        return tuple(corners[step] for step in runner.sat if step in corners)
    return tuple(corners[steps[at]] for at in choose_even_indices(len(steps), MOST_MARKS))


def _sort_lines_for_drawing(lines: Sequence[DrawnLine]) -> tuple[DrawnLine, ...]:
    """Return the lines in drawing order, with emphasised lines last."""
    order = (BEHIND, "", FORWARD)
    return tuple(sorted(lines, key=lambda line: order.index(line.kind)))
