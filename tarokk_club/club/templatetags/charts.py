"""Charts on a page, each with the table that says the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from babel.dates import format_skeleton
from django import template

from tarokk_club.club.charts import Line, line_chart
from tarokk_club.club.ranking import Counted, Counting
from tarokk_club.club.templatetags.book import average, money_of, reader_locale, signed

register = template.Library()


@register.inclusion_tag("club/charts/race.html")
def race_chart(board: Any) -> dict[str, Any]:
    """The running totals of a leaderboard, a line a player and a step an evening."""
    show = _shown_by(board.rules, board.currency)
    days = [short_day(day) for day in board.evenings]
    lines = [Line(one.name, one.totals) for one in board.race]
    chart = line_chart(lines, days, show)
    shown = board.race[: len(chart.lines)] if chart else ()
    return {
        "chart": chart,
        "names": [one.name for one in shown],
        "left_out": len(board.race) - len(shown),
        "rows": [
            (day, [_cell(one.totals[step], show) for one in shown])
            for step, day in enumerate(board.evenings)
        ],
    }


def short_day(day: date) -> str:
    """A day without its year, as short as the reader's language has it."""
    text: str = format_skeleton("MMMd", day, locale=reader_locale())
    return text


@register.simple_tag
def counted_as(number: int, rules: Counted, currency: str) -> str:
    """What counted in a season: points, money or an average."""
    return _shown_by(rules, currency)(number)


def _shown_by(rules: Counted, currency: str) -> Callable[[int], str]:
    if rules.counts == Counting.AVERAGE:
        return average
    if rules.counts == Counting.MONEY:
        return lambda minor: money_of(minor, currency)
    return signed


def _cell(value: int | None, show: Callable[[int], str]) -> str:
    return "–" if value is None else show(value)
