"""Tags that draw charts, and filters that format their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from babel.dates import format_skeleton
from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tarokk_club.club.charts.line_chart import Chart, ChartLine, DrawnLine, build_line_chart
from tarokk_club.club.charts.race_chart import Runner, build_race_chart
from tarokk_club.club.formatting.money import format_money_in_currency
from tarokk_club.club.formatting.numbers_and_dates import (
    find_date_locale,
    format_integer,
    format_short_date,
    format_signed,
)
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.sheet.queries.running_totals import build_running_chart
from tarokk_club.club.statistics.year_grid import build_year_grids
from tarokk_club.club.templatetags.book import (
    LINK_PLACEHOLDER,
    find_sign_class,
    format_average,
    isolate_name,
)
from tarokk_club.club.values.season_rules import CountingRules

register = template.Library()


@register.inclusion_tag("club/base/charts/race.html", takes_context=True, name="race_of")
def build_race(context: Mapping[str, Any], board: Any) -> dict[str, Any]:
    """Return the context of a leaderboard's race: a line for each player, a step for each evening.

    The context variable `race` holds the reader's choices; None if none are offered.
    """
    wanted = context.get("race")
    places = wanted is not None and wanted.places
    forward = wanted.player if wanted else ""
    style = RaceFormat(board.rules, board.currency, get_language() or "en", places)
    show = str if places else _choose_formatter(board.rules, board.currency)
    runners = [
        Runner(runner.player_id, runner.label, runner.totals, runner.sat) for runner in board.race
    ]
    days = format_short_days(board.evenings)
    highlighted = forward if any(runner.player_id == forward for runner in board.race) else ""
    racing = {runner.player_id for runner in board.race}
    return {
        "request": context.get("request"),
        "chart": build_race_chart(runners, days, show, forward=highlighted, places=places),
        "wanted": wanted,
        "forward": next((runner for runner in board.race if runner.player_id == highlighted), None),
        "race": board.race,
        "others": [row for row in board.rows if row.player_id not in racing],
        "places": places,
        "heads": SafeString(
            "".join([f'<th scope="col">{isolate_name(runner.name)}</th>' for runner in board.race])
        ),
        "rows": SafeString(
            "".join(
                [
                    _render_row(day, values, style)
                    for day, values in zip(
                        board.evenings,
                        zip(*[runner.totals for runner in board.race], strict=True),
                        strict=False,
                    )
                ]
            )
        ),
    }


_CURRENT = ' aria-current="true"'


@register.simple_tag(takes_context=True, name="race_choices")
def render_race_choices(
    context: Mapping[str, Any], rows: Iterable[Any], forward: Any
) -> SafeString:
    """Return a list item for each player, with a link to the race that highlights the player.

    forward: the player who is highlighted now; None if nobody is.
    """
    # A season has dozens of players, and template nodes for each would be too slow.
    query = context["request"].GET.copy()
    query["player"] = LINK_PLACEHOLDER
    address = f"?{query.urlencode()}"
    swap = render_to_string("club/base/charts/_swap.html", {"address": address}).strip()
    link = f'<a href="{escape(address)}" {swap}'
    current = forward.player_id if forward else ""
    return SafeString(
        "".join(
            [
                f"<li>{link.replace(LINK_PLACEHOLDER, row.player_id)}"
                f"{_CURRENT if row.player_id == current else ''}>{isolate_name(row.name)}</a></li>"
                for row in rows
            ]
        )
    )


@register.inclusion_tag("club/base/charts/running.html", name="running_chart")
def build_totals_chart(running: Any, *, table: bool) -> dict[str, Any]:
    """Return the context of a session's running totals: a line for each player.

    table: whether to add the same figures as a table.
    """
    return {
        "chart": build_running_chart(running),
        "names": running.names,
        "rows": running.rows if table else (),
    }


@register.inclusion_tag("club/base/charts/curve.html", name="curve")
def build_totals_curve(running: Any) -> dict[str, Any]:
    """Return the context of a session's running totals, without their table."""
    return {"chart": build_running_chart(running)}


@register.inclusion_tag("club/base/charts/evenings.html", name="evenings_chart")
def build_evenings_chart(career: Any, slug: str) -> dict[str, Any]:
    """Return the context of one player's running total, with a step for each evening.

    slug: the slug of the club.
    """
    line = ChartLine(career.name, tuple(evening.total for evening in career.evenings))
    days = format_short_days(evening.day for evening in career.evenings)
    return {
        "chart": build_line_chart([line], days, format_signed),
        "rows": _render_evenings(career.evenings, slug),
    }


def _render_evenings(evenings: Iterable[Any], slug: str) -> SafeString:
    """Return the table rows of a player's evenings; template nodes would be too slow."""
    link = f'<a class="link" href="{escape(reverse("club:sheet", args=[slug, LINK_PLACEHOLDER]))}">'
    rows = []
    for evening in evenings:
        day = format_short_date(evening.day)
        labels = [day, *[f"{day} ({number})" for number in range(2, len(evening.sessions) + 1)]]
        links = [
            f"{link.replace(LINK_PLACEHOLDER, str(session))}{label}</a>"
            for session, label in zip(evening.sessions, labels, strict=True)
        ]
        rows.append(
            f'<tr><th class="name" scope="row">{" ".join(links)}</th>'
            f"<td>{format_integer(evening.hands)}</td>"
            f'<td class="{find_sign_class(evening.points)}">{format_signed(evening.points)}</td>'
            f"<td>{format_signed(evening.total)}</td></tr>"
        )
    return SafeString("".join(rows))


