"""The lines of a chart differ without colour, and their labels do not overlap."""

from itertools import pairwise

import pytest

from tarokk_club.club.charts.labels import LABEL_GAP, LEADING, measure_text, wrap_label
from tarokk_club.club.charts.line_chart import (
    BOTTOM,
    HEIGHT,
    MARKS,
    MOST_LINES,
    TOP,
    WIDTH,
    ChartLine,
    build_line_chart,
    choose_grid_values,
)

STEPS = [str(number) for number in range(30)]


def flat(count: int) -> list[ChartLine]:
    """So many players who all have the same all year."""
    return [ChartLine(f"Player {number}", (7,) * len(STEPS)) for number in range(count)]


def test_names_of_equal_lines_are_stacked() -> None:
    chart = build_line_chart(flat(8), STEPS, str)

    assert chart
    heights = sorted(line.label_at for line in chart.lines)
    assert all(two - one >= LABEL_GAP for one, two in pairwise(heights))
    assert 0 < heights[0] < heights[-1] <= HEIGHT - BOTTOM


def test_every_line_has_a_mark_of_its_own() -> None:
    chart = build_line_chart(flat(12), STEPS, str)

    assert chart
    assert len(chart.lines) == MOST_LINES
    assert {line.mark for line in chart.lines} == set(MARKS)
    assert len(set(MARKS)) == MOST_LINES


def test_higher_values_are_drawn_higher_and_zero_has_a_line() -> None:
    chart = build_line_chart([ChartLine("A", (0, 40)), ChartLine("B", (0, -40))], ["1", "2"], str)

    assert chart
    first, second = chart.lines
    assert first.end[1] < second.end[1]
    assert [tick.text for tick in chart.grid if tick.zero] == ["0"]
    assert all(TOP <= tick.at <= HEIGHT - BOTTOM for tick in chart.grid)


def test_a_later_player_starts_later() -> None:
    chart = build_line_chart(
        [ChartLine("A", (1, 2, 3)), ChartLine("B", (None, None, 5))], ["1", "2", "3"], str
    )

    assert chart
    assert len(chart.lines[0].points.split()) == 3
    assert len(chart.lines[1].points.split()) == 1


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Anna", ("Anna",)),
        ("Szentgyörgyvölgyi", ("Szentgyörgyvölgyi",)),
        ("Konstantinápolyi Ödön", ("Konstantinápolyi", "Ödön")),
        ("Szentgyörgyvölgyi-Nagy Erzsébet", ("Szentgyörgyvölgyi-", "Nagy Erzsébet")),
    ],
)
def test_name_breaks_only_at_spaces_and_hyphens(name: str, lines: tuple[str, ...]) -> None:
    chart = build_line_chart([ChartLine(name, (1, 2))], ["1", "2"], str)

    assert chart
    assert chart.lines[0].name == name
    assert chart.lines[0].label == lines


@pytest.mark.parametrize(
    "name", ["x" * 40, "W" * 80, "Donaudampfschifffahrtsgesellschaftskapitän", "Ж" * 41, "李" * 40]
)
def test_overlong_word_wraps_without_losing_letters(name: str) -> None:
    chart = build_line_chart([ChartLine(name, (1, 2)), ChartLine("Anna", (2, 1))], ["1", "2"], str)

    assert chart
    label = chart.lines[0].label
    assert "".join(label) == name
    assert all(chart.label_x + 3 + measure_text(line) <= WIDTH for line in label)
    # A third of the picture is the curve's, however long a name is.
    assert chart.right - chart.left >= WIDTH // 3


def test_eight_long_names_enlarge_the_chart_without_overlap() -> None:
    name = "Alexander-Maximilian von und zu Hohenlohe-Waldenburg, der Jüngere"
    lines = [ChartLine(name, (7,) * len(STEPS)) for _number in range(8)]

    chart = build_line_chart(lines, STEPS, str)

    assert chart and chart.height > HEIGHT
    rows = sorted(at for line in chart.lines for at, _text in line.label_rows)
    assert all(two - one >= LEADING for one, two in pairwise(rows))
    assert rows[0] >= TOP and rows[-1] <= chart.height - BOTTOM
    assert {line.label for line in chart.lines} == {wrap_label(name, 84)}


def test_one_step_or_no_lines_make_no_chart() -> None:
    assert build_line_chart([ChartLine("A", (1,))], ["1"], str) is None
    assert build_line_chart([], STEPS, str) is None


@pytest.mark.parametrize(("lowest", "highest"), [(0, 0), (-1, 0), (-99_999, 7), (0, 10**9)])
def test_the_grid_is_round_and_holds_everything(lowest: int, highest: int) -> None:
    steps = choose_grid_values(lowest, highest)

    assert steps[0] <= lowest <= highest <= steps[-1]
    assert 2 <= len(steps) <= 8
    assert str(steps[1] - steps[0]).rstrip("0") in {"1", "2", "5"}


def test_long_values_beside_the_grid_have_room() -> None:
    chart = build_line_chart([ChartLine("Anna", (0, 98_760))], ["0", "1"], "{:+,}".format)
    short = build_line_chart([ChartLine("Anna", (0, 9))], ["0", "1"], str)

    assert chart and short
    longest = max(len(tick.text) for tick in chart.grid)
    assert chart.left - chart.right + short.right - short.left > 0
    assert chart.label_left >= longest * 6
    assert chart.steps[0].at == chart.left
