"""Filters for the cash book and the reports of a year."""

from __future__ import annotations

from django import template

from tarokk_club.club.formatting.numbers_and_dates import MINUS
from tarokk_club.club.kitty import words
from tarokk_club.club.kitty.queries.year_report import ChangedFigure
from tarokk_club.club.templatetags.money import format_figure

register = template.Library()
register.filter("book_text", words.describe_book_line)
register.filter("label_account", words.label_account)


@register.filter("kind")
def get_kind_name(key: tuple[str, str]) -> str:
    """Return the kind of an income or expense in words."""
    return words.label_kind_or_purpose(*key)


@register.filter("sum_figure")
def format_sum(minor: int, code: str) -> str:
    """Return an amount without its currency, with a sign only if it is negative."""
    text = format_figure(abs(minor), code).removeprefix("+")
    return f"{MINUS}{text}" if minor < 0 else text


@register.filter("difference_text")
def describe_difference(difference: ChangedFigure) -> str:
    """Return a sentence about a changed figure of a closed year."""
    return words.describe_figure_change(difference)
