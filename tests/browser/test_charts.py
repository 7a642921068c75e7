"""Names at the ends of a chart's lines, as a browser draws them: whole, and none over another."""

from itertools import pairwise
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page

from tarokk_club.club.charts.line_chart import Chart, ChartLine, build_line_chart
from tarokk_club.club.charts.race_chart import Runner, build_race_chart

STATIC = Path(__file__).parents[2] / "tarokk_club" / "club" / "static" / "club" / "base"
NAMES = (
    "Anna",
    "Szentgyörgyvölgyi-Nagy Erzsébet",
    "Szentgyörgyvölgyi-Nagy Erzsébet (2)",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Alexander-Maximilian von und zu Hohenlohe",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "Șerban-Constantin Împărățescu",
    "Kovács Péter",
)
STEPS = [str(number) for number in range(12)]
# What of a name lies outside the picture, or on another line of a name.
FAULTS = """() => {
  const found = [], all = [...document.querySelectorAll(".chart tspan")];
  const edge = document.querySelector(".chart").getBoundingClientRect();
  const box = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const boxes = all.map(box);
  for (const [at, one] of boxes.entries()) {
    if (one.right > edge.right + 0.5 || one.top < edge.top || one.bottom > edge.bottom)
      found.push(`outside: ${all[at].textContent}`);
    for (const other of boxes.slice(at + 1))
      if (Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > one.height / 4)
        found.push(`covered: ${all[at].textContent}`);
  }
  return found;
}"""

# The days below the curve, from the left: what each says and from where to where.
DAYS = """() => [...document.querySelectorAll(".grid [text-anchor=middle]")].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.textContent, box.left, box.right];
})"""


def values(place: int) -> tuple[int, ...]:
    return tuple((step * 3 + place) % 7 - place for step in range(12))


def drawn(kind: str) -> Chart:
    if kind == "session":
        lines = [ChartLine(name, values(place)) for place, name in enumerate(NAMES)]
        chart = build_line_chart(lines, STEPS, str)
    else:
        runners = [Runner(name, name, values(place)) for place, name in enumerate(NAMES)]
        chart = build_race_chart(runners, STEPS, str, forward=NAMES[3] if kind == "forward" else "")
    assert chart
    return chart


def show(page: Page, chart: Chart, *, width: int) -> None:
    """The chart as the pages of the site wear it."""
    page.set_viewport_size({"width": width, "height": 844})
    style = "".join((STATIC / name).read_text() for name in ("book.css", "charts.css"))
    svg = render_to_string("club/base/charts/lines.html", {"chart": chart, "label": "x"})
    page.set_content(
        "<meta name='viewport' content='width=device-width'>"
        f"<style>{style}</style><body><main><figure class='card race'>{svg}</figure></main>"
    )


@pytest.mark.parametrize("count", [2, 5, 6, 8])
def test_days_below_a_curve_do_not_overlap(page: Page, count: int) -> None:
    days = [f"szept. {day}." for day in range(20, 20 + count)]
    line = ChartLine("Nagyszentgyörgyi-Horváth Kristóf", tuple(range(count)))
    chart = build_line_chart([line], days, str)
    assert chart
    show(page, chart, width=390)

    boxes = page.evaluate(DAYS)

    assert all(one[2] + 1 < other[1] for one, other in pairwise(boxes))
    assert (boxes[0][0], boxes[-1][0]) == (days[0], days[-1])


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("kind", ["session", "race", "forward"])
def test_long_names_are_complete_beside_the_curve(page: Page, kind: str, width: int) -> None:
    show(page, drawn(kind), width=width)

    assert page.evaluate(FAULTS) == []
    assert page.locator(".chart tspan").count() > len(NAMES)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
