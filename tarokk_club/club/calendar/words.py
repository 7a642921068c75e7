"""Sentences about evenings: their tables, people who sit out, and how evenings repeat."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from babel.dates import format_date
from django.utils.translation import get_language, gettext, ngettext, pgettext
from django.utils.translation import gettext_noop as _

from tarokk_club.club.calendar.repeating import compute_weekday_number
from tarokk_club.club.calendar.table_plan import TablePlan
from tarokk_club.club.formatting.numbers_and_dates import find_date_locale, format_short_date
from tarokk_club.club.models import EveningSeries, Rhythm

NTH: Mapping[int, str] = MappingProxyType(
    {
        1: _("Every first %(weekday)s of the month, until %(until)s."),
        2: _("Every second %(weekday)s of the month, until %(until)s."),
        3: _("Every third %(weekday)s of the month, until %(until)s."),
        4: _("Every fourth %(weekday)s of the month, until %(until)s."),
        -1: _("Every last %(weekday)s of the month, until %(until)s."),
    }
)


def describe_tables(plan: TablePlan) -> str:
    """Return the tables by size as text, as in “2 tables of 4 and 1 table of 5”; "" for none."""
    texts = [_format_table_count(size, number) for size, number in plan.table_counts]
    if len(texts) < 2:
        return "".join(texts)
    *first, last = texts
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


def _format_table_count(size: int, number: int) -> str:
    text = ngettext("%(number)s table of %(size)s", "%(number)s tables of %(size)s", number)
    return text % {"number": number, "size": size}


def describe_people_sitting_out(plan: TablePlan) -> str:
    """Return a sentence about the people who sit out, "" if everybody has a seat."""
    if not plan.out:
        return ""
    missing = {"missing": plan.missing}
    if not plan.sizes:
        text = ngettext(
            "%(missing)s more makes a table.", "%(missing)s more make a table.", plan.missing
        )
        return text % missing
    out = ngettext("%(out)s sits out", "%(out)s sit out", plan.out) % {"out": plan.out}
    text = ngettext(
        "%(left)s; with %(missing)s more, everybody plays.",
        "%(left)s; with %(missing)s more, everybody plays.",
        plan.missing,
    )
    return text % {"left": out, **missing}


def describe_series(series: EveningSeries, day: date) -> str:
    """Return a sentence that says how an evening repeats.

    day: a day of the series.
    """
    locale = find_date_locale(get_language() or "en")
    weekday = format_date(day, "EEEE", locale=locale)
    values = {"weekday": weekday, "until": format_short_date(series.until)}
    if series.rhythm == Rhythm.MONTHLY:
        return gettext(NTH[compute_weekday_number(day)]) % values
    if series.rhythm == Rhythm.FORTNIGHTLY:
        text = pgettext("evening", "Every second %(weekday)s, until %(until)s.")
    else:
        text = pgettext("evening", "Every %(weekday)s, until %(until)s.")
    return text % values
