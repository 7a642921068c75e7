"""How numbers and names look on a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from datetime import date, datetime
from decimal import Decimal
from functools import cache, lru_cache

from babel import Locale
from babel.numbers import format_decimal
from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.core.doubling import Doubling
from scoring.ledger.currency import CURRENCIES, Currency
from tarokk_club.club.formatting.labels import game_label, round_label
from tarokk_club.club.formatting.numbers_and_dates import (
    MINUS,
    moment,
    plain_date,
    short_date,
    signed,
    whole,
)
from tarokk_club.club.session.queries.hand_gist import FAILED, MADE, Gist
from tarokk_club.club.templatetags.icons import icon

register = template.Library()

NO_BREAK = "\N{NO-BREAK SPACE}"
_TIGHT = re.compile(r"([^\W\d_])(\d)")
_MADE, _FAILED = icon("tick", 14), icon("cross", 14)
# Where a name may go on in the next line; the hyphen stays at the end of its own.
_BREAKS = re.compile(r" |(?<=-)")
_NOBODY = format_html('<span class="zero" aria-hidden="true">{}</span>', "·")
# Of a long row of doubled hands the first few are told one by one.
MOST_TOLD = 5
# So many letters fit every column; the most that book.css has a scale for.
FITS, STEPS = 6, (7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24)
# Letters half as broad again as others.
_BROAD = "mwMW"
# Columns that book.css knows; a longer row of accounts scrolls.
FEWEST_COLUMNS, MOST_COLUMNS = 2, 8


@register.filter
def points(number: int) -> str:
    """Points with their sign: +12, −12, 0."""
    return signed(number)


@register.filter
def spoken(number: int) -> str:
    """Points as they are spoken, for people who hear the page: plus 12, minus 12, 0."""
    said = whole(abs(number))
    if not number:
        return said
    sentence = _("plus %(number)s") if number > 0 else _("minus %(number)s")
    return sentence % {"number": said}


@register.filter
def count(number: int) -> str:
    """A number of things, which needs no sign."""
    return whole(number)


@register.filter
def sign(number: int) -> str:
    """The class that colours an amount: plus, minus or zero."""
    return "zero" if number == 0 else "plus" if number > 0 else "minus"


@register.simple_tag
@lru_cache(maxsize=2000)
def amount(number: int) -> SafeString:
    """Points in the colour of their sign, scaled down to a column where they must be."""
    shown = signed(number)
    kind = f"{sign(number)} {fits(shown)}".strip()
    return format_html('<span class="amount {}">{}</span>', kind, shown)


@register.simple_tag
@lru_cache(maxsize=2000)
def cells(points: tuple[int | None, ...]) -> SafeString:
    """The points of one row, column by column; a dot for those who did not sit there."""
    shown = ((_NOBODY if one is None else amount(one),) for one in points)
    # A long evening has hundreds of them: a template for each would cost most of its sheet.
    row = '<span class="cols {}">{}</span>'
    return format_html(row, columns(len(points)), format_html_join("", "{}", shown))


@register.simple_tag
def gist(facts: Sequence[Gist]) -> SafeString:
    """What was decided in a hand, in one line: each figure with a tick or a cross."""
    marks = {MADE: ("made", _MADE, _("made")), FAILED: ("failed", _FAILED, _("failed"))}
    told = []
    for one in facts:
        mark = marks.get(one.fate)
        told.append((_marked(one.text, *mark) if mark else one.text,))
    return format_html('<small class="gist">{}</small>', format_html_join(" · ", "{}", told))


def _marked(text: str, fate: str, picture: SafeString, word: str) -> SafeString:
    """A figure with its mark, which never stands at the end of a line without it."""
    first, blank, rest = text.partition(" ")
    html = '<span class="{}"><span class="unbroken">{}{}</span>{} <span class="vh">{}</span></span>'
    return format_html(html, fate, picture, first, blank + rest, word)


@register.filter
def player(name: str) -> SafeString:
    """A name kept apart from what stands beside it, whichever way it is written."""
    return format_html("<bdi>{}</bdi>", name)


@register.filter
def fits(text: str, piece: str = "word") -> str:
    """The class that scales a text down to its column by its longest piece, a word or the line:
    names and numbers are never cut, nor broken within.

    >>> fits("Kovács Pé."), fits("Kovács Pé.", "line"), fits("Nagy-Szentgyörgyvölgyi")
    ('', 'f10', 'f18')
    """
    longest = max(map(_letters, _BREAKS.split(text) if piece == "word" else [text]))
    if longest <= FITS:
        return ""
    return f"f{next((step for step in STEPS if step >= longest), STEPS[-1])}"


def _letters(text: str) -> int:
    """As how many usual letters a text is broad: two that are as m and w are three."""
    return len(text) + sum(map(text.count, _BROAD)) // 2


@register.simple_tag
def fitted(name: str, piece: str = "word") -> SafeString:
    """A name apart from what stands beside it, scaled down to its column where it must be."""
    scale = fits(name, piece)
    if not scale:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<bdi class="{}">{}</bdi>', scale, name)


@register.filter
def game(key: str) -> str:
    """The name of a game."""
    return game_label(key)


@register.filter
def doubled(key: str) -> str:
    """What the doubled hands of a game are called, "" where they have no name."""
    return round_label(key)


@register.filter
def coming(doubling: Doubling) -> str:
    """What the next hands are multiplied by, one by one; "" where all are multiplied alike."""
    times = doubling.coming
    if len(set(times)) < 2:
        return ""
    later = [f"×{one}" for one in times[1 : MOST_TOLD + 1]]
    later += ["…"] if len(times) > MOST_TOLD + 1 else []
    return _("×%(now)s now, then %(later)s") % {"now": times[0], "later": ", ".join(later)}


@register.filter
def money(minor: int, currency: Currency) -> str:
    """An amount in minor units as money, in the reader's way, with a true minus."""
    return _money(Decimal(minor).scaleb(-currency.digits), currency.code)


