"""Amounts of money as text, in the reader's language and a given currency."""

from __future__ import annotations

import re
from copy import copy
from decimal import Decimal
from functools import lru_cache

from django.utils.translation import get_language

from scoring.ledger.currency import CURRENCIES, Currency
from tarokk_club.club.formatting.numbers_and_dates import MINUS, NO_BREAK, load_locale

# A letter and a digit without a space between them.
_TIGHT = re.compile(r"([^\W\d_])(\d)")


def format_money(minor: int, currency: Currency) -> str:
    """Return an amount in minor units as money in the reader's locale, with a true minus sign."""
    return _format_amount(Decimal(minor).scaleb(-currency.digits), currency.code)


def format_money_in_currency(minor: int, code: str) -> str:
    """Return an amount in minor units of the currency `code` as money."""
    return format_money(minor, CURRENCIES[code])


def format_stake(per_point: str, code: str) -> str:
    """Return the value of one point as money in the currency `code`."""
    return _format_amount(Decimal(per_point), code)


def _format_amount(amount: Decimal, code: str) -> str:
    return _format_in_language(amount, code, get_language() or "en")


@lru_cache(maxsize=2000)
def _format_in_language(amount: Decimal, code: str, language: str) -> str:
    locale = load_locale(language)
    pattern = copy(locale.currency_formats["standard"])
    # Use the currency's decimals instead of the locale's: nobody pays half a forint.
    pattern.frac_prec = (CURRENCIES[code].digits,) * 2
    text: str = pattern.apply(amount, locale, currency=code, currency_digits=False)
    # A currency symbol of letters needs a space before the number.
    return _TIGHT.sub(f"\\1{NO_BREAK}\\2", text).replace("-", MINUS)
