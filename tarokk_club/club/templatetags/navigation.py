"""The navigation bar of a club, on each of its pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django import template
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext

from tarokk_club.club.home.queries.nav_counts import NavCounts, load_nav_counts

register = template.Library()

TABLE, BOARD, MONEY, CLUB = "table", "board", "money", "club"
# The item of each package's pages; pages of all other packages belong to CLUB.
ITEM_OF_PACKAGE = {
    "session": TABLE,
    "hand": TABLE,
    "sheet": TABLE,
    "confirmations": TABLE,
    "paper": TABLE,
    "finale": TABLE,
    "statistics": BOARD,
    "seasons": BOARD,
    "money": MONEY,
    "kitty": MONEY,
}


@dataclass(frozen=True, slots=True)
class NavItem:
    """An item of the bar.

    is_current: whether the present page belongs to the item.
    waits: the number of items that wait for the user, such as open tables.
    waiting_text: the number with its noun, such as "3 open tables".
    """

    href: str
    icon: str
    name: str
    is_current: bool
    waits: int = 0
    waiting_text: str = ""


@register.simple_tag(takes_context=True, name="nav_bar")
def render_nav_bar(context: Mapping[str, Any]) -> SafeString:
    """Return the bar with table, leaderboard, money and club, and the counts of waiting items.

    The bar is empty outside a club and for arbiters who are not members of the club.
    """
    request = context.get("request")
    if request is None or not hasattr(request, "club") or request.is_visiting:
        return SafeString()
    # The home page has already counted them.
    waiting = getattr(request, "nav_counts", None) or load_nav_counts(
        request.club, request.user, request.rights
    )
    around = (get_language(), get_script_prefix())
    return _render_bar(request.club.slug, waiting, _find_current_item(request), around)


@lru_cache(maxsize=500)
def _render_bar(
    slug: str, waiting: NavCounts, current: str, _around: tuple[str | None, str]
) -> SafeString:
    """Return the bar as HTML; cached, as it depends on nothing but the arguments.

    _around: the active language and the prefix of all URLs.
    """
    context = {"items": _build_items(slug, waiting, current)}
    return render_to_string("club/base/_nav_bar.html", context)


def _find_current_item(request: HttpRequest) -> str:
    match = request.resolver_match
    package = match.func.__module__.split(".")[2] if match else ""
    return ITEM_OF_PACKAGE.get(package, CLUB)


def _build_items(slug: str, waiting: NavCounts, current: str) -> tuple[NavItem, ...]:
    return (
        NavItem(
            _find_table_url(slug, waiting),
            "cards",
            pgettext("place", "Table"),
            current == TABLE,
            waiting.tables,
            ngettext("%(number)s open table", "%(number)s open tables", waiting.tables)
            % {"number": waiting.tables},
        ),
        NavItem(
            _find_board_url(slug, waiting),
            "chart",
            pgettext("place", "Leaderboard"),
            current == BOARD,
        ),
        NavItem(
            reverse("club:money", args=[slug]),
            "coins",
            pgettext("place", "Money"),
            current == MONEY,
            waiting.payment_count,
            ngettext("%(number)s payment waits", "%(number)s payments wait", waiting.payment_count)
            % {"number": waiting.payment_count},
        ),
        NavItem(
            reverse("club:club", args=[slug]),
            "people",
            pgettext("place", "Club"),
            current == CLUB,
            waiting.objections,
            ngettext("%(number)s objection", "%(number)s objections", waiting.objections)
            % {"number": waiting.objections},
        ),
    )


def _find_table_url(slug: str, waiting: NavCounts) -> str:
    """Return the URL of the sheet if one table is open, else of the list of sessions."""
    if waiting.tables == 1:
        return reverse("club:sheet", args=[slug, waiting.table])
    return reverse("club:session_list", args=[slug])


def _find_board_url(slug: str, waiting: NavCounts) -> str:
    if waiting.season:
        return reverse("club:season", args=[slug, waiting.season])
    return reverse("club:standings", args=[slug])
