"""Filters and tags that format numbers, hands, names and dates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from unicodedata import normalize
from uuid import UUID

from babel.numbers import format_decimal
from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.core.doubled_rounds import Doubling
from tarokk_club.club.formatting.labels import label_game, label_round
from tarokk_club.club.formatting.money import format_money, format_money_in_currency, format_stake
from tarokk_club.club.formatting.numbers_and_dates import (
    MINUS,
    NO_BREAK,
    format_integer,
    format_moment,
    format_plain_date,
    format_short_date,
    format_signed,
    load_locale,
)
from tarokk_club.club.session.queries.rows.hand_details import FAILED, MADE, HandDetail
from tarokk_club.club.templatetags.icons import render_icon
from tarokk_club.club.writing.roles import format_role_names
from tarokk_club.http.quick_tags import escape_value

register = template.Library()
# The placeholder for a value in a link that is rendered once for many rows; it needs no encoding,
# and no id is equal to it.
LINK_PLACEHOLDER = str(UUID(int=0))
register.filter("roles", format_role_names)
register.filter("money", format_money)
register.filter("money_of", format_money_in_currency)
register.filter("stake", format_stake)

_MADE_ICON, _FAILED_ICON = render_icon("tick", 14), render_icon("cross", 14)
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
# Where a name may break; a hyphen stays at the end of its line.
_BREAKS = re.compile(r" |(?<=-)")
# Words that may be wider than a narrow column, and how a syllable in them begins: with the last
# consonant before a vowel, which some languages write with two letters or three.
_LONG_WORD = re.compile(r"\w{8,}")
# A name breaks between its words, so only very long words need further places to break.
_LONG_AMONG_WORDS = re.compile(r"\w{10,}")
_VOWEL = re.compile("[aeiouyæø]")
_SYLLABLE = re.compile(
    "(?:(?:sch|[cstz]h|ck|cs|sz|zs|[glnt]y|[glnt])(?=[aeiouæø])|[^aeiouyæøglnt](?=[aeiouyæø]))"
)
_NOBODY = format_html('<span class="zero" aria-hidden="true">{}</span>', "·")
# The number of doubled hands that are listed one by one.
MOST_MULTIPLIERS = 5
# The number of letters that fit every column, and the lengths with a scale in book.css.
FITS, STEPS = 6, (7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24)
# Letters that are half as wide again as others.
_BROAD = "mwMW"
# Numbers of columns that book.css supports; a longer row of accounts scrolls.
FEWEST_COLUMNS, MOST_COLUMNS = 2, 8


@register.filter("points")
def format_points(number: int) -> str:
    """Return points with their sign: +12, −12, 0."""
    return format_signed(number)


@register.filter("spoken")
def format_spoken_points(number: int) -> str:
    """Return points in words for screen readers: plus 12, minus 12, 0."""
    digits = format_integer(abs(number))
    if not number:
        return digits
    sentence = _("plus %(number)s") if number > 0 else _("minus %(number)s")
    return sentence % {"number": digits}


@register.filter("count")
def format_count(number: int) -> str:
    """Return a count with its digits in groups of three."""
    return format_integer(number)


@register.filter("sign")
def find_sign_class(number: int) -> str:
    """Return the CSS class that colours an amount: plus, minus or zero."""
    return "zero" if number == 0 else "plus" if number > 0 else "minus"


@register.simple_tag(name="amount")
@lru_cache(maxsize=2000)
def render_points(number: int) -> SafeString:
    """Return points as HTML in the colour of their sign, scaled down if their column is narrow."""
    text = format_signed(number)
    kind = f"{find_sign_class(number)} {find_scale_class(text)}".strip()
    return format_html('<span class="amount {}">{}</span>', kind, text)


@register.simple_tag(name="cells")
@lru_cache(maxsize=2000)
def render_cells(points: tuple[int | None, ...]) -> SafeString:
    """Return a row with each player's points as HTML; a dot for a player who is not seated."""
    texts = ((_NOBODY if number is None else render_points(number),) for number in points)
    # A long session has hundreds of these, so a template for each would be too slow.
    row = '<span class="cols {}">{}</span>'
    return format_html(row, build_columns_class(len(points)), format_html_join("", "{}", texts))


