"""In whose customs dates are written: one style on all pages of a language."""

from functools import cache

from babel import Locale
from django.utils.translation import get_language


def date_locale(language: str = "") -> Locale:
    """The customs of `language` (the reader's own when left out) for days and hours."""
    return _locale_of((language or get_language() or "en").replace("-", "_"))


@cache
def _locale_of(language: str) -> Locale:
    # Of English the customs of Europe: day before month, and hours to 24.
    return Locale.parse("en_GB" if language == "en" else language, sep="_")