@register.inclusion_tag("club/base/charts/trail.html", name="trail_chart")
def build_rating_chart(name: str, trail: Sequence[tuple[date, int]]) -> dict[str, Any]:
    """Return the context of one player's rating, with a step for each evening."""
    line = ChartLine(name, tuple(skill for _day, skill in trail))
    days = format_short_days(day for day, _skill in trail)
    return {"chart": build_line_chart([line], days, format_integer, zero=False), "rows": trail}


@register.inclusion_tag("club/base/charts/pair.html", name="pair_chart")
def build_pair_chart(pair: Any) -> dict[str, Any]:
    """Return the context of a chart of two players' totals over the evenings that they share."""
    lines = [
        Runner("1", pair.first.name, tuple(evening.first_total for evening in pair.evenings)),
        Runner("2", pair.second.name, tuple(evening.second_total for evening in pair.evenings)),
    ]
    days = format_short_days(evening.day for evening in pair.evenings)
    return {"chart": build_race_chart(lines, days, format_signed), "pair": pair}


@register.inclusion_tag("club/base/charts/calendar.html", name="activity_calendar")
def build_activity_calendar(records: Any) -> dict[str, Any]:
    """Return the context of a calendar of the evenings of a year."""
    grids = build_year_grids(records.days, records.first, records.last)
    visible_days = {day: records.days[day] for day in sorted(records.days) if day >= records.first}
    return {"grids": grids, "rows": visible_days, "first": records.first, "last": records.last}


@register.simple_tag(name="chart_ticks")
def render_ticks(chart: Chart) -> SafeString:
    """Return the tick marks below a chart, one for each step."""
    # A season has a hundred evenings, and template nodes for each would be too slow.
    return SafeString(
        "".join([f'<path class="tick" d="M{at:d} {chart.bottom:d}v4" />' for at in chart.ticks])
    )


@register.simple_tag(name="chart_lines")
def render_lines(chart: Chart) -> SafeString:
    """Return the lines of a chart, each with its markers and its name."""
    return SafeString("".join(_render_line(chart, line) for line in chart.lines))


def _render_line(chart: Chart, line: DrawnLine) -> str:
    """Return a line as SVG, with its name escaped."""
    marks = "".join(
        f'<path class="mark" transform="translate({x:d} {y:d})" d="{line.mark}" />'
        for x, y in line.marks
    )
    name = "".join(
        f'<tspan x="{chart.label_x:d}" y="{at:d}" dx="3" dy=".35em">{escape(text)}</tspan>'
        for at, text in line.label_rows
    )
    (x, y), end = line.end, f"{chart.label_x:d} {line.label_at:d}"
    return (
        f'<g class="line l{line.number:d} {line.kind}"><polyline points="{line.points}" />'
        f'{marks}<path class="to" d="M{x:d} {y:d}L{end}" /><text>{name}</text></g>'
    )


@register.filter("short_month")
def format_short_month(day: date) -> str:
    """Return the month of a day, abbreviated."""
    text: str = format_skeleton("MMM", day, locale=find_date_locale())
    return text


@register.filter("term")
def translate_term(key: str) -> str:
    """Return a term in the reader's language."""
    return ClubWords().term(key)


def format_short_day(day: date) -> str:
    """Return a date without its year, such as 18 Nov."""
    return _format_short_day(day, get_language() or "en")


def format_short_days(days: Iterable[date]) -> list[str]:
    """Return dates without their year."""
    language = get_language() or "en"
    return [_format_short_day(day, language) for day in days]


@lru_cache(maxsize=2000)
def _format_short_day(day: date, language: str) -> str:
    text: str = format_skeleton("MMMd", day, locale=find_date_locale(language))
    return text


@register.simple_tag(name="counted_as")
def format_counted_result(number: int, rules: CountingRules, currency: str) -> str:
    """Return a result in the season's unit: points, money or an average."""
    return _choose_formatter(rules, currency)(number)


def _choose_formatter(rules: CountingRules, currency: str) -> Callable[[int], str]:
    if rules.in_hundredths:
        return format_average
    if rules.in_money:
        return lambda minor: format_money_in_currency(minor, currency)
    return format_signed


class RaceFormat(NamedTuple):
    """The settings by which the values of a race are formatted.

    language: the active language.
    places: whether the values are places.
    """

    rules: CountingRules
    currency: str
    language: str
    places: bool


@lru_cache(maxsize=5000)
def _render_row(day: date, values: tuple[int | None, ...], style: RaceFormat) -> str:
    """Return one row of the race's table; cached, as a new hand changes only the last row."""
    show = str if style.places else _choose_formatter(style.rules, style.currency)
    cells = "".join([f"<td>{escape(_format_cell(value, show))}</td>" for value in values])
    return f'<tr><th class="name" scope="row">{escape(format_short_date(day))}</th>{cells}</tr>'


def _format_cell(value: int | None, show: Callable[[int], str]) -> str:
    return "–" if value is None else show(value)