@register.simple_tag(name="hand_details")
def render_hand_details(details: Sequence[HandDetail]) -> SafeString:
    """Return the details of a hand in one line, with a tick or a cross for each figure."""
    marks = {MADE: ("made", _MADE_ICON, _("made")), FAILED: ("failed", _FAILED_ICON, _("failed"))}
    texts = []
    for detail in details:
        icon_and_word = marks.get(detail.outcome)
        texts.append((_attach_icon(detail.text, *icon_and_word) if icon_and_word else detail.text,))
    # The dot stays at the end of its line.
    joined = format_html_join("\N{NO-BREAK SPACE}· ", "{}", texts)
    return format_html('<small class="gist">{}</small>', joined)


@register.filter("with_code")
def mark_up_code(text: str) -> SafeString:
    """Return a text in which the parts between backticks are marked up as code.

    >>> mark_up_code("send `If-Match` <b>")
    'send <code>If-Match</code> &lt;b&gt;'
    """
    parts = text.split("`")
    tags = ("<code>{}</code>" if place % 2 else "{}" for place in range(len(parts)))
    return format_html("".join(tags), *parts)


def _attach_icon(text: str, outcome: str, picture: SafeString, word: str) -> SafeString:
    """Return a figure with its tick or cross, without a line break between them."""
    first, blank, remainder = text.partition(" ")
    html = '<span class="{}"><span class="unbroken">{}{}</span>{}<span class="vh"> {}</span></span>'
    return format_html(html, outcome, picture, first, blank + remainder, word)


@register.filter("player")
def isolate_name(name: str) -> SafeString:
    """Return a name isolated from the surrounding text, whatever its writing direction."""
    # A season has dozens of names, and format_html would take seven times as many calls.
    return SafeString(f"<bdi>{escape_value(name)}</bdi>")


@register.filter
def bind_dots(text: str) -> str:
    """Return a title whose dots stay on the line of the word before them.

    >>> bind_dots("Anna · Three") == f"Anna{NO_BREAK}· Three"
    True
    """
    return text.replace(" ·", f"{NO_BREAK}·")


@register.filter("fits")
def find_scale_class(text: str, piece: str = "word") -> str:
    """Return the CSS class that scales a text down to its column; "" if it fits.

    piece: "word" to scale by the longest word, anything else by the whole line.

    >>> find_scale_class("Kovács Pé."), find_scale_class("Kovács Pé.", "line")
    ('', 'f9')
    >>> find_scale_class("Nagy-Szentgyörgyvölgyi"), find_scale_class("ifj. N. E.", "line")
    ('f18', 'f8')
    """
    longest = max(map(_measure_width, _BREAKS.split(text) if piece == "word" else [text]))
    if longest <= FITS:
        return ""
    return f"f{next((step for step in STEPS if step >= longest), STEPS[-1])}"


@register.filter("hyphenated")
def hyphenate_name(name: str) -> str:
    """Return a name whose long words may break between syllables, for narrow columns.

    >>> hyphenate_name("Schwarzenberger").split(SOFT_HYPHEN)
    ['Schwar', 'zen', 'ber', 'ger']
    >>> hyphenate_name("Szentgyörgyvölgyi Bo").split(SOFT_HYPHEN)
    ['Szent', 'györgy', 'völ', 'gyi Bo']
    >>> hyphenate_name("Nagy Erzsébet id.").split(SOFT_HYPHEN)
    ['Nagy Erzsébet id.']
    """
    long = _LONG_AMONG_WORDS if " " in name else _LONG_WORD
    return long.sub(_hyphenate_word, name)


