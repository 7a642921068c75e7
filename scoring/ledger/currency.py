"""The currencies of stakes, with their decimal digits and smallest payment in cash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring.core.problem import Problem, RefusedError


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency.

    digits: digits after the decimal point.
    cash_step: smallest payment, in minor units.

    Source: ISO 4217; docs/reference/format.md ("per_point").
    """

    code: str
    digits: int
    cash_step: int = 1


# Source: ISO 4217 list one, by its minor units; funds, metals and test codes are left out.
_TWO_DIGITS = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD
    CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ
    GYD HKD HNL HTG IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA
    MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN
    QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
    TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
"""
# HUF has two digits in ISO 4217, but no fillér has been coined since 1999, and
# docs/reference/format.md gives it none.
_NO_DIGITS = "BIF CLP DJF GNF HUF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
_THREE_DIGITS = "BHD IQD JOD KWD LYD OMR TND"

# Source: HUF Act III of 2008; RON as clubs pay it; the smallest coin of the others.
_CASH_STEPS = {"HUF": 5, "DKK": 50, "RON": 100, "CHF": 5, "CZK": 100, "NOK": 100, "SEK": 100}

CURRENCIES: Mapping[str, Currency] = MappingProxyType(
    {
        code: Currency(code, digits, _CASH_STEPS.get(code, 1))
        for digits, codes in ((0, _NO_DIGITS), (2, _TWO_DIGITS), (3, _THREE_DIGITS))
        for code in codes.split()
    }
)


def read_currency(code: str, *, field: str) -> Currency:
    """Return the currency with ISO `code`.

    field: path of the field to which a fault refers.
    Raise RefusedError with `currency_unknown` if there is no such currency.

    >>> read_currency("HUF", field="stake.currency").digits
    0

    Source: ISO 4217; docs/reference/format.md ("stake").
    """
    currency = CURRENCIES.get(code)
    if currency is None:
        raise RefusedError([Problem("currency_unknown", field)])
    return currency
