"""The heading of a leaderboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tarokk_club.club.seasons.queries.leaderboard import Leaderboard
from tarokk_club.club.templatetags.book import LINK_PLACEHOLDER

register = template.Library()

# The sort orders that begin with the smallest value.
_ASCENDING = ("place", "name")


@register.simple_tag(takes_context=True, name="leaders_head")
def render_leaders_head(context: Mapping[str, Any], board: Leaderboard) -> SafeString:
    """Return the cells of the heading, with links that sort the table.

    Guests get neither links nor the money column.
    """
    # Template nodes for each column would be ten times as slow.
    link = "" if context.get("guest") else _build_link(context["request"].GET)
    cells = []
    for key, label, kind in _list_columns(board, money=not context.get("guest")):
        order = "ascending" if key in _ASCENDING else "descending"
        sorted_by = f' aria-sort="{order}"' if key and key == context.get("sort") else ""
        text = f"{link.replace(LINK_PLACEHOLDER, key)}{label}</a>" if link and key else label
        cells.append(f'<th scope="col" class="{kind}"{sorted_by}>{text}</th>')
    return SafeString("".join(cells))


def _list_columns(board: Leaderboard, *, money: bool) -> list[tuple[str, str, str]]:
    """Return the sort order, label and CSS class of each column; the order is "" without a link."""
    columns = [
        ("place", _("Place"), "rank"),
        ("name", _("Player"), "name"),
        ("evenings", _("Evenings"), "far"),
        ("hands", _("Hands"), "far"),
    ]
    if board.shows_counted and not board.conceals:
        columns.append(("", _("Counts"), ""))
    if not board.mixes_games:
        columns += [("points", _("Points"), ""), ("average", _("Average"), "far")]
    if board.has_money and money:
        columns.append(("money", _("Money"), "far"))
    if board.has_hat:
        columns.append(("hat_days", _("Hat days"), "far"))
    return columns


def _build_link(query: Any) -> str:
    """Return the start of a link, with a placeholder for the sort order."""
    changed = query.copy()
    changed["sort"] = LINK_PLACEHOLDER
    action = f"?{changed.urlencode()}"
    swap = render_to_string("_filters.html", {"action": action}).strip()
    return f'<a href="{escape(action)}" id="sort-{LINK_PLACEHOLDER}" {swap}>'