def _hyphenate_word(match: re.Match[str]) -> str:
    """Return a word with soft hyphens before its syllables, none near its ends."""
    word = match[0]
    letters = "".join(normalize("NFD", letter)[0].lower() for letter in word)
    starts = (syllable.start() for syllable in _SYLLABLE.finditer(letters))
    # Consonants before the first vowel do not form a syllable.
    inside = (start for start in starts if 3 <= start <= len(word) - 3)
    places = [0, *(start for start in inside if _VOWEL.search(letters, 0, start)), len(word)]
    return SOFT_HYPHEN.join(word[start:end] for start, end in pairwise(places))


def _measure_width(text: str) -> int:
    """Return the width of a text in average letters.

    Two broad letters count as three, two dots or spaces as one.
    """
    letters = len(text) - text.count(SOFT_HYPHEN)
    narrow = text.count(".") + text.count(" ")
    return letters + sum(map(text.count, _BROAD)) // 2 - narrow // 2


@register.simple_tag(name="fitted")
def render_fitted_name(name: str, piece: str = "word") -> SafeString:
    """Return a name isolated from the surrounding text, scaled down if its column requires it.

    >>> render_fitted_name("<Nagy-Szentgyörgyvölgyi>")
    '<bdi class="f18">&lt;Nagy-Szentgyörgyvölgyi&gt;</bdi>'
    """
    scale = find_scale_class(name, piece)
    if not scale:
        return isolate_name(name)
    # Most pages have several names, and format_html would take ten times as many calls.
    return SafeString(f'<bdi class="{scale}">{escape_value(name)}</bdi>')


@register.filter("game")
def get_game_name(key: str) -> str:
    """Return the name of a game."""
    return label_game(key)


@register.filter("doubled")
def get_doubled_hands_name(key: str) -> str:
    """Return the name of the doubled hands of a game; "" if it has none."""
    return label_round(key)


@register.filter("next_multipliers")
def format_next_multipliers(doubling: Doubling) -> str:
    """Return the multipliers of the next hands as text; "" if all are the same."""
    times = doubling.coming_multipliers
    if len(set(times)) < 2:
        return ""
    later = [f"×{multiplier}" for multiplier in times[1 : MOST_MULTIPLIERS + 1]]
    later += ["…"] if len(times) > MOST_MULTIPLIERS + 1 else []
    return _("×%(now)s now, then %(later)s") % {"now": times[0], "later": ", ".join(later)}


@register.filter("day")
def format_day_with_weekday(value: date) -> str:
    """Return a date with its weekday, short enough for a phone."""
    return format_short_date(value)


@register.filter("on_day")
def format_date(value: date) -> str:
    """Return a date such as 18 Nov 2026; for a datetime, its date in the club's time zone."""
    return format_plain_date(value)


@register.filter("at_moment")
def format_local_moment(value: datetime) -> str:
    """Return a datetime in the club's time zone, such as 18 Nov 2026, 16:05."""
    return format_moment(value)


@register.simple_tag(name="named")
def render_player_name(names: Mapping[str, str], player_id: str) -> SafeString:
    """Return the name of a player, isolated from the surrounding text; the id if there is none."""
    return isolate_name(names.get(player_id, player_id))


@register.simple_tag(name="name_at")
def render_column_name(names: Sequence[str], place: int) -> SafeString:
    """Return the name at the head of a column, scaled down to fit it if necessary."""
    return render_fitted_name(names[place])


@register.filter("columns")
def build_columns_class(number: int) -> str:
    """Return the CSS class of a row with this many columns."""
    return f"n{min(max(number, FEWEST_COLUMNS), MOST_COLUMNS)}"


@register.filter("average")
def format_average(hundredths: int) -> str:
    """Return an average, given in hundredths, with its sign and the reader's decimal separator."""
    return _format_average(hundredths, get_language() or "en")


@lru_cache(maxsize=2000)
def _format_average(hundredths: int, language: str) -> str:
    number = Decimal(abs(hundredths)).scaleb(-2)
    text: str = format_decimal(number, format="#,##0.00", locale=load_locale(language))
    return f"{MINUS if hundredths < 0 else '+' if hundredths else ''}{text}"