@register.filter
def money_of(minor: int, code: str) -> str:
    """An amount in minor units of the currency `code` as money."""
    return money(minor, CURRENCIES[code])


@register.filter
def stake(per_point: str, code: str) -> str:
    """What one point is worth, as money of the currency `code`."""
    return _money(Decimal(per_point), code)


def _money(amount: Decimal, code: str) -> str:
    return _money_in(amount, code, get_language() or "en")


@lru_cache(maxsize=2000)
def _money_in(amount: Decimal, code: str, language: str) -> str:
    locale = _locale(language)
    pattern = copy(locale.currency_formats["standard"])
    # The book's own digits: nobody pays half a forint.
    pattern.frac_prec = (CURRENCIES[code].digits,) * 2
    text: str = pattern.apply(amount, locale, currency=code, currency_digits=False)
    # A symbol of letters needs room before the number.
    return _TIGHT.sub(f"\\1{NO_BREAK}\\2", text).replace("-", MINUS)


@register.filter
def day(value: date) -> str:
    """A date with its weekday, short enough for a phone."""
    return short_date(value)


@register.filter
def on_day(value: date) -> str:
    """A date as all pages write it; that of a moment by the club's clock."""
    return plain_date(value)


@register.filter
def at_moment(value: datetime) -> str:
    """A moment as all pages write it."""
    return moment(value)


def reader_locale() -> Locale:
    """The language and customs of the reader."""
    return _locale(get_language() or "en")


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(language, sep="-")


@register.simple_tag
def named(names: Mapping[str, str], player_id: str) -> SafeString:
    """The name of a player by id."""
    return player(names.get(player_id, player_id))


@register.simple_tag
def name_at(names: Sequence[str], place: int) -> SafeString:
    """The name that stands above a column, scaled down to it where it must be."""
    return fitted(names[place])


@register.filter
def columns(number: int) -> str:
    """The class of a row with this many columns."""
    return f"n{min(max(number, FEWEST_COLUMNS), MOST_COLUMNS)}"


@register.filter
def average(hundredths: int) -> str:
    """An average in hundredths with its sign, the decimal mark as the reader writes it."""
    return _average(hundredths, get_language() or "en")


@lru_cache(maxsize=2000)
def _average(hundredths: int, language: str) -> str:
    number = Decimal(abs(hundredths)).scaleb(-2)
    text: str = format_decimal(number, format="#,##0.00", locale=_locale(language))
    return f"{MINUS if hundredths < 0 else '+' if hundredths else ''}{text}"
