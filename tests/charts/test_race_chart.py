"""The chart of a race: one brought forward, every evening marked, no wild one in charge."""

from itertools import pairwise

from tarokk_club.club.charts.labels import FORWARD_LETTERS, LABEL_GAP, measure_text
from tarokk_club.club.charts.line_chart import BOTTOM, HEIGHT, MOST_LINES
from tarokk_club.club.charts.race_chart import (
    BEHIND,
    FORWARD,
    Runner,
    build_race_chart,
)

STEPS = [str(number) for number in range(12)]


def calm(count: int) -> list[Runner]:
    """So many who win and lose by turns."""
    return [
        Runner(str(one), f"Player {one}", tuple((step * 3 + one) % 7 for step in range(12)), (0, 5))
        for one in range(count)
    ]


def test_twenty_players_have_their_names_one_below_the_other() -> None:
    chart = build_race_chart(calm(20), STEPS, str)

    assert chart and len(chart.lines) == 20
    heights = sorted(line.label_at for line in chart.lines)
    assert all(two - one >= LABEL_GAP for one, two in pairwise(heights))
    assert heights[0] > 0 and heights[-1] <= chart.height - BOTTOM
    assert sum(line.kind == BEHIND for line in chart.lines) == 20 - MOST_LINES


def test_the_highlighted_line_is_last_and_marks_each_evening() -> None:
    chart = build_race_chart(calm(3), STEPS, str, forward="1")

    assert chart
    assert [line.kind for line in chart.lines] == [BEHIND, BEHIND, FORWARD]
    assert (chart.lines[-1].name, len(chart.lines[-1].marks)) == ("Player 1", 2)
    assert all(not line.marks for line in chart.lines[:2])


def test_every_evening_has_its_mark_below() -> None:
    chart = build_race_chart(calm(3), STEPS, str)

    assert chart and len(chart.ticks) == len(STEPS)


def test_one_wild_evening_does_not_flatten_the_rest() -> None:
    wild = Runner("w", "Wild", (5, 9, 4, 2000, 2004, 2001, 2003, 1998, 2000, 2002, 2004, 2001))
    plain, bent = (
        build_race_chart(calm(3), STEPS, str),
        build_race_chart([*calm(3), wild], STEPS, str),
    )

    assert plain and bent and not plain.bends
    assert ([bend.text for bend in bent.bends] != [] and bent.grid[0].text == "2004") or (
        bent.grid[-1].text == "2004"
    )
    assert all(0 <= line.end[1] <= bent.height for line in bent.lines)
    calm_ends = [line.end[1] for line in bent.lines if line.name != "Wild"]
    plain_ends = [line.end[1] for line in plain.lines]
    # What is told apart without the wild one is told apart beside it.
    assert max(calm_ends) - min(calm_ends) >= (max(plain_ends) - min(plain_ends)) // 2 > 10


def test_few_evenings_have_no_bends() -> None:
    chart = build_race_chart([Runner("a", "A", (1, 300))], ["1", "2"], str)

    assert chart and chart.bends == ()


def test_a_steady_winner_is_not_wild() -> None:
    lines = [Runner("a", "A", tuple(range(0, 1200, 100))), *calm(2)]

    chart = build_race_chart(lines, [str(step) for step in range(12)], str)

    assert chart and chart.bends == ()


def test_places_have_the_first_on_top() -> None:
    lines = [Runner("a", "A", (2, 1, 1)), Runner("b", "B", (1, 2, 2))]

    chart = build_race_chart(lines, ["1", "2", "3"], str, places=True)

    assert chart
    ends = {line.name: line.end[1] for line in chart.lines}
    assert ends["A"] < ends["B"]
    assert sorted(tick.text for tick in chart.grid) == ["1", "2"]


def test_a_long_name_fits_whole_in_the_highlighted_label() -> None:
    name = "Hottentottenpotentatentante Karolina"

    chart = build_race_chart([Runner("a", name, (1, 2))], ["1", "2"], str, forward="a")

    assert chart
    label = chart.lines[0].label
    assert "".join(label).replace(" ", "") == name.replace(" ", "")
    room = chart.width - chart.label_x
    assert all(measure_text(line, FORWARD_LETTERS) <= room for line in label)


def test_thirty_long_names_enlarge_the_chart_without_overlap() -> None:
    runners = [
        Runner(str(one), "Szentgyörgyvölgyi Erzsébet Magdolna Őrsike", (5, 5)) for one in range(30)
    ]

    chart = build_race_chart(runners, ["1", "2"], str)

    assert chart and chart.height > HEIGHT
    rows = sorted(at for line in chart.lines for at, _text in line.label_rows)
    assert len(rows) > 30
    assert all(two - one >= LABEL_GAP - 1 for one, two in pairwise(rows))
    assert rows[0] > 0 and rows[-1] <= chart.height - BOTTOM
