"""Evenings in sentences: how many tables, how they repeat."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from babel.dates import format_date
from django.utils.translation import get_language, gettext, ngettext, pgettext
from django.utils.translation import gettext_noop as _

from tarokk_club.club.calendar.repeating import nth_of_month
from tarokk_club.club.calendar.table_plan import TablePlan
from tarokk_club.club.formatting.numbers_and_dates import date_locale, short_date
from tarokk_club.club.models import EveningSeries
from tarokk_club.club.values.attendance import Rhythm

NTH: Mapping[int, str] = MappingProxyType(
    {
        1: _("Every first %(weekday)s of the month, until %(until)s."),
        2: _("Every second %(weekday)s of the month, until %(until)s."),
        3: _("Every third %(weekday)s of the month, until %(until)s."),
        4: _("Every fourth %(weekday)s of the month, until %(until)s."),
        -1: _("Every last %(weekday)s of the month, until %(until)s."),
    }
)


def tables_sentence(plan: TablePlan) -> str:
    """Return the number of tables by size, such as “2 tables of 4 and 1 table of 5”, or "" if there
    are none.
    """
    told = [_tables(size, number) for size, number in plan.kinds]
    if len(told) < 2:
        return "".join(told)
    *first, last = told
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


def _tables(size: int, number: int) -> str:
    text = ngettext("%(number)s table of %(size)s", "%(number)s tables of %(size)s", number)
    return text % {"number": number, "size": size}


def left_sentence(plan: TablePlan) -> str:
    """Return how many sit out or are missing, or "" if everybody has a seat."""
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


def series_sentence(series: EveningSeries, day: date) -> str:
    """Return how an evening repeats.

    day: one of its days.
    """
    locale = date_locale(get_language() or "en")
    weekday = format_date(day, "EEEE", locale=locale)
    values = {"weekday": weekday, "until": short_date(series.until)}
    if series.rhythm == Rhythm.MONTHLY:
        return gettext(NTH[nth_of_month(day)]) % values
    if series.rhythm == Rhythm.FORTNIGHTLY:
        text = pgettext("evening", "Every second %(weekday)s, until %(until)s.")
    else:
        text = pgettext("evening", "Every %(weekday)s, until %(until)s.")
    return text % values
